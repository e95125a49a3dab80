"""Where sockets lead."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from config.handshakes import by_itself
from rooms.consumers import RoomConsumer
from rooms.live import NOT_FOUND


class Nowhere(AsyncWebsocketConsumer):
    """Any other address: accepted and closed like a room that does not exist."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        """Say where this leads: nowhere."""
        await self.accept()
        await self.close(NOT_FOUND)

    async def receive(self, text_data: str | None = None, bytes_data: Any = None) -> None:
        """Hear nothing."""


websocket_urlpatterns = [path("ws/room/<str:code>/", by_itself(RoomConsumer)), re_path("", Nowhere.as_asgi())]
