"""The players of the bench: six sockets of a room that keep acting, and know when everybody has heard of it.

An HTML page is driven without reading its HTML: the bench knows every match's seed and options, so it plays the match
along in the engine, asks the easy bot for each seat's action, and sends that through the seat's own socket. What comes
back is only searched for its version. A server that lost, doubled or reordered an action would be noticed at once.
"""

import asyncio
import json
import re
import time
from contextlib import suppress
from typing import Any

from bench.sockets import Socket
from game.bots import easy
from game.engine.actions import Origin
from game.engine.codec import encode_action
from game.engine.observation import observe_seat
from game.engine.options import parse_options
from game.engine.rules import apply, open_match, owing

PLAYERS = 6
LATE_SECONDS = 10.0
LOST_SECONDS = 60.0
TRIES = 8
JSON_PROTOCOL = "kings.v1+json"

_HTML_VERSION = re.compile(rb'<data id="at"[^>]* data-version="(\d+)"')
_JSON_VERSION = re.compile(rb'"version":(\d+)')


class Tally:
    """What happened in the rooms of one kind. Latencies in seconds: from sending until all six had heard.

    `late` and `lost`: sockets that heard of an action after `LATE_SECONDS`, and not within `LOST_SECONDS`. `reopened`:
    handshakes the server was too busy for.
    """

    def __init__(self) -> None:
        self.actions = self.late = self.lost = self.refused = self.ended = self.reopened = 0
        self.latencies: list[float] = []
        self.example = ""


class Room:
    """Six sockets. One action at a time: the next begins when all six have heard of the last one."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.sockets: list[Socket] = []
        self._heard = [0] * PLAYERS
        self._wanted = 0
        self._missing = 0
        self._sent = 0.0
        self._all_heard = asyncio.Event()
        self._seeing: asyncio.Task[None] | None = None

    async def play(self, period: float, offset: float) -> None:
        """Act every `period` seconds from `offset` on, until cancelled or until there is nothing left to do."""
        loop = asyncio.get_running_loop()
        due = loop.time() + offset
        while True:
            await asyncio.sleep(due - loop.time())
            number, seat, text = self.next_action()
            if not text:
                self.tally.ended += 1
                return
            await self._act(number, seat, text)
            due = max(due + period, loop.time())

    def next_action(self) -> tuple[int, int, bytes]:
        """The number that all will hear, who acts, and what is sent; empty when the match is over."""
        raise NotImplementedError

    async def _act(self, number: int, seat: int, text: bytes) -> None:
        self._wanted, self._missing = number, PLAYERS
        self._all_heard.clear()
        self._sent = time.perf_counter()
        self.sockets[seat].send(text)
        self._seeing = asyncio.ensure_future(self._see_through())
        await asyncio.shield(self._seeing)

    async def settle(self) -> None:
        """See an action that has begun through, so that the next window begins where this one ended."""
        if self._seeing is not None:
            await self._seeing

    async def _see_through(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._all_heard.wait(), LATE_SECONDS)
        self.tally.late += self._missing
        try:
            await asyncio.wait_for(self._all_heard.wait(), LOST_SECONDS - LATE_SECONDS)
            self.tally.actions += 1
        except TimeoutError:
            self.tally.lost += self._missing

    async def _enter(self, port: int, path: str, **more: Any) -> None:
        """Open the next socket; again, a while later, where a busy server gave up on the handshake."""
        for number in range(1, TRIES + 1):
            try:
                self.sockets.append(await Socket.open(port, path, **more))
                return
            except (ConnectionError, TimeoutError):
                if number == TRIES:
                    raise
                self.tally.reopened += 1
                await asyncio.sleep(number)

    def hears(self, seat: int, number: int) -> None:
        """A socket was told of the action with this number."""
        if number == self._wanted and self._heard[seat] < number:
            self._missing -= 1
            if not self._missing:
                self.tally.latencies.append(time.perf_counter() - self._sent)
                self._all_heard.set()
        self._heard[seat] = max(self._heard[seat], number)

    def refused(self, payload: bytes) -> None:
        """The server did not accept an action: the bench or the server is wrong."""
        self.tally.refused += 1
        self.tally.example = self.tally.example or payload.decode(errors="replace")[:300]


class FloorRoom(Room):
    """A room that only broadcasts. `size` > 0: frames of that many bytes come back; `deflate`: compressed."""

    def __init__(self, tally: Tally, *, size: int = 0, deflate: bool = True) -> None:
        super().__init__(tally)
        self.size, self.deflate = size, deflate
        self._number = 0

    def next_action(self) -> tuple[int, int, bytes]:
        """A message as long as a play; the seats take turns."""
        self._number += 1
        head = f'{{"number":{self._number:8d},"size":{self.size}'
        return self._number, self._number % PLAYERS, f'{head},"pad":"{"-" * (86 - len(head))}"}}'.encode()

    async def open(self, ports: list[int], path: str, cookies: list[str]) -> None:
        """Open the six sockets, at the processes in turn."""
        for seat in range(PLAYERS):
            await self._enter(
                ports[seat % len(ports)],
                path,
                listener=self._listener(seat),
                cookie=cookies[seat],
                deflate=self.deflate,
            )

    def _listener(self, seat: int) -> Any:
        return lambda payload: self.hears(seat, int(payload[10:18]))


class TableRoom(Room):
    """A room with a match, its six players looking at HTML pages or at JSON views."""

    def __init__(self, tally: Tally, table: dict[str, Any], *, machine: bool) -> None:
        super().__init__(tally)
        self.code: str = table["code"]
        self.machine = machine
        options = parse_options(table["options"])
        self.state = open_match(
            players=PLAYERS, options=options, seed=bytes.fromhex(table["seed"]), at=0
        ).match

    def next_action(self) -> tuple[int, int, bytes]:
        """The easy bot's choice for the first seat that owes one, as its client would send it."""
        asked = owing(self.state)
        if not asked:
            return 0, 0, b""
        seat, decision = asked[0], self.state.decision
        action = easy.choose(observe_seat(self.state, seat))
        self.state = apply(self.state, seat, action, origin=Origin.PLAYER, at=0).match
        kind, payload = encode_action(action)
        key = f"{seat}-{self.state.version}"
        message = {"type": kind, **payload, "decision": decision, "id": key}
        return self.state.version, seat, json.dumps(message, separators=(",", ":")).encode()

    async def open(self, ports: list[int], cookies: list[str]) -> None:
        """Open the six sockets, at the processes in turn."""
        for seat in range(PLAYERS):
            listener = self._json_listener(seat) if self.machine else self._html_listener(seat)
            await self._enter(
                ports[seat % len(ports)],
                f"/ws/room/{self.code}/",
                listener=listener,
                cookie=cookies[seat],
                subprotocol=JSON_PROTOCOL if self.machine else "",
            )
            while not self.sockets[-1].frames:  # the handshake says only that the page may come  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    def _html_listener(self, seat: int) -> Any:
        def listen(payload: bytes) -> None:
            if found := _HTML_VERSION.search(payload, max(0, len(payload) - 300)):
                self.hears(seat, int(found[1]))
            elif b'data-result="rejected"' in payload:
                self.refused(payload)

        return listen

    def _json_listener(self, seat: int) -> Any:
        def listen(payload: bytes) -> None:
            if payload.startswith(b'{"type":"view"'):
                found = _JSON_VERSION.search(payload, 0, 60)
                assert found is not None
                self.hears(seat, int(found[1]))
            elif payload.startswith((b'{"type":"rejected"', b'{"type":"bye"')):
                self.refused(payload)

        return listen
