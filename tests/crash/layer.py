"""A channel layer that loses hints, brings them twice, late, and in another order."""

import asyncio
import os
import random
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

LOST, TWICE, LATE = 0.15, 0.15, 0.15
LATEST_SECONDS = 1.5


class RoughLayer(RedisPubSubChannelLayer):
    """Rough on what is sent to groups; `CRASH_SEED` says how."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._chance = random.Random(os.environ.get("CRASH_SEED"))
        self._late: set[asyncio.Task[None]] = set()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send it once, twice, later or not at all."""
        fate = self._chance.random()
        if fate < LOST:
            return
        if fate < LOST + LATE:
            task = asyncio.ensure_future(self._send_later(group, message))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
            return
        for _ in range(2 if fate < LOST + LATE + TWICE else 1):
            await self._get_layer().group_send(group, message)

    async def _send_later(self, group: str, message: dict[str, Any]) -> None:
        await asyncio.sleep(self._chance.random() * LATEST_SECONDS)
        try:
            await self._get_layer().group_send(group, message)
        except Exception:  # lost, then
            return
