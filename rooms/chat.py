"""What somebody may read of a room's chat. Never writes.

Watchers' lines of a running match are kept from everybody who has a seat in it, by account: whichever page they read
on. Where the room has no spectators, what happens in the match is kept from everybody who has none. All can be read
once that match is over.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Max, Q, QuerySet

from game.models import Match, Seat
from rooms.models import Line, Membership, Mute, Room

SHOWN = 50
CLEARING = ("cleared", "kids")  # system lines before which nothing is shown
HAPPENED = ("round", "paused", "resumed")  # system lines that tell of a running match


class Said(msgspec.Struct, frozen=True):
    """A line as it is shown, to whomever; fields as in `Line`. `match_id`: primary key of its match."""

    id: int
    kind: str
    text: str
    name: str
    sender_id: int | None
    seat: int | None
    audience: str
    match_id: int | None
    data: dict[str, Any]
    at: datetime

    @property
    def clears(self) -> bool:
        """Whether what stands before it is shown no more."""
        return self.kind == Line.Kind.SYSTEM and self.text in CLEARING

    @property
    def tells_of_the_match(self) -> bool:
        """Whether only those who may see the match may read it while that runs."""
        return self.kind == Line.Kind.SYSTEM and self.text in HAPPENED


class News(msgspec.Struct, frozen=True):
    """Lines of a room, and who may read them.

    `members`: the accounts that are in the room; `players`: of the running match among them, who has a seat in it.
    `is_private`: nobody else sees anything of that match.
    """

    lines: tuple[Said, ...]
    members: frozenset[int]
    players: Mapping[int, frozenset[int]]
    is_private: bool

    def for_viewer(self, user_id: int, muted: frozenset[int]) -> list[Said]:
        """What of it this person may see and wants to see."""
        if user_id not in self.members:
            return []
        return [
            line
            for line in self.lines
            if line.sender_id not in muted and not self._is_kept_from(user_id, line)
        ]

    def _is_kept_from(self, user_id: int, line: Said) -> bool:
        players = None if line.match_id is None else self.players.get(line.match_id)
        if players is None:
            return False
        if user_id in players:
            return line.audience == Line.Audience.WATCHERS
        return self.is_private and line.tells_of_the_match


def news(code: str, after: int) -> News:
    """The room's lines newer than the line numbered `after`, oldest first; of a long time, the last ones."""
    lines = _said(_uncleared(code).filter(pk__gt=after))
    # Asked after the lines were read: a match that is over by now hides nothing, and none ever begins again.
    matches = {
        line.match_id for line in lines if line.audience == Line.Audience.WATCHERS or line.tells_of_the_match
    }
    seats = Seat.objects.filter(
        match__in=matches, match__status=Match.Status.PLAYING, user__isnull=False
    ).values_list("match_id", "user_id")
    players: dict[int, set[int]] = {}
    for match_id, user_id in seats:
        players.setdefault(match_id, set()).add(user_id or 0)
    people = Membership.objects.filter(room__code=code, user__isnull=False).values_list("user_id", flat=True)
    members = frozenset(user_id or 0 for user_id in people) if lines else frozenset()
    is_private = bool(players) and Room.objects.filter(code=code, spectators_allowed=False).exists()
    by_match = {match_id: frozenset(seated) for match_id, seated in players.items()}
    return News(lines, members, by_match, is_private)


def recent(code: str, user_id: int) -> tuple[Said, ...]:
    """The last lines this person may see and wants to see, oldest first."""
    hidden = Q(
        audience=Line.Audience.WATCHERS,
        match__in=Match.objects.filter(status=Match.Status.PLAYING, seats__user_id=user_id),
    )
    closed = Room.objects.filter(code=code, spectators_allowed=False, match__status=Match.Status.PLAYING)
    private = closed.exclude(match__seats__user_id=user_id).values_list("match_id", flat=True).first()
    if private is not None:
        hidden |= Q(kind=Line.Kind.SYSTEM, text__in=HAPPENED, match_id=private)
    muted = Q(sender__in=Mute.objects.filter(by_id=user_id).values("user_id"))
    return _said(_uncleared(code).exclude(hidden).exclude(muted & Q(sender__isnull=False)))


def newest(codes: Iterable[str]) -> dict[str, int]:
    """The number of the newest line of each of these rooms; 0 where nothing was said."""
    wanted = dict.fromkeys(codes, 0)
    rows = Line.objects.filter(room__code__in=wanted).order_by().values_list("room__code").annotate(Max("pk"))
    return wanted | dict(rows)


def mutes_of(user_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """Whom each of these people has muted."""
    found: dict[int, set[int]] = {user_id: set() for user_id in user_ids}
    for by, user in Mute.objects.filter(by__in=list(found)).values_list("by_id", "user_id"):
        found[by].add(user)
    return {by: frozenset(muted) for by, muted in found.items()}


def sender_of(code: str, line: int) -> int | None:
    """The account that said this line of this room."""
    return Line.objects.filter(room__code=code, pk=line).values_list("sender_id", flat=True).first()


def _uncleared(code: str) -> QuerySet[Line]:
    lines = Line.objects.filter(room__code=code)
    cleared = lines.filter(kind=Line.Kind.SYSTEM, text__in=CLEARING).aggregate(last=Max("pk"))["last"]
    return lines if cleared is None else lines.filter(pk__gte=cleared)


def _said(lines: QuerySet[Line]) -> tuple[Said, ...]:
    rows = list(lines.order_by("-pk")[:SHOWN])
    return tuple(
        Said(
            id=row.pk,
            kind=row.kind,
            text=row.text,
            name=row.name,
            sender_id=row.sender_id,
            seat=row.seat,
            audience=row.audience,
            match_id=row.match_id,
            data=row.data,
            at=row.at,
        )
        for row in reversed(rows)
    )
