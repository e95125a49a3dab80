"""Whether this process can serve: what it needs is asked briefly, at most once a second whoever asks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection

from game import clock, metrics

logger = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_SECONDS = 2.0
FRESH_SECONDS = 1.0
MOST_LAG_SECONDS = 10.0
_threads = ThreadPoolExecutor(max_workers=3, thread_name_prefix="health")


def set_draining(*, on: bool = True) -> None:
    """From now on this process says that it is going down, so that a proxy sends nobody new."""
    metrics.draining.set(on)
    global _draining
    _draining = on


_draining = False


def is_draining() -> bool:
    """Whether this process is going down."""
    return _draining


async def in_health_thread(function: Callable[[], T]) -> T:
    """Run a blocking question where nothing else waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_threads, function)


class Health:
    """The answers of one process to "can you serve?", each kept for a second."""

    def __init__(self) -> None:
        self._asking: asyncio.Task[dict[str, Any]] | None = None
        self._at = float("-inf")
        self._failing: list[str] = []

    async def report(self) -> dict[str, Any]:
        """`status` is `ok`, `failing` or `draining`; `checks` says `ok` or `failing` for each thing needed."""
        if self._asking is None or (self._asking.done() and time.monotonic() - self._at >= FRESH_SECONDS):
            self._asking = asyncio.ensure_future(self._ask())
        checks = await asyncio.shield(self._asking)
        is_well = all(checks.values())
        status = "draining" if is_draining() else "ok" if is_well else "failing"
        return {"status": status, "checks": {name: "ok" if ok else "failing" for name, ok in checks.items()}}

    async def _ask(self) -> dict[str, Any]:
        questions = {
            "database": in_health_thread(_ask_database),
            "cache": in_health_thread(_ask_cache),
            "layer": _ask_layer(),
        }
        answers = await asyncio.gather(*map(_is_answered, questions.values()))
        checks = dict(zip(questions, answers, strict=True))
        lag = clock.lag_seconds()
        checks["clock"] = lag is not None and lag < MOST_LAG_SECONDS
        failing = [name for name, is_well in checks.items() if not is_well]
        if failing != self._failing:
            logger.warning("health: %s", f"failing: {', '.join(failing)}" if failing else "all well again")
            self._failing = failing
        self._at = time.monotonic()
        return checks


async def _is_answered(question: Awaitable[Any]) -> bool:
    try:
        await asyncio.wait_for(question, PATIENCE_SECONDS)
    except Exception:  # whatever a client raises: there was no answer
        return False
    return True


def _ask_database() -> None:
    """Ask for the time, which also shows how far this machine's clock is off."""
    query = (
        "SELECT EXTRACT(EPOCH FROM clock_timestamp())" if connection.vendor == "postgresql" else "SELECT 1"
    )
    try:
        with connection.cursor() as cursor:
            before = time.time()
            cursor.execute(query)
            (answer,) = cursor.fetchone()
    finally:
        connection.close()  # the next question shows again whether one can connect
    if connection.vendor == "postgresql":
        metrics.clock_drift.set((before + time.time()) / 2 - float(answer))


def _ask_cache() -> None:
    cache.set("health", 1, 60)
    if cache.get("health") != 1:
        raise LookupError


async def _ask_layer() -> None:
    await get_channel_layer().group_send("health", {"type": "health"})
