"""The open room pages of this process: who has which room open, and telling them that their room has changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
from django.conf import settings
from django.db import DatabaseError

from game import broadcast, presence
from game.bus import bus
from game.faults import log_fault
from game.moment import now_ms
from game.tables import tables
from game.threads import in_keepers_thread, in_thread
from rooms import restarting, talk
from rooms.chat import mutes_of, newest
from rooms.closings import closed_lately
from rooms.connections import note_absence, note_page
from rooms.errors import NoSuchRoom
from rooms.presence import renew_leases, renew_presence, shorten_presence, tell_absence
from rooms.services import note_restart
from rooms.sessions import ended_sessions
from rooms.sitenews import restart_html, restart_json
from rooms.snapshot import RoomSnapshot, snapshot, snapshots
from rooms.stage import (
    RoomSocket,
    Shown,
    bring_up_to_date,
    find_seat,
    set_up,
    shows_another_stage,
    take_down,
)

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
SWEPT_AT_ONCE = 50  # rooms
# A reload or a change of network is no absence; longer than another process takes to renew.
MERCY_SECONDS = 8.0
LOGGED_OUT, NOT_FOUND, CLOSED, RESTARTING = 4401, 4404, 4410, 4412


class _LiveRoom:
    """The pages of one room here, and whether each has got its first stage. In `_rooms` as long as it has pages.

    The lock keeps what pages are told in one order. `seen` is what they were told last, `heard` the newest line of
    chat they were told.
    """

    def __init__(self) -> None:
        self.sockets: dict[RoomSocket, bool] = {}
        self.lock = asyncio.Lock()
        self.seen: RoomSnapshot | None = None
        self.online: frozenset[int] = frozenset()
        self.heard: int | None = None

    def pages_of(self, user_id: int) -> int:
        """How many pages this person has open here, of whatever kind."""
        return sum(socket.user_id == user_id for socket in self.sockets)

    def has_page_of(self, user_id: int) -> bool:
        """Whether this person has the room open here, not counting pages that only watch."""
        return any(socket.user_id == user_id and not socket.is_watching for socket in self.sockets)


_rooms: dict[str, _LiveRoom] = {}
_background: set[asyncio.Task[None]] = set()


def open_pages() -> tuple[int, int]:
    """How many rooms have a page open here, and how many pages that are."""
    return len(_rooms), sum(len(room.sockets) for room in _rooms.values())


async def enter(socket: RoomSocket, shown: Shown) -> None:
    """Add an open page and bring it up to date from what it shows already."""
    room = _rooms.setdefault(socket.code, _LiveRoom())
    room.sockets[socket] = False  # heard of from here on; the room is read after that
    bus.subscribe(f"room.{socket.code}")
    if not socket.is_watching:
        await in_thread(renew_presence, code=socket.code, user_id=socket.user_id)
    async with room.lock:
        seen = await _read(socket.code, room)
        if seen is None or socket not in room.sockets:
            return
        room.sockets[socket] = True
        room.seen = room.seen or seen
        await _pass_on_presence(seen, room)
        await set_up(socket, seen, shown)
        if room.heard is None:
            room.heard = (await in_thread(newest, [socket.code]))[socket.code]
        if socket.is_open:
            await talk.begin(socket, seen, shown.chat)
    if seen.playing:
        await _note_page(socket, room, opened=True)
    match_id, seat = socket.match_id, socket.seat  # either may be another one while this waits
    if match_id is not None and seat is not None:
        actor = await tables().get(match_id)
        await actor.settle_hold(back={seat})
        await actor.arrive(seat, settings.ARRIVAL_GRACE_MS)


async def leave(socket: RoomSocket) -> None:
    """Forget a closed page; harmless when it is not here."""
    room = _rooms.get(socket.code)
    if room is None or room.sockets.pop(socket, None) is None:
        return
    take_down(socket)
    if room.seen is not None and room.seen.playing:
        soon(_note_page(socket, room, opened=False))
    if not room.has_page_of(socket.user_id) and restarting.takes_messages():
        soon(_end_presence_later(socket.code, socket.user_id))
    if not room.sockets:
        del _rooms[socket.code]
        bus.unsubscribe(f"room.{socket.code}")


async def _note_page(socket: RoomSocket, room: _LiveRoom, *, opened: bool) -> None:
    pages = room.pages_of(socket.user_id)
    await in_thread(note_page, code=socket.code, user_id=socket.user_id, opened=opened, pages=pages)


async def _end_presence_later(code: str, user_id: int) -> None:
    """The last tab closed here: the lease is cut short. A tab elsewhere, or a new one, has renewed it by then."""
    await in_thread(shorten_presence, code=code, user_id=user_id, seconds=MERCY_SECONDS)
    if (room := _rooms.get(code)) is not None and room.has_page_of(user_id):
        await in_thread(renew_presence, code=code, user_id=user_id)  # it was faster than the cut
        return
    await asyncio.sleep(MERCY_SECONDS)
    await in_thread(tell_absence, code=code, user_id=user_id)


async def changed(code: str) -> None:
    """Something a member sees of this room changed: read it again and tell the pages here."""
    room = _rooms.get(code)
    if room is None:
        return
    async with room.lock:
        if (seen := await _read(code, room)) is not None:
            await _tell(seen, room)


async def _tell(seen: RoomSnapshot, room: _LiveRoom) -> None:
    for socket, has_stage in list(room.sockets.items()):
        if has_stage and socket.is_open:
            await bring_up_to_date(socket, seen)
    await talk.look_again([socket for socket in room.sockets if socket.is_open], seen)
    room.seen = seen
    await _pass_on_presence(seen, room)


async def resync(socket: RoomSocket) -> None:
    """Send a page everything again."""
    room = _rooms.get(socket.code)
    if room is None:
        return
    async with room.lock:
        if (seen := await _read(socket.code, room)) is not None and socket in room.sockets:
            await set_up(socket, seen)
            if socket.wants_json and socket.is_open:
                await talk.begin(socket, seen)


async def said(code: str) -> None:
    """Something was said in this room: tell the pages here what they have not heard yet."""
    room = _rooms.get(code)
    if room is None:
        return
    async with room.lock:
        if room.heard is not None:
            room.heard = await talk.pass_on(code, list(room.sockets), room.heard)


async def mutes_changed(user_id: int) -> None:
    """Somebody hears more or fewer people now: their pages here get the chat anew."""
    for room in list(_rooms.values()):
        async with room.lock:
            for socket in list(room.sockets):
                if (
                    socket.user_id == user_id
                    and socket.heard >= 0
                    and socket.is_open
                    and room.seen is not None
                ):
                    await talk.begin(socket, room.seen)


async def _catch_up_on_chat() -> None:
    """Notice what no hint told: lines, and mutes."""
    spoken = await in_thread(newest, list(_rooms))
    for code, last in spoken.items():
        room = _rooms.get(code)
        if room is not None and room.heard is not None and room.heard < last:
            await said(code)
    hearers = [socket for socket in pages_here() if socket.heard >= 0]
    mutes = await in_thread(mutes_of, {hearer.user_id for hearer in hearers})
    for user_id in {hearer.user_id for hearer in hearers if hearer.muted != mutes[hearer.user_id]}:
        await mutes_changed(user_id)


async def _read(code: str, room: _LiveRoom) -> RoomSnapshot | None:
    try:
        return await in_thread(snapshot, code)
    except NoSuchRoom:
        for socket in list(room.sockets):
            await socket.say_goodbye(NOT_FOUND)
        return None


async def _pass_on_presence(seen: RoomSnapshot, room: _LiveRoom) -> None:
    """Say who is here to machines, and to the table of the match."""
    online = frozenset(member.member for member in seen.members if member.online)
    if online != room.online:
        if seen.playing and (gone := list(room.online - online)):
            await in_thread(note_absence, membership_ids=gone)
        room.online = online
        members = [{"seat": m.seat, "online": m.online} for m in seen.members if m.seat is not None]
        frame = msgspec.json.encode({"type": "presence", "members": members}).decode()
        for socket in list(room.sockets):
            if socket.wants_json:
                await socket.push(frame)
    if seen.match is None or seen.stranded:
        return
    match_id, _ = await in_thread(find_seat, seen.match, 0)
    actor = await tables().get(match_id)
    here = {member.user_id for member in seen.members if member.online and member.user_id is not None}
    seats = frozenset(seat for seat, player in enumerate(actor.players) if player.user_id in here)
    if presence.set_present(match_id, seats):
        await broadcast.tell_presence(actor, now_ms())
        await actor.next_round(seats)


async def renew() -> None:
    """Renew the leases of the open pages here. Nobody must seem to be away because much is going on."""
    sockets = [socket for socket in pages_here() if not socket.is_watching]
    if sockets:
        await in_keepers_thread(renew_leases, [socket.membership_id for socket in sockets])


async def sweep() -> None:
    """Notice what no hint told: ended sessions, leases that ran out, changed rooms, lines, mutes."""
    await check_sessions()
    rooms = list(_rooms.items())
    for some in (rooms[start : start + SWEPT_AT_ONCE] for start in range(0, len(rooms), SWEPT_AT_ONCE)):
        now = await in_thread(snapshots, [code for code, _ in some])
        for code, room in some:
            if code not in now or now[code] != room.seen or _is_behind_the_times(now[code], room):
                await _look_again(code, room)
    if _rooms:
        await _catch_up_on_chat()


async def _look_again(code: str, room: _LiveRoom) -> None:
    async with room.lock:
        seen = await _read(code, room)
        if seen is not None and (seen != room.seen or _is_behind_the_times(seen, room)):
            await _tell(seen, room)


def _is_behind_the_times(seen: RoomSnapshot, room: _LiveRoom) -> bool:
    return any(has_stage and shows_another_stage(socket, seen) for socket, has_stage in room.sockets.items())


async def check_sessions() -> None:
    """Close the pages of people who logged out, changed their password, or were locked; and those told to close."""
    pages = {socket: socket.session for socket in pages_here()}
    if not pages:
        return
    ended, closed = await in_thread(ended_sessions, set(pages.values())), await in_thread(closed_lately)
    for socket, session in pages.items():
        if session in ended:
            await socket.say_goodbye(LOGGED_OUT)
        elif any(
            c.covers(user_id=socket.user_id, code=socket.code, opened_at=socket.opened_at) for c in closed
        ):
            await socket.say_goodbye(CLOSED)


async def end_session(session_key: str) -> None:
    """Close the pages of one log-in."""
    for socket in pages_here():
        if socket.session.session_key == session_key:
            await socket.say_goodbye(LOGGED_OUT)


async def look_after_pages() -> None:
    """The task of a server process that sweeps, and renews leases meanwhile: a sweep may take longer than they last."""
    await asyncio.gather(_every_few_seconds(renew), _every_few_seconds(sweep))


async def _every_few_seconds(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            await work()
        except Exception as error:  # the database may be away for a while
            log_fault(logger, "the open pages could not be looked after", error)


def pages_here() -> list[RoomSocket]:
    """All pages that are open here."""
    return [socket for room in _rooms.values() for socket in room.sockets]


async def announce_restart() -> None:
    """Tell every page that this process is about to stop, and the chat of every room that plays here."""
    for socket in pages_here():
        await socket.push(restart_json() if socket.wants_json else restart_html(socket.language))
    playing = [code for code, room in _rooms.items() if room.seen is not None and room.seen.playing]
    try:
        await in_thread(note_restart, playing)
    except DatabaseError as error:  # the restart goes on without the line
        log_fault(logger, "the chat could not be told of the restart", error)


async def say_goodbye_to_all() -> None:
    """Before a restart: ask every page to come back."""
    for socket in pages_here():
        await socket.say_goodbye(RESTARTING)


def soon(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in the background of the running loop."""
    task = asyncio.ensure_future(coroutine)
    _background.add(task)
    task.add_done_callback(_done)


def _done(task: asyncio.Task[None]) -> None:
    _background.discard(task)
    if not task.cancelled() and isinstance(error := task.exception(), Exception):
        log_fault(logger, "something in the background failed", error)


async def drain() -> None:
    """Drop what waits in the background, such as a mercy."""
    for task in list(_background):
        task.cancel()
    await asyncio.gather(*_background, return_exceptions=True)
