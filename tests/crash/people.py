"""People who play through sockets, whatever happens: they come back to another process and ask again until answered."""

import asyncio
import contextlib
import random
import secrets
import time
from typing import Any, NamedTuple

import msgspec

from bench.sockets import Socket
from tests.live.driving import answer_to

JSON_PROTOCOL = "kings.v1+json"
ANSWER_SECONDS = 12.0  # without an answer for so long, they come back by another way
AGAIN = {"unavailable", "too_fast", "not_seated"}  # nothing was decided: asked again


class Told(NamedTuple):
    """An answer somebody got: of which id and seat, and as which version it was accepted (None: refused)."""

    match: str
    seat: int
    key: str
    version: int | None


class Diary:
    """What everybody remembers of a run."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.connections = self.resent = 0

    @property
    def accepted(self) -> int:
        """How many actions were acknowledged, each counted once."""
        return len({told[:3] for told in self.told if told.version is not None})


class Person:
    """An account at one table. `ports`: where processes may be. Who sits behind the third comes and goes."""

    def __init__(
        self, *, code: str, cookie: str, seat: int, ports: list[int], diary: Diary, chance: random.Random
    ) -> None:
        self.code, self.cookie = code, cookie
        self.is_host, self.stays = seat == 0, seat < 3
        self.ports, self.diary, self.chance = ports, diary, chance
        self.view: dict[str, Any] = {}
        self.version = -1
        self.starts_matches = True
        self._socket: Socket | None = None
        self._asking: tuple[str, int, dict[str, Any]] | None = (
            None  # match, seat and message without an answer yet
        )
        self._question, self._asked_at = ("", 0), 0.0
        self._answered = ("", 0)  # match and decision, as above
        self._given = ""
        self._news = asyncio.Event()

    async def live(self) -> None:
        """Play until cancelled."""
        try:
            while True:
                with contextlib.suppress(OSError, TimeoutError):
                    await self._visit()
                await asyncio.sleep(
                    self.chance.uniform(0.05, 0.5) if self.stays else self.chance.uniform(0.5, 8)
                )
        finally:
            if self._socket is not None:
                self._socket.close()

    async def _visit(self) -> None:
        """One connection, to whichever process answers, until it ends."""
        port = self.chance.choice(self.ports)
        async with asyncio.timeout(5):
            self._socket = await Socket.open(
                port,
                f"/ws/room/{self.code}/",
                listener=self._hear,
                cookie=self.cookie,
                subprotocol=JSON_PROTOCOL,
                deflate=False,
            )
        self.diary.connections += 1
        since = time.monotonic()
        if self._asking is not None:
            self.diary.resent += 1
            self._say(self._asking[2])
        until = since + self.chance.uniform(2, 20)
        while self._socket.closed is None and (self.stays or time.monotonic() < until):
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self._news.wait()
            if self._asking is not None and time.monotonic() - max(since, self._asked_at) > ANSWER_SECONDS:
                break
            if self.chance.random() < 0.002:
                self._say({"type": "sync"})
            await self._act(port)
        self._socket.close()
        self._socket = None

    def _say(self, message: dict[str, Any]) -> None:
        if self._socket is not None and self._socket.closed is None:
            self._socket.send(msgspec.json.encode(message))

    async def _act(self, port: int) -> None:
        view = self.view
        if not view or view["status"] != "playing":
            if self.is_host and self.starts_matches and self.chance.random() < 0.3:
                await self._start(port)
            return
        question = (view["match"], view["decision"])
        if self._asking is not None or question == self._answered:
            return
        if (answer := answer_to(view)) is not None:
            key = secrets.token_hex(8)
            self._asking = (view["match"], view["me"]["seat"], {**answer, "match": view["match"], "id": key})
            self._question, self._asked_at = question, time.monotonic()
            for _ in range(self.chance.choice((1, 1, 1, 2))):  # a double click
                self._say(self._asking[2])

    def _hear(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        self._news.set()
        match message["type"]:
            case "view":
                same = self.view and self.view["match"] == message["view"]["match"]
                if not same or message["version"] >= self.version:
                    self.view, self.version = message["view"], message["version"]
            case "room":
                self._give(message["room"]["shuffle"])
                if message["room"]["match"] is None:
                    self.view, self.version = {}, -1
            case "accepted" | "rejected":
                self._note(message)

    def _note(self, answer: dict[str, Any]) -> None:
        if self._asking is None or answer["id"] != self._asking[2]["id"]:
            return
        match, seat, message = self._asking
        is_accepted = answer["type"] == "accepted"
        if not is_accepted and self.view.get("match") != match:
            self._asking = None  # the room has moved on to another match: there the id means nothing
            return
        if not is_accepted and answer["code"] in AGAIN:
            asyncio.get_running_loop().call_later(0.3, self._say, message)
            return
        self.diary.told.append(Told(match, seat, message["id"], answer["version"] if is_accepted else None))
        self._asking = None
        if is_accepted:
            self._answered = self._question

    def _give(self, commitment: str | None) -> None:
        if commitment and commitment != self._given:
            self._given = commitment
            self._say({"type": "nonce", "commitment": commitment, "nonce": secrets.token_hex(16)})

    async def _start(self, port: int) -> None:
        """Press start, as the page's form does."""
        token = "c" * 32
        lines = (
            f"POST /r/{self.code}/start/ HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Cookie: {self.cookie}; csrftoken={token}",
            f"X-CSRFToken: {token}",
            "Content-Length: 0",
            "Connection: close",
        )
        async with asyncio.timeout(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write("\r\n".join((*lines, "", "")).encode())
                await reader.readline()
            finally:
                writer.close()
                await writer.wait_closed()
