"""What open pages hear of: changes of rooms made in any thread, of matches, and of both in other processes."""

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib.auth.signals import user_logged_out
from django.db import InterfaceError, OperationalError, transaction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest

from accounts.models import User
from game import presence, services
from game.actor import Actor
from game.bus import bus
from game.faults import log_fault
from game.models import Ruling
from game.rulings import after_ruling
from game.tables import after_change, tables
from game.threads import in_thread
from rooms import live
from rooms.models import Closing
from rooms.moods import mood_after
from rooms.services import note_going_on, note_pause, note_results, note_ruling, show_mood
from rooms.signals import chat_said, mutes_changed, room_changed

logger = logging.getLogger(__name__)

SESSIONS, MUTES = "sessions", "mutes"
SETTLE_SECONDS = 2.0
AGAIN_SECONDS = 3.0
KEPT_MATCHES = 1024


def connect() -> None:
    """Begin to hear; called once, when the app is ready."""
    room_changed.connect(tell_everywhere)
    chat_said.connect(pass_chat_on)
    mutes_changed.connect(show_chat_anew)
    after_change.append(end_the_pause)
    after_change.append(note_what_happened)
    after_change.append(show_moods)
    after_ruling.append(tell_of_ruling)
    user_logged_out.connect(close_pages_of_session)
    # A lock and a new password end log-ins; which ones, the check finds out.
    post_save.connect(look_at_sessions, sender=User)
    post_delete.connect(look_at_sessions, sender=User)
    post_save.connect(look_at_once, sender=Closing)


def tell_everywhere(code: str, **_: Any) -> None:
    """A room changed in this process, in whatever thread: tell the pages here and the other processes."""

    async def tell() -> None:
        bus.publish(f"room.{code}", {"type": "room.changed", "code": code})
        await live.changed(code)

    services.run_in_server_soon(tell)


def pass_chat_on(code: str, **_: Any) -> None:
    """Something was said in a room, in whatever thread: tell the pages here and the other processes."""

    async def tell() -> None:
        bus.publish(f"room.{code}", {"type": "chat.said", "code": code})
        await live.said(code)

    services.run_in_server_soon(tell)


def show_chat_anew(user_id: int, **_: Any) -> None:
    """Somebody muted somebody, or hears them again: their pages show it at once, wherever they are."""

    async def tell() -> None:
        bus.publish(MUTES, {"type": "mutes.changed", "user": user_id})
        await live.mutes_changed(user_id)

    services.run_in_server_soon(tell)


def close_pages_of_session(request: HttpRequest | None, **_: Any) -> None:
    """Somebody logs out: their session is about to go. Other processes notice when they sweep."""
    key = request.session.session_key if request is not None else None
    if key:
        services.run_in_server_soon(lambda: live.end_session(key))


def look_at_sessions(created: bool = False, update_fields: Iterable[str] | None = None, **_: Any) -> None:
    """A log-in may have ended: look which pages have to go, here and in the other processes.

    People change their preferences as often as they like: that ends nothing.
    """
    if created or (update_fields is not None and not {"password", "is_active"} & set(update_fields)):
        return

    async def look() -> None:
        # Whoever changed a password gets a new cookie with the answer; until then their other tabs have the old one.
        await asyncio.sleep(SETTLE_SECONDS)
        await _look_everywhere()

    transaction.on_commit(lambda: services.run_in_server_soon(look))


def look_at_once(**_: Any) -> None:
    """An administrator told pages to close: look which, here and in the other processes."""
    transaction.on_commit(lambda: services.run_in_server_soon(_look_everywhere))


async def _look_everywhere() -> None:
    bus.publish(SESSIONS, {"type": "sessions.changed"})
    await live.check_sessions()


def end_the_pause(actor: Actor) -> None:
    """A match changed: when all who are here have pressed next, the pause between rounds is over."""
    if actor.public.phase == "roundOver" and (here := presence.present_at(actor.id)):
        live.soon(actor.next_round(here))


class _Noted(NamedTuple):
    """What of a match was told in its room's chat: rounds, whether it is over, and since when it pauses (ms)."""

    rounds: int = 0
    is_over: bool = False
    paused_since: int | None = None
    paused_by: str = ""


_noted: "OrderedDict[int, _Noted]" = OrderedDict()
_noting: "weakref.WeakKeyDictionary[Actor, asyncio.Lock]" = weakref.WeakKeyDictionary()


def note_what_happened(actor: Actor) -> None:
    """A match changed: its room's chat tells of finished rounds, pauses and the end; the end reaches pages at once."""
    if actor.cut is not None:
        return  # the ruling is told instead
    public, pause = actor.public, actor.public.pause
    now = _Noted(len(public.results), public.ranking is not None)
    before = _noted.get(actor.id, None if actor.has_paused else _Noted())
    if pause is not None and pause.since is not None:
        now = now._replace(paused_since=pause.since, paused_by=actor.players[pause.seat].name)
    if before == now:
        return
    _noted[actor.id] = now
    while len(_noted) > KEPT_MATCHES:
        _noted.popitem(last=False)
    services.run_in_server_soon(lambda: _note(actor, before, now))


def show_moods(actor: Actor) -> None:
    """A match changed before somebody's eyes: a bot may show what it thinks of that."""
    bots = [seat for seat, player in enumerate(actor.players) if player.bot is not None]
    mood = mood_after(actor.public, bots)
    if mood is not None and actor.cut is None and presence.present_at(actor.id):
        name = actor.players[mood.seat].name
        services.run_in_server_soon(lambda: in_thread(show_mood, match_id=actor.id, mood=mood, name=name))


async def _note(actor: Actor, before: _Noted | None, now: _Noted) -> None:
    """Writes what is new. `before` is None where this process does not know what was told: all is told once anyway."""
    async with _noting.setdefault(actor, asyncio.Lock()):  # in the order in which it happened
        while True:
            try:
                await _write_down(actor, before, now)
            except (InterfaceError, OperationalError) as error:  # the database is away
                log_fault(logger, "a room could not be told of its match", error)
                await asyncio.sleep(AGAIN_SECONDS)
            except Exception as error:
                log_fault(logger, "a room could not be told of its match", error)
                return
            else:
                return


async def _write_down(actor: Actor, before: _Noted | None, now: _Noted) -> None:
    public = actor.public
    if before is None or before.paused_since != now.paused_since:
        if now.paused_since is None:
            await in_thread(note_going_on, match_id=actor.id)
        else:
            await in_thread(note_pause, match_id=actor.id, since=now.paused_since, asked_by=now.paused_by)
    if (before or _Noted())[:2] != now[:2]:
        ranking = [(line.seat, line.rank, line.total) for line in public.ranking or ()]
        await in_thread(
            note_results,
            match_id=actor.id,
            names=[player.name for player in actor.players],
            bots=[player.name for player in actor.players if player.bot is not None],
            rounds=[result.order for result in public.results],
            ranking=ranking if now.is_over else None,
        )
    if now.is_over and actor.row.room_code:
        await live.changed(actor.row.room_code)


def tell_of_ruling(ruling: Ruling) -> None:
    """An administrator, or the players, decided about a match: its room is told, never silently."""
    note_ruling(match_id=ruling.match_id, ruling_id=ruling.pk, kind=ruling.kind, reason=ruling.reason)


async def hear_chat(message: dict[str, Any]) -> None:
    """Something was said in a room, in another process."""
    await live.said(message["code"])


async def hear_mutes(message: dict[str, Any]) -> None:
    """Somebody's mutes changed in another process."""
    await live.mutes_changed(message["user"])


async def hear_room(message: dict[str, Any]) -> None:
    """Another process changed a room."""
    await live.changed(message["code"])


async def hear_sessions(message: dict[str, Any]) -> None:
    """Log-ins ended in another process."""
    await live.check_sessions()


async def hear_match(message: dict[str, Any]) -> None:
    """Another process moved a match on, or gave time back in it."""
    actor = tables().here(message["match"])
    if actor is None:
        return
    shown, told = (actor.version, actor.extra_ms), (message["version"], message.get("extra", 0))
    if message.get("cut"):
        await actor.refresh()
    elif shown < told:
        await actor.refresh(to=told[0] if shown[0] < told[0] else None)
    if message.get("wish"):
        await actor.look_at_wish()
