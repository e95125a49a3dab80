"""What a person's finished matches add up to: counted by the database, in as many queries for one match as for many.

Matches with bots alone (`practice`) are kept apart from those with people. Running and annulled matches count nothing.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Avg, Case, CharField, Count, F, Q, QuerySet, Sum, Value, When

from game.models import Match, Seat, SeatRound
from game.moment import moment
from rooms.lobby import title_of
from rooms.streaks import Streak, matches_won, rounds_won

TREND = 20
RIVALS = 10
TITLES = ("king", "noble", "common", "tenant", "serf")


class TitleLine(msgspec.Struct, frozen=True):
    """A title over all rounds: how often it was earned at the end, held from the start, and kept."""

    title: str
    earned: int
    held: int
    kept: int


class SizeLine(msgspec.Struct, frozen=True):
    """All matches at tables of one size: how many, the average place, how many were won."""

    players: int
    matches: int
    average: float
    wins: int


class Recent(msgspec.Struct, frozen=True):
    """One finished match of a person. `title` goes with the place."""

    public_id: str
    room_name: str
    place: int
    players: int
    title: str
    ended_at: datetime


class Rival(msgspec.Struct, frozen=True):
    """Somebody played with: matches together, and in how many of them one came before them."""

    user_id: int
    name: str
    matches: int
    ahead: int


class Record(msgspec.Struct, frozen=True):
    """A person's figures. `recent` is last opened first; of jesters, `kept` were in the hand when a round ended."""

    matches: int
    rounds: int
    average: float
    wins: int
    titles: tuple[TitleLine, ...]
    sizes: tuple[SizeLine, ...]
    recent: tuple[Recent, ...]
    revolutions: int
    great_revolutions: int
    mixed: int
    alone: int
    kept: int
    timeouts: int
    kings: Streak
    victories: Streak

    @property
    def jesters(self) -> int:
        """How many jesters came to this hand, or went on from it by no tax."""
        return self.mixed + self.alone + self.kept

    @property
    def kings_earned(self) -> int:
        """In how many rounds this person went out first."""
        return next(line.earned for line in self.titles if line.title == "king")


def sizes_of(user_id: int) -> dict[bool, tuple[SizeLine, ...]]:
    """A person's matches by table size: those with people (False), and those with bots alone (True)."""
    rows = list(
        _seats(user_id)
        .annotate(alone=Case(When(_ALONE, then=Value(True)), default=Value(False)))
        .values("alone", "match__players")
        .annotate(n=Count("pk"), average=Avg("place"), wins=Count("pk", filter=Q(place=1)))
        .order_by("match__players")
    )
    return {
        practice: tuple(
            SizeLine(row["match__players"], row["n"], float(row["average"]), row["wins"])
            for row in rows
            if row["alone"] == practice
        )
        for practice in (False, True)
    }


def record_of(user_id: int, sizes: tuple[SizeLine, ...], *, practice: bool = False) -> Record:
    """The figures of a person whose matches have these `sizes`, in four queries."""
    rounds = _rounds(user_id, practice=practice)
    matches = sum(size.matches for size in sizes)
    return Record(
        matches=matches,
        rounds=sum(row["n"] for row in rounds),
        average=sum(size.average * size.matches for size in sizes) / matches if matches else 0.0,
        wins=sum(size.wins for size in sizes),
        titles=tuple(_title_line(title, rounds) for title in TITLES),
        sizes=sizes,
        recent=tuple(_recent(_seats(user_id).filter(_ALONE if practice else ~_ALONE))),
        kings=rounds_won(user_id, practice=practice),
        victories=matches_won(user_id, practice=practice),
        **{name: sum(row[f"sum_{name}"] for row in rounds) for name in _SUMS},
    )


def rivals_of(user_id: int, *, only: int | None = None) -> list[Rival]:
    """Whom a person has played with, most often first; `only` one of them. Bots and accounts that are gone left out."""
    others = Seat.objects.filter(
        match__seats__user=user_id,
        match__status=Match.Status.FINISHED,
        place__isnull=False,
        user__isnull=False,
    ).exclude(user=user_id)
    if only is not None:
        others = others.filter(user=only)
    rows = (
        others.order_by()
        .values("user", "user__display_name")
        .annotate(n=Count("pk"), ahead=Count("pk", filter=Q(place__gt=F("match__seats__place"))))
        .order_by("-n", "-ahead", "user")[:RIVALS]
    )
    return [Rival(row["user"], row["user__display_name"], row["n"], row["ahead"]) for row in rows]


_ALONE = Q(match__people=1)


def _seats(user_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(
        user=user_id, match__status=Match.Status.FINISHED, place__isnull=False
    ).order_by()


def title_case(place: str) -> Case:
    """The title that goes with a place of a round, as an expression over `SeatRound`; see `title_of`."""
    return Case(
        When(**{place: 1}, then=Value("king")),
        When(**{place: 2}, then=Value("noble")),
        When(**{place: F("players")}, then=Value("serf")),
        When(**{place: F("players") - 1}, then=Value("tenant")),
        default=Value("common"),
        output_field=CharField(),
    )


_SUMS = {
    "revolutions": Count("pk", filter=Q(revolution__gt=0)),
    "great_revolutions": Count("pk", filter=Q(revolution=2)),
    "mixed": Sum("mixed"),
    "alone": Sum("alone"),
    "kept": Sum("kept"),
    "timeouts": Sum("timeouts"),
}


def _rounds(user_id: int, *, practice: bool) -> list[dict[str, Any]]:
    """A row for every way a title became another one: 25 at most."""
    rows = SeatRound.objects.filter(
        _ALONE if practice else ~_ALONE, user=user_id, match__status=Match.Status.FINISHED
    )
    sums = {f"sum_{name}": expression for name, expression in _SUMS.items()}
    grouped = (
        rows.annotate(start=title_case("standing"), end=title_case("place")).order_by().values("start", "end")
    )
    return [dict(row) for row in grouped.annotate(n=Count("pk"), **sums)]


def _title_line(title: str, rounds: Iterable[dict[str, Any]]) -> TitleLine:
    held = [row for row in rounds if row["start"] == title]
    return TitleLine(
        title=title,
        earned=sum(row["n"] for row in rounds if row["end"] == title),
        held=sum(row["n"] for row in held),
        kept=sum(row["n"] for row in held if row["end"] == title),
    )


def _recent(seats: QuerySet[Seat]) -> Iterable[Recent]:
    last = seats.order_by("-match_id").values("pk")[:TREND]  # from an index: the rest is read for these few
    rows = Seat.objects.filter(pk__in=last).order_by("-match_id")
    for public_id, room_name, place, players, finished_at in rows.values_list(
        "match__public_id", "match__room_name", "place", "match__players", "match__finished_at"
    ):
        ended_at = moment(finished_at or 0)
        yield Recent(public_id, room_name, place or 0, players, title_of(place or 0, players), ended_at)
