"""A machine at a real server's socket: JSON in, JSON out."""

import asyncio
import json
import ssl
from typing import Any, Self

from bench.sockets import Socket
from tests.browser.server import Server
from tests.sockets import JSON


class Machine:
    """An open socket of one person. `heard` is everything it was told, in order."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.socket: Socket
        self._looked = 0
        self._news = asyncio.Event()

    @classmethod
    async def open(cls, server: Server, session: str, code: str) -> Self:
        """Open the room's socket with this session. Raises: ConnectionError, OSError."""
        return await cls.open_at(server.port, f"sessionid={session}", code)

    @classmethod
    async def open_at(cls, port: int, cookie: str, code: str, tls: ssl.SSLContext | None = None) -> Self:
        """Open the room's socket at a port with a `Cookie` header. Raises: ConnectionError, OSError."""
        made = cls()
        made.socket = await Socket.open(
            port,
            f"/ws/room/{code}/",
            listener=made._hear,
            on_end=made._news.set,
            cookie=cookie,
            subprotocol=JSON,
            tls=tls,
        )
        return made

    def _hear(self, text: bytes) -> None:
        self.heard.append(json.loads(text))
        self._news.set()

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message).encode())

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of this type with these fields. Raises: AssertionError when the socket closes before."""
        async with asyncio.timeout(60):
            while True:
                for message in self.heard[self._looked :]:
                    self._looked += 1
                    if message["type"] == kind and all(message.get(k) == v for k, v in fields.items()):
                        return message
                assert self.socket.closed is None, f"closed with {self.code} while waiting for {kind}"
                await self._something_new()

    async def until_closed(self) -> int | None:
        """Wait for the end; the close code, None without one."""
        async with asyncio.timeout(60):
            while self.socket.closed is None:
                await self._something_new()
        return self.code

    async def _something_new(self) -> None:
        self._news.clear()
        await self._news.wait()

    @property
    def code(self) -> int | None:
        """The close code of the server."""
        closed = self.socket.closed
        return int.from_bytes(closed[:2], "big") if closed else None
