"""Channels' consumer by the short way: no channel of its own, no thread and no task for each message."""

from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer


class Consumer(AsyncWebsocketConsumer):
    """A socket whose messages are handled in turn, by the handlers Channels names, in the task it was opened in."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Part of ASGI: one connection, until it is closed."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler, without the stock version's hop to the one thread of all synchronous code."""
        await getattr(self, message["type"].replace(".", "_"))(message)
