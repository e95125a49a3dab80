"""What every member of a room may know of it, read in a few queries. Knows no cards."""

from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils import timezone

from game.engine.rules import ENGINES
from rooms.codes import parse_code
from rooms.deputy import deputy_of
from rooms.errors import NoSuchRoom
from rooms.models import Membership, Room
from rooms.standings import Standing, standings


class Member(msgspec.Struct, frozen=True):
    """A person or a bot of the room; `bot` is its level, `seat` None for a spectator. Bots are online.

    `guest`: came with a nickname only, and cannot be host.
    """

    member: int
    user_id: int | None
    name: str
    bot: str | None
    seat: int | None
    online: bool
    guest: bool


class RoomSnapshot(msgspec.Struct, frozen=True):
    """A room at one moment. `members`: the seated by seat, then spectators by arrival.

    `match` is the public id of the match on the table, running or just finished; `match_for` says who may see it.
    `shuffle` is the commitment to the secret of the next match. `deputy_id` is the account that may start matches
    while the host is away. `standings` is empty while a match is played, unless they were asked for. `stranded`: the
    running match was begun by an engine that this site does not have; nobody can be shown it.
    """

    code: str
    token: str
    name: str
    host_id: int | None
    deputy_id: int | None
    options: dict[str, Any]
    kids: bool
    orders: bool
    practice: bool
    shuffle: str | None
    spectators: bool
    pace: str
    members: tuple[Member, ...]
    match: str | None
    playing: bool
    standings: tuple[Standing, ...]
    stranded: bool

    def member_of(self, user_id: int | None) -> Member | None:
        """The person with this account, if a member."""
        return next((m for m in self.members if m.user_id is not None and m.user_id == user_id), None)

    def at_seat(self, seat: int) -> Member | None:
        """Whoever sits there."""
        return next((m for m in self.members if m.seat == seat), None)

    def match_for(self, user_id: int | None) -> str | None:
        """The match on the table, for this viewer: a room without spectators shows a running one to players only."""
        if self.stranded:
            return None
        if self.playing and not self.spectators:
            viewer = self.member_of(user_id)
            # Seats rest while a match runs: whoever sits in the room plays.
            return self.match if viewer is not None and viewer.seat is not None else None
        return self.match

    def may_start(self, user_id: int) -> bool:
        """Whether this person may start matches now."""
        return user_id in (self.host_id, self.deputy_id)

    @property
    def deputy(self) -> Member | None:
        """Whoever may start matches instead of the host."""
        return self.member_of(self.deputy_id)

    @property
    def watching(self) -> int:
        """How many people without a seat are here."""
        return sum(m.seat is None and m.online for m in self.members)

    @property
    def seated(self) -> int:
        """How many seats are taken."""
        return sum(m.seat is not None for m in self.members)


def snapshot(code: str, *, with_standings: bool = False) -> RoomSnapshot:
    """The open room with this code as it is now; `with_standings` has them also while a match is played.

    Raises: NoSuchRoom.
    """
    room = _open_rooms().filter(code=parse_code(code)).first()
    if room is None:
        raise NoSuchRoom()
    rows = list(_memberships().filter(room=room))
    return _seen(room, rows, with_standings=with_standings)


def snapshots(codes: list[str]) -> dict[str, RoomSnapshot]:
    """The open ones of these rooms, by code, in two queries for all where matches are played."""
    rooms = list(_open_rooms().filter(code__in=codes))
    rows: dict[int, list[Membership]] = {room.pk: [] for room in rooms}
    for row in _memberships().filter(room__in=rooms):
        rows[row.room_id].append(row)
    return {room.code: _seen(room, rows[room.pk]) for room in rooms}


def _open_rooms() -> QuerySet[Room]:
    return Room.objects.select_related("match", "shuffle").filter(closed_at=None)


def _memberships() -> QuerySet[Membership]:
    """Read of everybody every few seconds: no more of their accounts than a room shows."""
    shown = (
        "room",
        "bot",
        "bot_name",
        "seat",
        "joined_at",
        "present_until",
        "user__display_name",
        "user__is_guest",
    )
    return Membership.objects.select_related("user").only(*shown).order_by("joined_at", "pk")


def _seen(room: Room, rows: list[Membership], *, with_standings: bool = False) -> RoomSnapshot:
    """A room with these memberships, as it is now."""
    playing = room.match is not None and room.match.status == room.match.Status.PLAYING
    known = room.match is not None and room.match.engine in ENGINES
    now = timezone.now()
    return RoomSnapshot(
        code=room.code,
        token=room.token,
        name=room.name,
        host_id=room.host_id,
        deputy_id=deputy_of(room.host_id, rows, now),
        options=room.options,
        kids=room.kids,
        orders=room.orders,
        practice=room.practice,
        shuffle=None if room.shuffle is None else room.shuffle.commitment,
        spectators=room.spectators_allowed,
        pace=room.pace,
        members=_members(rows, now),
        match=room.match.public_id if room.match is not None and (known or playing) else None,
        playing=playing,
        standings=standings(room) if with_standings or not playing else (),
        stranded=playing and not known,
    )


def room_json(seen: RoomSnapshot) -> dict[str, Any]:
    """The `room` object of the protocol. `host` is the member number of the host."""
    host = seen.member_of(seen.host_id)
    return {
        "code": seen.code,
        "name": seen.name,
        "host": host.member if host else None,
        "options": seen.options,
        "kids": seen.kids,
        "orders": seen.orders,
        "practice": seen.practice,
        "shuffle": seen.shuffle,
        "members": [
            {
                "member": m.member,
                "name": m.name,
                "bot": m.bot,
                "seat": m.seat,
                "ready": m.seat is not None and m.online,
                "online": m.online,
            }
            for m in seen.members
        ],
        "match": seen.match,
        "standings": [
            {
                "kind": s.kind.value,
                "place": s.place,
                "name": s.name,
                "matches": s.matches,
                "wins": s.wins,
                "points": s.points,
                "average": s.average,
            }
            for s in seen.standings
        ],
    }


def _members(rows: list[Membership], now: datetime) -> tuple[Member, ...]:
    members = [
        Member(
            member=row.pk,
            user_id=row.user_id,
            name=row.name,
            bot=row.bot,
            seat=row.seat,
            online=row.bot is not None or (row.present_until is not None and row.present_until > now),
            guest=row.user is not None and row.user.is_guest,
        )
        for row in rows
    ]
    return tuple(sorted(members, key=lambda m: (m.seat is None, m.seat or 0)))
