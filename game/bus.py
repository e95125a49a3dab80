"""Tells the other server processes that something changed. A hint only: losing one costs delay, never state.

With Redis, each process has one channel and subscribes once per topic. Without it there is one process and nothing
to tell. Nothing here ever raises or keeps its caller waiting: a layer that is away or stalls stops nobody.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

from game.metrics import hints

logger = logging.getLogger(__name__)

Listener = Callable[[dict[str, Any]], Awaitable[None]]

PATIENCE_SECONDS = 2.0
AGAIN_SECONDS = 5.0
WAITING_HINTS = 1000  # more than these are dropped: whoever misses one finds out by itself


class Bus:
    """One process's end of the bus. Topics look like `match.17` or `room.AB12CD`."""

    def __init__(self) -> None:
        self._listeners: dict[str, Listener] = {}
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._wanted: set[str] = set()
        self._subscribed: set[str] = set()
        self._news = asyncio.Event()
        self._hints: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue(WAITING_HINTS)

    async def start(self, listeners: dict[str, Listener]) -> None:
        """Begin to hear messages; `listeners` by message type."""
        self._listeners = listeners
        if settings.REDIS_URL:
            self._news, self._hints = asyncio.Event(), asyncio.Queue(WAITING_HINTS)
            await self._patiently(self._open())
            for work in (self._receive, self._keep_subscribed, self._send):
                self._tasks.append(asyncio.create_task(work()))

    async def _open(self) -> None:
        self._channel = await get_channel_layer().new_channel()
        self._news.set()

    async def stop(self) -> None:
        """Send what waits, for a moment, then stop hearing messages."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS if self._tasks else 0):
                await self._hints.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks, self._channel = [], ""
        self._subscribed.clear()

    def subscribe(self, topic: str) -> None:
        """Hear, from soon on, what other processes say about a topic."""
        self._wanted.add(topic)
        self._news.set()

    def unsubscribe(self, topic: str) -> None:
        """Hear no more of a topic."""
        self._wanted.discard(topic)
        self._news.set()

    def publish(self, topic: str, message: dict[str, Any]) -> None:
        """Tell the other processes that care about a topic, soon."""
        if not self._channel:
            return
        if self._hints.full():
            hints.labels("dropped").inc()
        else:
            self._hints.put_nowait((topic, {**message, "from": self._channel}))

    async def _send(self) -> None:
        while True:
            topic, message = await self._hints.get()
            is_sent = await self._patiently(get_channel_layer().group_send(topic, message))
            hints.labels("sent" if is_sent else "failed").inc()
            self._hints.task_done()

    async def _keep_subscribed(self) -> None:
        """Bring the layer's subscriptions to what is wanted; after a failure all of them again, a while later."""
        while True:
            self._news.clear()
            if await self._subscribe_as_wanted():
                await self._news.wait()
            else:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _subscribe_as_wanted(self) -> bool:
        layer = get_channel_layer()
        if not self._channel:
            return True  # until there is one
        for topic in self._subscribed - self._wanted:
            if not await self._patiently(layer.group_discard(topic, self._channel)):
                return False
            self._subscribed.discard(topic)
        for topic in self._wanted - self._subscribed:
            if not await self._patiently(layer.group_add(topic, self._channel)):
                return False
            self._subscribed.add(topic)
        return True

    async def _patiently(self, call: Awaitable[Any]) -> bool:
        """Do something with the layer, for a moment. Returns whether it worked."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await call
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever the layer's client raises
            logger.warning("the channel layer is away: %r", error)
            self._forget_subscriptions()
            return False
        return True

    def _forget_subscriptions(self) -> None:
        """Nobody knows what the layer still has of them."""
        self._subscribed.clear()
        self._news.set()

    async def _receive(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                if not self._channel:
                    await self._open()
                message = await layer.receive(self._channel)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                logger.warning("the channel layer is away: %r", error)
                self._forget_subscriptions()
                await asyncio.sleep(1)
                continue
            if message.get("from") == self._channel:
                continue
            try:
                await self._listeners[message["type"]](message)
            except Exception:  # a hint that cannot be followed is one that got lost
                logger.exception("a hint from another process could not be followed")


bus = Bus()
