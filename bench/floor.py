"""What the whole path is compared with: sockets that only broadcast. Exists only where BENCH=1.

`/ws/bench/floor/<n>/` passes each frame on to the six sockets of its room through `game.hub`, the floor under
everything a table does. With `{"size": b}` in the frame it sends b bytes instead, as many as a table would.
`/ws/bench/daphne/<n>/` is the same floor over Daphne's and Autobahn's own sending, as it was when the goals were set;
`config/deflate.py` goes past it. `/ws/bench/stock/<n>/` has a channel a socket and Channels' `group_send`.
"""

import os
from contextlib import suppress
from typing import Any

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path

from config.consumer import Consumer
from config.handshakes import by_itself
from game import hub

if os.environ.get("BENCH") != "1":
    raise ImportError("the floor exists only where BENCH=1")

FILLER = "x" * 65_536


class _Sized(msgspec.Struct):
    size: int = 0


_decoder = msgspec.json.Decoder(_Sized)


class _FloorRoom(AsyncWebsocketConsumer):
    """A socket that passes frames on through the hub."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.seat: int | None = None
        self.language, self.wants_json, self.shown = "ko", False, 0
        # Matches have positive keys: a floor room is never one of them.
        self.room = -1 - int(scope["url_route"]["kwargs"]["room"])
        try:
            await super().__call__(scope, receive, send)
        finally:
            hub.leave(self.room, self)

    async def connect(self) -> None:
        """Join the room."""
        await self.accept()
        hub.join(self.room, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass the frame on to everybody in the room."""
        text = text_data or ""
        if size := _decoder.decode(text).size:
            text = text + FILLER[: max(0, size - len(text))]
        for viewer in hub.viewers_of(self.room):
            await viewer.push(text)

    async def push(self, text: str) -> None:
        """Send one frame; a socket that is gone is not an error, and not the sender's end."""
        with suppress(Exception):
            await self._send_frame(text)

    async def _send_frame(self, text: str) -> None:
        raise NotImplementedError


class FloorConsumer(_FloorRoom, Consumer):
    """A socket of a floor room. Uses the hub, and the same short way through Channels, as a table's socket."""

    async def _send_frame(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})


class DaphneConsumer(_FloorRoom):
    """The floor through Channels' own loop, as Daphne and Autobahn send: what is not text is theirs."""

    channel_layer_alias = "none"

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def _send_frame(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "bytes": text.encode()})


class StockConsumer(AsyncWebsocketConsumer):
    """The same room as the Channels tutorial builds it."""

    async def connect(self) -> None:
        """Join the group."""
        self.group = f"bench.{self.scope['url_route']['kwargs']['room']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pass the frame on to the group."""
        await self.channel_layer.group_send(self.group, {"type": "bench.frame", "text": text_data})

    async def bench_frame(self, event: dict[str, Any]) -> None:
        """Send one frame."""
        await self.send(bytes_data=event["text"].encode())


websocket_urlpatterns = [
    path("ws/bench/floor/<int:room>/", by_itself(FloorConsumer)),
    path("ws/bench/daphne/<int:room>/", DaphneConsumer.as_asgi()),
    path("ws/bench/stock/<int:room>/", StockConsumer.as_asgi()),
]
