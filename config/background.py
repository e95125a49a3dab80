"""What a server process does beside answering: clock, bus, presence. Started and stopped in the sockets' event loop."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from config.health import set_draining
from game import reviews, services
from game.bus import bus
from game.clock import Clock
from game.faults import log_fault
from game.holds import begin_serving
from game.moment import now_ms
from game.reviewer import Reviewer
from game.tables import tables
from game.writer import writer
from rooms import hearing, live, restarting
from rooms.restarting import Doors

logger = logging.getLogger(__name__)

NOTICE_SECONDS = 1.5  # between the announcement and the end, so that it can be read and a press arrives
STOP_SECONDS = 20.0
HOLD_SECONDS = 5.0  # to stop the clock of who is cut off, however long the rest took


class Background:
    """The background work of one process."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._sweeping: asyncio.Task[None] | None = None
        self._reviewer: Reviewer | None = None

    async def start(self) -> None:
        """Begin. Matches that stood still while no process ran go on from here."""
        restarting.set_doors(Doors.OPEN)
        begin_serving(now_ms())
        services.set_server_loop(asyncio.get_running_loop())
        await bus.start(
            {
                "match.changed": hearing.hear_match,
                "room.changed": hearing.hear_room,
                "sessions.changed": hearing.hear_sessions,
                "chat.said": hearing.hear_chat,
                "mutes.changed": hearing.hear_mutes,
            }
        )
        bus.subscribe(hearing.SESSIONS)
        bus.subscribe(hearing.MUTES)
        await self._clock.start()
        self._sweeping = asyncio.create_task(live.look_after_pages())
        self._reviewer = Reviewer(reviews.is_waiting)
        self._reviewer.start()

    async def stop(self) -> None:
        """End in good order: what was begun is committed and told, then the pages are sent away."""
        set_draining()
        if self._reviewer is not None:
            await self._reviewer.stop()
        restarting.set_doors(Doors.NO_NEW_PAGES)
        # The database may be away, or the machine slow: the pages are sent away nevertheless.
        await _within(STOP_SECONDS, self._let_go(), "not everything could be finished before the end")
        await _within(HOLD_SECONDS, tables().hold(), "time could not be stopped for everybody")
        await live.say_goodbye_to_all()
        await live.drain()
        await bus.stop()
        await asyncio.get_running_loop().run_in_executor(None, writer.close)
        services.set_server_loop(None)

    async def _let_go(self) -> None:
        if live.pages_here():
            await live.announce_restart()
            await asyncio.sleep(NOTICE_SECONDS)
        await restarting.finish()
        await self._clock.stop()
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        await tables().drain()


async def _within(seconds: float, work: Coroutine[Any, Any, None], failure: str) -> None:
    """Do something, but for no longer; where it fails or takes longer the log says so."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except Exception as error:
        log_fault(logger, failure, error)
