"""What came in from a connection and is not taken yet."""

import asyncio
from collections import deque
from typing import Any


class Inbox:
    """The part of `asyncio.Queue` that Daphne uses, for one reader, at a quarter of its 3 kB."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: deque[dict[str, Any]] = deque()
        self._reader: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many messages wait."""
        return len(self._messages)

    def put_nowait(self, message: dict[str, Any]) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> dict[str, Any]:
        """Take the oldest message, as soon as there is one. A reader that is cancelled takes none."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.popleft()
