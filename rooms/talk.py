"""Passes a room's chat on to its open pages here: each line once, to those who may and want to see it.

Called under the lock of the room (`rooms.live`). A line is drawn once a language, and once more for its sender.
"""

from collections.abc import Iterable
from typing import Protocol

from game.threads import in_thread
from rooms.chat import News, mutes_of, news, recent
from rooms.chat_rendering import line_frame, line_html, log_frame, log_html, shows
from rooms.snapshot import RoomSnapshot


class Hearer(Protocol):
    """An open page that hears a room's chat.

    `heard`: the newest line it was told of, -1 before the first. `muted`: accounts it hears nothing of.
    `kept_from`: the running match (public id) of which it must not hear something: its watchers, or all that happens.
    """

    user_id: int
    language: str
    wants_json: bool
    is_open: bool
    heard: int
    muted: frozenset[int]
    kept_from: str | None

    async def push(self, text: str) -> None:
        """Send one frame."""


async def begin(hearer: Hearer, seen: RoomSnapshot, shown: str | None = None) -> None:
    """Tell a page everything it may read, unless it shows just that already (`shown`, as `#chat-log` names it)."""
    hearer.muted = (await in_thread(mutes_of, [hearer.user_id]))[hearer.user_id]
    hearer.kept_from = _kept_from(hearer, seen)
    lines = await in_thread(recent, seen.code, hearer.user_id)
    hearer.heard = max(hearer.heard, lines[-1].id if lines else 0)
    if hearer.wants_json:
        await hearer.push(log_frame(lines))
    elif shown != shows(lines):
        await hearer.push(log_html(lines, hearer.user_id, hearer.language, oob=True))


async def pass_on(code: str, hearers: Iterable[Hearer], after: int) -> int:
    """Tell these pages what was said after the line numbered `after`. Returns the newest line there is."""
    told = await in_thread(news, code, after)
    frames: dict[tuple[int, str, bool], str] = {}
    for hearer in hearers:
        if hearer.heard >= 0 and hearer.is_open:
            await _tell(hearer, told, frames)
    return told.lines[-1].id if told.lines else after


async def _tell(hearer: Hearer, told: News, frames: dict[tuple[int, str, bool], str]) -> None:
    for line in told.for_viewer(hearer.user_id, hearer.muted):
        if line.id <= hearer.heard:
            continue
        hearer.heard = line.id
        mine = line.sender_id == hearer.user_id
        key = (line.id, "" if hearer.wants_json else hearer.language, mine and not hearer.wants_json)
        if key not in frames:
            frames[key] = (
                line_frame(line) if hearer.wants_json else line_html(line, hearer.language, mine=mine)
            )
        await hearer.push(frames[key])


async def look_again(hearers: Iterable[Hearer], seen: RoomSnapshot) -> None:
    """A match began or ended: who may hear of it now what was kept from them is told."""
    for hearer in hearers:
        kept_from = _kept_from(hearer, seen)
        if hearer.heard < 0 or kept_from == hearer.kept_from:
            continue
        before, hearer.kept_from = hearer.kept_from, kept_from
        if before is not None and seen.member_of(hearer.user_id) is not None:
            await begin(hearer, seen)


def _kept_from(hearer: Hearer, seen: RoomSnapshot) -> str | None:
    member = seen.member_of(hearer.user_id)
    # Seats rest while a match runs: whoever sits in the room plays. What is kept from them is decided by the roster.
    sits = member is not None and member.seat is not None
    return seen.match if seen.playing and (sits or not seen.spectators) else None
