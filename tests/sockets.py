"""Talks to the server's sockets as a page or as a machine, in tests."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

JSON = "kings.v1+json"


@sync_to_async
def cookie_of(user: Any) -> str:
    """The session cookie of somebody who has logged in."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


class Page:
    """An open socket. `frames` keeps everything it ever received, as text."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.socket = communicator
        self.frames: list[str] = []
        self._pings = 0
        self.closed: int | None = None

    @classmethod
    async def open(
        cls,
        user: Any,
        code: str,
        *,
        machine: bool = True,
        query: str = "",
        origin: str = "http://testserver",
        cookie: str = "",
    ) -> Self:
        """Open the room's socket as this person (None: nobody, or whose session cookie is given)."""
        from config.asgi import application

        headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
        if user is not None:
            cookie = await cookie_of(user)
        if cookie:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()))
        socket = WebsocketCommunicator(
            application,
            f"/ws/room/{code}/{query}",
            headers=headers,
            subprotocols=[JSON] if machine else None,
        )
        connected, _ = await socket.connect(timeout=60)
        assert connected
        return cls(socket)

    async def say(self, **message: Any) -> None:
        """Send a JSON message."""
        await self.socket.send_to(text_data=json.dumps(message))

    async def say_raw(self, text: str) -> None:
        """Send exactly this text."""
        await self.socket.send_to(text_data=text)

    async def receive(self, timeout: float = 20) -> str:  # noqa: ASYNC109
        """The next frame's text; "" when the server closed the socket."""
        output = await self.socket.receive_output(timeout)
        if output["type"] == "websocket.close":
            self.closed = output["code"]
            return ""
        self.frames.append(output["text"])
        return output["text"]

    async def until(self, *types: str, timeout: float = 20, **fields: Any) -> dict[str, Any]:  # noqa: ASYNC109
        """The next JSON message of one of these types with these fields; what comes before it is kept in `frames`."""
        async with asyncio.timeout(timeout):
            while True:
                text = await self.receive(timeout)
                if not text:
                    raise AssertionError(f"closed with {self.closed} while waiting for {types}")
                message = json.loads(text)
                if message["type"] in types and all(message.get(k) == v for k, v in fields.items()):
                    return message

    async def until_text(self, *parts: str, timeout: float = 20) -> str:  # noqa: ASYNC109
        """Read on until all of these have come, in one frame or several. Returns what was read."""
        read = ""
        async with asyncio.timeout(timeout):
            while not all(part in read for part in parts):
                text = await self.receive(timeout)
                if not text:
                    raise AssertionError(f"closed with {self.closed} while waiting for {parts}")
                read += text
        return read

    async def settle(self) -> list[str]:
        """Everything that was sent to this page until now: a ping is answered after all of it."""
        before = len(self.frames)
        self._pings += 1
        mark = f"{1000 + self._pings}"
        await self.say(type="ping", t=int(mark))
        while True:
            text = await self.receive()
            if not text or ("pong" in text and mark in text):
                return self.frames[before:]

    async def close(self) -> None:
        """Close the socket as a closed tab does."""
        await self.socket.disconnect()


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until something done in the background has happened."""
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
