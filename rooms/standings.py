"""The running table of a room over its finished matches: added up by the database, put in order here."""

from enum import StrEnum
from itertools import groupby
from typing import Any

import msgspec
from django.db.models import Avg, Case, CharField, Count, Exists, F, OuterRef, Q, Sum, Value, When

from accounts.models import User
from game.models import Match, Seat
from rooms.models import Membership, Room


class Kind(StrEnum):
    """Whose line it is; the order is that of the table."""

    MEMBER = "member"
    LEFT = "left"
    BOT = "bot"


class Standing(msgspec.Struct, frozen=True):
    """One line: matches finished here, matches won, points of all their rounds, average place in a match.

    `place` counts from 1 among the members and is shared by those whose line is the same; None for the others.
    `name` of a bot's line is its level, which all bots of that level share.
    """

    kind: Kind
    place: int | None
    name: str
    matches: int
    wins: int
    points: int
    average: float


def standings(room: Room) -> tuple[Standing, ...]:
    """Members who have finished a match in this room, then people who have left it, then its bots; best first.

    More points come first, then more matches won, then the better average place. Lines follow the person, not the
    seat: somebody who sits elsewhere keeps theirs, a newcomer has none yet. Two queries, however many matches there
    are.
    """
    by_kind = groupby(sorted(_lines(room), key=_order), key=lambda line: line.kind)
    return tuple(
        line for kind, lines in by_kind for line in (_placed(list(lines)) if kind is Kind.MEMBER else lines)
    )


def _lines(room: Room) -> list[Standing]:
    # An account that is gone has left its name with the seat; that is who it was.
    gone = Case(
        When(bot=None, user=None, then=F("name")), default=Value(""), output_field=CharField(max_length=24)
    )
    seats = Seat.objects.filter(
        match__room_match__room=room, match__status=Match.Status.FINISHED, place__isnull=False
    ).order_by()
    grouped = seats.values("user", "bot", gone=gone).annotate(
        seats=Count("pk"),
        # A person sits in a match once; bots of a level may be many.
        matches_of_bots=Count("match", distinct=True, filter=Q(bot__isnull=False)),
        wins=Count("pk", filter=Q(place=1)),
        total=Sum("points"),
        average=Avg("place"),
    )
    rows: list[dict[str, Any]] = [dict(row) for row in grouped]
    members = Membership.objects.filter(room=room, user=OuterRef("pk"))
    people = User.objects.filter(pk__in=[row["user"] for row in rows if row["user"]])
    known = {user.pk: user for user in people.annotate(is_member=Exists(members)).only("display_name")}
    return [_line(row, known.get(row["user"])) for row in rows]


def _line(row: dict[str, Any], person: Any) -> Standing:
    """A row of one person or of a level of bots; `person` has `is_member`, None for bots and who is gone."""
    kind = Kind.BOT if row["bot"] else Kind.MEMBER if person is not None and person.is_member else Kind.LEFT
    return Standing(
        kind=kind,
        place=None,
        name=row["bot"] or (row["gone"] if person is None else person.display_name),
        matches=row["matches_of_bots"] if row["bot"] else row["seats"],
        wins=row["wins"],
        points=row["total"],
        average=round(float(row["average"]), 2),
    )


def _merit(line: Standing) -> tuple[float, ...]:
    return (-line.points, -line.wins, line.average)


def _order(line: Standing) -> tuple[object, ...]:
    return (list(Kind).index(line.kind), *_merit(line), line.matches, line.name)


def _placed(lines: list[Standing]) -> list[Standing]:
    """The same lines with their places; lines of equal merit share the better one."""
    placed: list[Standing] = []
    for number, line in enumerate(lines, start=1):
        is_shared = bool(placed) and _merit(placed[-1]) == _merit(line)
        placed.append(msgspec.structs.replace(line, place=placed[-1].place if is_shared else number))
    return placed
