"""What the lobby lists for one person."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from game.models import Action, Match, Seat
from rooms.models import Membership, Room

RECENT = 8


class RoomState(StrEnum):
    """What goes on in a room, as far as one member is concerned; the order is that of the list."""

    MY_TURN = "turn"
    PLAYING = "playing"
    WAITING = "waiting"
    ASLEEP = "asleep"


class RoomLine(msgspec.Struct, frozen=True):
    """A room of mine. `round`: which one is played now, from 1, of `rounds`; None while nothing is played,
    and for whom it is hidden from.

    `here` counts the other people who have the room open now. Where nothing is played and nobody is, it is asleep.
    """

    code: str
    name: str
    state: RoomState
    seated: int
    here: int
    round: int | None
    rounds: int
    hosted: bool


class RecentMatch(msgspec.Struct, frozen=True):
    """A match I finished. `title` names the picture of the place."""

    public_id: str
    name: str
    place: int
    players: int
    title: str
    ago: str


def my_rooms(user: User) -> list[RoomLine]:
    """The open rooms this person is a member of: my turn, running, waiting, asleep; the youngest first.

    Read in four queries at most, however many rooms there are: open lobbies ask again and again.
    """
    now = timezone.now()
    rows = list(
        Membership.objects.filter(user=user, room__closed_at=None)
        .select_related("room", "room__match")
        .annotate(
            seated=Count("room__memberships", filter=Q(room__memberships__seat__isnull=False)),
            here=Count("room__memberships", filter=Q(room__memberships__present_until__gt=now)),
        )
        .order_by("-joined_at", "-pk")
    )
    matches = [row.room.match for row in rows if row.room.match is not None]
    running = {match.pk: match for match in matches if _is_playing(match)}
    rounds, asked = _rounds_of(running), _asking(running, user)
    others = {row.pk: row.here - (row.present_until is not None and row.present_until > now) for row in rows}
    lines = [
        RoomLine(
            code=row.room.code,
            name=row.room.name,
            state=_state(row.room.match_id, others[row.pk], running, asked),
            seated=row.seated,
            here=others[row.pk],
            round=rounds.get(row.room.match_id)
            if row.seat is not None or row.room.spectators_allowed
            else None,
            rounds=_rounds(row.room),
            hosted=row.room.host_id == user.pk,
        )
        for row in rows
    ]
    order = list(RoomState)
    return sorted(lines, key=lambda line: order.index(line.state))


def recent_matches(user: User) -> list[RecentMatch]:
    """The last matches this person played to the end, last opened first."""
    order = "-match_id"
    finished = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    last = finished.order_by(order).values("pk")[:RECENT]  # from an index: the rest is read for these few
    rows = Seat.objects.filter(pk__in=last).select_related("match").order_by(order)
    now = int(timezone.now().timestamp() * 1000)
    found = []
    for row in rows:
        place = _place(row.match.result, row.index)
        if place is not None:
            players = row.match.players
            found.append(
                RecentMatch(
                    public_id=row.match.public_id,
                    name=row.match.room_name,
                    place=place,
                    players=players,
                    title=title_of(place, players),
                    ago=ago(now - (row.match.finished_at or now)),
                )
            )
    return found


def title_of(place: int, players: int) -> str:
    """The title that goes with a place, 1-based, at a table of 4–8; a name of a picture."""
    titles = {1: "king", 2: "noble", players - 1: "tenant", players: "serf"}
    return titles.get(place, "common")


def ago(milliseconds: int) -> str:
    """A length of time in the past in the largest whole unit, in the language active now."""
    minutes = max(0, milliseconds) // 60_000
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _("{n} min ago").format(n=minutes)
    if minutes < 24 * 60:
        return _("{n} h ago").format(n=minutes // 60)
    return _("{n} d ago").format(n=minutes // (24 * 60))


def _is_playing(match: Match | None) -> bool:
    return match is not None and match.status == Match.Status.PLAYING


def _rounds_of(running: Mapping[int, Match]) -> dict[int | None, int]:
    """The round each match is in. Every seat says `next` once at the end of a round."""
    if not running:
        return {}
    said = (
        Action.objects.filter(match__in=running, type="next")
        .order_by()
        .values("match")
        .annotate(n=Count("pk"))
    )
    nexts = {row["match"]: row["n"] for row in said}
    return {pk: nexts.get(pk, 0) // match.players + 1 for pk, match in running.items()}


def _asking(running: Mapping[int, Match], user: User) -> set[int]:
    """Which of these matches wait for an answer of this person."""
    seats = Seat.objects.filter(match__in=running, user=user).values_list("match", "index") if running else ()
    return {pk for pk, seat in seats if running[pk].owing >> seat & 1}


def _rounds(room: Room) -> int:
    """Of the match that is played, or of the next one; options may have been changed in between."""
    match = room.match if _is_playing(room.match) else None
    rounds: int = (match.options if match else room.options)["rounds"]
    return rounds


def _state(match_id: int | None, here: int, running: Mapping[int, Match], asked: set[int]) -> RoomState:
    if match_id in running:
        return RoomState.MY_TURN if match_id in asked else RoomState.PLAYING
    return RoomState.WAITING if here else RoomState.ASLEEP


def _place(result: dict[str, Any] | None, index: int) -> int | None:
    ranking = (result or {}).get("ranking", ())
    return next((line["rank"] for line in ranking if line["seat"] == index), None)
