"""The page Prometheus reads: what is counted as it goes, and what is looked up when somebody asks."""

import asyncio
import time

from django.db import connection
from prometheus_client import generate_latest

from config.health import in_health_thread
from game import clock, hub, metrics
from game.anomalies import stuck
from game.moment import now_ms
from game.writer import writer
from rooms import live

STUCK_SECONDS = 30.0  # the database is asked at most this often, however often the page is read
PATIENCE_SECONDS = 5.0


class Scrape:
    """The metrics page of one process."""

    def __init__(self) -> None:
        self._looked_at = float("-inf")

    async def page(self) -> bytes:
        """Everything, in Prometheus' text format."""
        rooms, sockets = live.open_pages()
        metrics.rooms.set(rooms)
        metrics.sockets.set(sockets)
        metrics.matches.set(len(hub.watched()))
        metrics.writer_waiting.set(writer.waiting)
        metrics.clock_lag.set(clock.lag_seconds() or 0)
        if time.monotonic() - self._looked_at >= STUCK_SECONDS:
            self._looked_at = time.monotonic()
            await self._look_for_stuck_matches()
        return generate_latest(metrics.REGISTRY)

    async def _look_for_stuck_matches(self) -> None:
        """NaN where the database does not answer: nobody knows."""
        try:
            count: float = await asyncio.wait_for(in_health_thread(_count_stuck), PATIENCE_SECONDS)
        except Exception:
            count = float("nan")
        metrics.stuck_matches.set(count)


def _count_stuck() -> int:
    try:
        return stuck(now_ms()).count()
    finally:
        connection.close()
