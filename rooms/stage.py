"""What one open page shows: the waiting room or a match. Brings a page from one to the other."""

from datetime import datetime
from typing import Any, Protocol

import msgspec

from game import broadcast, hub, presence, services
from game.bus import bus
from game.models import Match
from game.moment import now_ms
from game.tables import tables
from game.threads import in_thread
from rooms.rendering import room_markers, waiting_fragments, waiting_stage
from rooms.sessions import LogIn
from rooms.snapshot import RoomSnapshot, room_json
from rooms.talk import Hearer

REMOVED = 4409


class RoomSocket(hub.Viewer, Hearer, Protocol):
    """An open room page. `match` is the public id of the match it shows, `match_id` its primary key.

    `origin` is where this site is for the page; `is_behind`: it says that a match runs which may not be watched.
    `is_watching`: a player's second page, which shows what a spectator sees. `plays`: the account holds a seat of the
    match shown, whatever this page sees of it. `room_told` is what the page was last told of the room beside its stage.
    """

    code: str
    membership_id: int
    session: LogIn
    opened_at: datetime
    origin: str
    is_behind: bool
    is_watching: bool
    plays: bool
    room_told: str
    match: str | None
    match_id: int | None

    async def say_goodbye(self, code: int) -> None:
        """Close the socket with a code of the protocol."""


class Shown(msgspec.Struct, frozen=True):
    """What a page says it shows already: a match (its public id) at a version; of the chat, what it calls it."""

    match: str | None
    version: int | None
    chat: str | None = None


NOTHING = Shown(None, None)


async def bring_up_to_date(socket: RoomSocket, seen: RoomSnapshot) -> None:
    """Tell a page about its room, and put it before another stage if the room has changed its match."""
    if not _is_member_still(socket, seen):
        await socket.say_goodbye(REMOVED)
    elif shows_another_stage(socket, seen):
        await set_up(socket, seen)
    else:
        await _say_room(socket, seen)
        if seen.match is None and not socket.wants_json:
            pieces = waiting_fragments(seen, socket.user_id, socket.language, origin=socket.origin)
            await socket.push("".join(pieces))


def shows_another_stage(socket: RoomSocket, seen: RoomSnapshot) -> bool:
    """Whether the room has moved on to another match, or away from one, since this page got its stage."""
    match = seen.match_for(socket.user_id)
    return match != socket.match or socket.is_behind != (match != seen.match)


async def set_up(socket: RoomSocket, seen: RoomSnapshot, shown: Shown = NOTHING) -> None:
    """Give a page its whole stage, unless it shows it already."""
    if not _is_member_still(socket, seen):
        await socket.say_goodbye(REMOVED)
        return
    take_down(socket)
    match = seen.match_for(socket.user_id)
    socket.is_behind = match != seen.match
    if socket.wants_json:
        await _say_room(socket, seen)
    if match is not None:
        await _set_up_match(socket, match, shown)
    elif not socket.wants_json:
        stage = waiting_stage(seen, socket.user_id, socket.language, origin=socket.origin, oob=True)
        await socket.push(stage)
    if not socket.wants_json:
        socket.room_told = ""
        await _say_room(socket, seen)


def _is_member_still(socket: RoomSocket, seen: RoomSnapshot) -> bool:
    """Whether the page may stay. Whoever left and came back before anybody noticed has another membership now."""
    member = seen.member_of(socket.user_id)
    if member is not None:
        socket.membership_id = member.member
    return member is not None


def take_down(socket: RoomSocket) -> None:
    """The page shows no match any more; harmless when it shows none."""
    if socket.match_id is None:
        return
    match_id, socket.match_id, socket.match, socket.seat = socket.match_id, None, None, None
    socket.plays = False
    hub.leave(match_id, socket)
    if not hub.viewers_of(match_id):
        presence.forget(match_id)
        bus.unsubscribe(f"match.{match_id}")


async def _set_up_match(socket: RoomSocket, public_id: str, shown: Shown) -> None:
    match_id, own_seat = await in_thread(find_seat, public_id, socket.user_id)
    seat = None if socket.is_watching else own_seat
    bus.subscribe(f"match.{match_id}")
    actor = await tables().get(match_id)
    await actor.refresh()
    await actor.look_at_names()
    await actor.look_at_wish()
    if not socket.is_open:
        if not hub.viewers_of(match_id):
            bus.unsubscribe(f"match.{match_id}")
        return
    # From here to the first await nothing can come between: no change is missed and none is told twice.
    socket.match, socket.match_id, socket.seat = public_id, match_id, seat
    socket.plays = own_seat is not None
    socket.shown, socket.own_key = actor.version, None
    hub.join(match_id, socket)
    tables().watch(actor)
    if socket.wants_json:
        await socket.push(broadcast.snapshot_json(actor, seat, now_ms()))
    elif actor.cut is None and (shown.match, shown.version) == (public_id, actor.version):
        # Two frames: pages drop one whose marker is not newer.
        await socket.push(broadcast.unversioned_html(actor, socket.language, now_ms()))
        await socket.push(broadcast.marker_html(actor, now_ms()))
    else:
        await socket.push(broadcast.snapshot_html(actor, seat, socket.language, now_ms()))


async def _say_room(socket: RoomSocket, seen: RoomSnapshot) -> None:
    """The room itself: everything for a machine; for a page what it shows beside its stage, if that has changed."""
    if socket.wants_json:
        frame: dict[str, Any] = {"type": "room", "room": room_json(seen)}
        await socket.push(msgspec.json.encode(frame).decode())
        return
    told = room_markers(seen, socket.user_id, socket.language)
    if told != socket.room_told:
        socket.room_told = told
        await socket.push(told)


def find_seat(public_id: str, user_id: int) -> tuple[int, int | None]:
    """A match's primary key and the seat this user holds in it."""
    match_id = Match.objects.values_list("pk", flat=True).get(public_id=public_id)
    return match_id, services.seat_of(match_id, user_id)


def current_trick(seen: RoomSnapshot, user_id: int, language: str, number: int | None) -> str | None:
    """For a page load, in a thread: a finished trick of the match on the table; None for who may not see it."""
    match = seen.match_for(user_id)
    return None if match is None else broadcast.page_trick(find_seat(match, user_id)[0], language, number)


def current_stage(
    seen: RoomSnapshot,
    user_id: int,
    language: str,
    *,
    origin: str,
    csrf_token: str,
    is_watching: bool = False,
) -> tuple[str, Shown]:
    """For a page load, in a thread: the stage's HTML, and what the page then shows."""
    match = seen.match_for(user_id)
    if match is None:
        html = waiting_stage(seen, user_id, language, origin=origin, csrf_token=csrf_token)
        return html, NOTHING
    match_id, seat = find_seat(match, user_id)
    html, version = broadcast.page_stage(match_id, None if is_watching else seat, language, now_ms())
    return html, Shown(match, version)
