"""Keeps a process at work while reviews are asked for: a child of the server, of low priority, gone when it is done.

A process of its own, because what it computes would hold the interpreter that the sockets need. Without a running
server (in tests, in commands) nothing is started.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError

from game.faults import log_fault
from game.threads import in_thread

logger = logging.getLogger(__name__)

REST_SECONDS = 60.0
"""After a child or a database that failed, whatever is asked for meanwhile."""

_reviewer: "Reviewer | None" = None


class Reviewer:
    """The server's hold on its child. Started and stopped in the sockets' event loop.

    `is_waiting` asks the database whether there is anything to do: without, no child is started.
    """

    def __init__(self, is_waiting: Callable[[], bool]) -> None:
        self._is_waiting = is_waiting
        self._loop = asyncio.get_running_loop()
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; whatever was left to do when a server ended is done first."""
        global _reviewer
        self._asked.set()
        self._task = asyncio.create_task(self._run())
        _reviewer = self

    async def stop(self) -> None:
        """End the child. What it had claimed is claimed again later."""
        global _reviewer
        _reviewer = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """From any thread: there is something to do."""
        self._loop.call_soon_threadsafe(self._asked.set)

    async def _run(self) -> None:
        while True:
            await self._asked.wait()
            self._asked.clear()
            try:
                is_well = not await in_thread(self._is_waiting) or await _child()
            except DatabaseError as error:
                log_fault(logger, "whether a review waits could not be seen", error)
                is_well = False
                self._asked.set()
            if not is_well:
                await asyncio.sleep(REST_SECONDS)


async def _child() -> bool:
    """Runs a child to its end, or ends it with this task. Returns whether it ended well."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        "make_reviews",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        if code := await child.wait():
            logger.error("the coach's process ended with %s", code)
        return not code
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()


def wake() -> None:
    """Reviews were asked for."""
    if _reviewer is not None:
        _reviewer.wake()
