"""The room's socket: reads what a page says, hands it to one service, writes the answer. Decides nothing itself."""

import asyncio
import logging
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.utils import timezone, translation

from accounts.seen import is_due, note_seen
from config import assets
from config.consumer import Consumer
from game import broadcast
from game.actor import Accepted, Actor, Rejected
from game.advice import advice_json, advise
from game.commands import AutoplayCommand, GameCommand, PauseCommand, PingCommand, SyncCommand, key_of
from game.engine.errors import Malformed, Refusal
from game.faults import log_fault
from game.metrics import PARSE, Stopwatch, connections_refused, refusals
from game.moment import now_ms
from game.refusals import refusal_text
from game.rendering import OwnKey, ack, advice_html, pong, toast
from game.tables import tables
from game.threads import in_thread
from rooms import budget, crowd, live, pace, restarting
from rooms.access import room_for
from rooms.budget import Budget, budget_of, cost_of
from rooms.commands import (
    AdviceCommand,
    ChatCommand,
    EmoteCommand,
    NonceCommand,
    OrderCommand,
    RoomCommand,
    TalkCommand,
    parse_room_command,
)
from rooms.errors import NoSuchRoom, RoomError
from rooms.links import origin_of_scope
from rooms.services import contribute
from rooms.sessions import LogIn, log_in_of
from rooms.sitenews import build_html
from rooms.speaking import speak
from rooms.stage import REMOVED, RoomSocket, Shown

logger = logging.getLogger(__name__)

JSON_PROTOCOL = "kings.v1+json"
TOO_FAST = 4408
REPLACED, FULL = 4411, 4413


class RoomConsumer(Consumer):
    """One open room page, in one of two renderings: HTML fragments, or JSON by subprotocol."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.code: str = scope["url_route"]["kwargs"]["code"]
        self.user_id = self.membership_id = 0
        self.match: str | None = None
        self.match_id: int | None = None
        self.seat: int | None = None
        self.shown = -1
        self.own_key: OwnKey | None = None
        self.heard, self.muted, self.kept_from = -1, frozenset[int](), None
        self.language, self.origin, self.is_behind = "ko", origin_of_scope(scope), False
        del scope["headers"]  # for weeks, perhaps
        self.is_watching = self.plays = False
        self.room_told = ""
        self.wants_json = JSON_PROTOCOL in scope["subprotocols"]
        self.budget = Budget()  # until it is known whose
        self.session, self.opened_at = LogIn(0, "", ""), timezone.now()
        self.is_open = False
        try:
            await super().__call__(scope, receive, send)
        finally:  # `disconnect` is not called after an exception
            self.is_open = False
            crowd.go(self)
            await live.leave(self)

    async def connect(self) -> None:
        """Accept, then say who may stay: a close code reaches the page only on an accepted socket."""
        await self.accept(JSON_PROTOCOL if self.wants_json else None)
        self.is_open = True
        if not restarting.takes_pages() or crowd.is_full():
            await self.say_goodbye(FULL if restarting.takes_pages() else live.RESTARTING)
            return
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.say_goodbye(live.LOGGED_OUT)
            return
        try:
            room, membership = await in_thread(room_for, user, self.code)
        except NoSuchRoom:
            await self.say_goodbye(live.NOT_FOUND)
            return
        self.code, self.user_id, self.membership_id = room.code, user.pk, membership.pk
        self.language, self.session = user.language, log_in_of(self.scope)
        self.budget = budget_of(user.pk)
        if oldest := crowd.come(self):
            await oldest.say_goodbye(REPLACED)
        await asyncio.sleep(self.budget.connect())
        if is_due(user):  # a page may stay open for weeks, and come back by its socket alone
            await in_thread(note_seen, user)
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.is_watching = _first(query, "watch") == "1"
        if (shown_build := _first(query, "build")) and shown_build != assets.build():
            await self.push(build_html(assets.build(), self.language))
        await live.enter(self, Shown(_first(query, "match"), _number(query, "since"), _first(query, "chat")))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one message. Nothing a client sends closes the socket, except far too much of it."""
        if not self.is_open or not restarting.takes_messages():
            return
        with restarting.working():
            await self._answer(text_data or "")

    async def _answer(self, text: str) -> None:
        watch = Stopwatch()
        command = _parsed(text)
        watch.lap(PARSE)
        if not self.budget.spend(cost_of(command)):
            await self._slow_down(key_of(text))
            return
        try:
            await self._obey(command)
        except Malformed as refusal:
            await self._reject(key_of(text), refusal)
        except RoomError as error:
            with translation.override(self.language):
                await self._say_no(key_of(text), error.code, error.sentence())
        except (
            Exception
        ) as error:  # a database that is away, or a fault of ours: answered, and the socket lives on
            log_fault(logger, "a message could not be answered properly", error)
            await self._refuse_plainly(key_of(text), "unavailable")

    async def _slow_down(self, key: str | None) -> None:
        if self.budget.is_hopeless:
            self.budget.begin_anew()
            await self.say_goodbye(TOO_FAST)
            return
        await asyncio.sleep(budget.SLOW_SECONDS)
        await self._say_no(key, "too_fast", refusal_text("too_fast", {}, self.language))

    async def _obey(self, command: RoomCommand | Malformed) -> None:
        match command:
            case Malformed():
                raise command
            case PingCommand():
                await self._pong(command)
            case SyncCommand():
                await live.resync(self)
            case ChatCommand() | EmoteCommand() | OrderCommand():
                await self._speak(command)
            case NonceCommand():
                await self._contribute(command)
            case AdviceCommand():
                await self._advise(command)
            case _:
                await self._act(command)

    async def _act(self, command: GameCommand) -> None:
        if (place := await self._place()) is None:
            await self._refuse_plainly(command.id, "not_seated")
            return
        actor, seat = place
        if actor.public.autoplay[seat] and not await in_thread(self._is_member):
            # Sent away, or gone on another page: this one is about to close, and takes nothing back from autoplay.
            await self._refuse_plainly(command.id, "not_seated")
            return
        if isinstance(command, AutoplayCommand | PauseCommand) and not pace.take_wish(self.user_id):
            await self._refuse_plainly(command.id, "too_fast")
            return

        async def accepted(answer: Accepted) -> None:
            await self._say_yes(command.id, answer.version)

        is_host = isinstance(command, PauseCommand) and await in_thread(self._is_host)
        answer = await actor.obey(seat, command, on_commit=accepted, is_host=is_host)
        if isinstance(answer, Rejected):
            await self._reject(command.id, answer.refusal)
        elif answer.repeated:
            await self._say_yes(command.id, answer.version)

    async def _place(self) -> tuple[Actor, int] | None:
        """The match on the page and this page's seat in it, still its own when the match is at hand."""
        match_id, seat = self.match_id, self.seat
        if match_id is None or seat is None:
            return None
        actor = await tables().get(match_id)
        return (actor, seat) if (self.match_id, self.seat) == (match_id, seat) else None

    async def _advise(self, command: AdviceCommand) -> None:
        """The best choices of who practises alone. Whoever else is in the room, watching or not, ends the practice."""
        if (place := await self._place()) is None:
            await self._refuse_plainly(command.id, "not_seated")
            return
        actor, seat = place
        if not actor.row.practice or actor.row.people != 1 or not await in_thread(self._is_alone):
            await self._refuse_plainly(command.id, "no_advice")
            return
        if not pace.take_advice(self.user_id):
            await self._refuse_plainly(command.id, "too_fast")
            return
        try:
            given = await advise(actor, seat)
        except Refusal as refusal:
            await self._reject(command.id, refusal)
            return
        if self.wants_json:
            await self._push_json({"type": "advice", "id": command.id, **advice_json(given)})
        else:
            answer = ack(command.id, accepted=True, version=given.version)
            await self.push(answer + advice_html(given.choices, self.language))

    def _is_alone(self) -> bool:
        """Whether nobody else is in the room but bots."""
        room = room_for(self.scope["user"], self.code).room
        return not room.memberships.filter(user__isnull=False).exclude(user_id=self.user_id).exists()

    def _is_member(self) -> bool:
        try:
            room_for(self.scope["user"], self.code)
        except NoSuchRoom:
            return False
        return True

    def _is_host(self) -> bool:
        return room_for(self.scope["user"], self.code).room.host_id == self.user_id

    async def _speak(self, command: TalkCommand) -> None:
        line = await speak(command, code=self.code, user_id=self.user_id, match_id=self.match_id)
        await self._say_yes(command.id, line=line)

    async def _contribute(self, command: NonceCommand) -> None:
        user = self.scope["user"]
        given = {"commitment": command.commitment, "nonce": command.nonce}
        await in_thread(lambda: contribute(user=user, code=self.code, **given))
        await self._say_yes(command.id)

    async def _say_yes(self, key: str | None, version: int | None = None, **more: Any) -> None:
        """It is done; an action of a match as `version`."""
        if self.wants_json:
            shown = self.shown if version is None else version
            await self._push_json({"type": "accepted", "id": key, "version": shown, **more})
        else:
            await self.push(ack(key, accepted=True, version=version))

    async def _reject(self, key: str | None, refusal: Refusal) -> None:
        text = refusal_text(refusal.code, refusal.params, self.language, kids=self._is_kind)
        await self._send_rejection(key, refusal.code, text)

    @property
    def _is_kind(self) -> bool:
        """Whether the table on the page uses kind words."""
        actor = None if self.match_id is None else tables().here(self.match_id)
        return actor is not None and actor.row.kids

    async def _refuse_plainly(self, key: str | None, code: str) -> None:
        await self._send_rejection(key, code, refusal_text(code, {}, self.language))

    async def _send_rejection(self, key: str | None, code: str, sentence: str) -> None:
        fresh = ""
        actor = None if self.match_id is None or self.wants_json else tables().here(self.match_id)
        if actor is not None:
            fresh = broadcast.private_html(actor, self.seat, self.language, now_ms())
        await self._say_no(key, code, sentence, fresh)

    async def _say_no(self, key: str | None, code: str, sentence: str, fresh: str = "") -> None:
        refusals.labels(code).inc()
        if self.wants_json:
            frame = {"type": "rejected", "id": key, "code": code, "message": sentence, "version": self.shown}
            await self._push_json(frame)
            return
        answer = ack(key, accepted=False, code=code)
        await self.push(answer + toast(sentence, "bad", self.language) + fresh)

    async def _pong(self, command: PingCommand) -> None:
        if self.wants_json:
            frame = {"type": "pong", "t": command.t, "now": now_ms(), "match": self.match}
            await self._push_json({**frame, "version": self.shown})
        else:
            version = None if self.match is None else self.shown
            await self.push(pong(command.t, now=now_ms(), match=self.match or "", version=version))

    async def _push_json(self, frame: dict[str, Any]) -> None:
        await self.push(msgspec.json.encode(frame).decode())

    async def push(self, text: str) -> None:
        """Send one frame; a socket that is gone is not an error."""
        if not self.is_open:
            return
        try:
            await self.base_send({"type": "websocket.send", "text": text})
        except Exception:  # closing already; `disconnect` is on its way
            self.is_open = False

    async def say_goodbye(self, code: int) -> None:
        """Close with a code of the protocol; machines are told in words first."""
        if not self.is_open:
            return
        connections_refused.labels(str(code)).inc()
        if self.wants_json and code in _GOODBYES:
            name, retry = _GOODBYES[code]
            await self._push_json({"type": "bye", "code": name, "retry": retry})
        self.is_open = False
        await self.base_send({"type": "websocket.close", "code": code})
        await live.leave(self)


_GOODBYES = {
    REPLACED: ("replaced", False),
    FULL: ("full", True),
    live.LOGGED_OUT: ("logged_out", False),
    TOO_FAST: ("too_fast", True),
    REMOVED: ("removed", False),
    live.CLOSED: ("closed", False),
    live.RESTARTING: ("restarting", True),
}


def _parsed(text: str) -> RoomCommand | Malformed:
    try:
        return parse_room_command(text)
    except Malformed as refusal:
        return refusal


def _first(query: dict[str, list[str]], name: str) -> str | None:
    values = query.get(name)
    return values[0] if values else None


def _number(query: dict[str, list[str]], name: str) -> int | None:
    text = _first(query, name)
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 16 else None


_check: type[RoomSocket] = RoomConsumer  # what the room's pages need, kept by mypy
