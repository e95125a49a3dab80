"""The clock: makes matches go on with nobody connected, after a restart, and when a hint between processes got lost."""

import asyncio
import logging
import time

from django.conf import settings
from django.db import connection, transaction

from game import hub
from game.engine.rules import ENGINES
from game.faults import log_fault
from game.models import Match
from game.moment import now_ms
from game.store import Position, departed_from, positions_of, set_times, wishes_of
from game.tables import tables
from game.threads import in_thread

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
RECONCILE_SECONDS = 3.0
STOP_SECONDS = 5.0
CLAIM_MS = 5_000  # a claimed match comes due again by itself if the process that claimed it dies
TIMER_HEAD_START_MS = 100  # matches with viewers have their own timers, which are quicker
BATCH = 50

_looked_at: float | None = None


def lag_seconds() -> float | None:
    """How long a look for due matches is overdue in this process; None where no clock runs."""
    return None if _looked_at is None else max(0.0, time.monotonic() - _looked_at - POLL_SECONDS)


def _note_look(at: float | None) -> None:
    global _looked_at
    _looked_at = at


def claim_due(at: int) -> list[int]:
    """Claim matches that were due at `at` (ms), so that no other process takes them for the next CLAIM_MS.

    Matches of an engine that is not known here are left alone.
    """
    due = Match.objects.filter(due_at__lte=at, engine__in=ENGINES).order_by("due_at")
    if not due.exists():
        return []
    can_skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        claimed = list(due.select_for_update(skip_locked=can_skip).values_list("pk", flat=True)[:BATCH])
        Match.objects.filter(pk__in=claimed).update(due_at=at + CLAIM_MS)
    return claimed


def overdue(at: int) -> list[int]:
    """The running matches whose deadline passed before `at` (ms), but those that a planned restart holds."""
    running = Match.objects.filter(
        status=Match.Status.PLAYING, deadline__lt=at, engine__in=ENGINES, hold__isnull=True
    )
    return list(running.values_list("pk", flat=True))


class Clock:
    """One process's clock. `start` it in the event loop of the sockets."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._acting: dict[int, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Give overdue deadlines their grace, then tick until stopped. Without a database, as soon as there is one."""
        has_recovered = await self._try_to_recover()
        _note_look(time.monotonic())
        self._task = asyncio.create_task(self._run(has_recovered))

    async def stop(self) -> None:
        """Stop ticking, and let what was begun finish."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            _note_look(None)
        if self._acting:
            await asyncio.wait(self._acting.values(), timeout=STOP_SECONDS)

    async def _try_to_recover(self) -> bool:
        try:
            await self._recover()
        except Exception as error:
            log_fault(logger, "overdue deadlines could not be looked for", error)
            return False
        return True

    async def _recover(self) -> None:
        for match_id in await in_thread(overdue, now_ms() - 1000):
            try:
                actor = await tables().get(match_id)
                await actor.grace(settings.DOWNTIME_GRACE_MS)
            except Exception as error:
                log_fault(logger, f"match {match_id} could not be given its grace", error, match=match_id)

    async def _run(self, has_recovered: bool) -> None:
        reconciled = 0.0
        loop = asyncio.get_running_loop()
        while True:
            next_look = loop.time() + POLL_SECONDS
            try:
                has_recovered = has_recovered or await self._try_to_recover()
                if await self.tick() == BATCH:
                    next_look = 0  # there may be more
                _note_look(time.monotonic())
                if loop.time() - reconciled >= RECONCILE_SECONDS:
                    await reconcile()
                    reconciled = loop.time()
            except Exception as error:  # the database may be away for a while; the clock is not
                log_fault(logger, "the clock missed a tick", error)
            await asyncio.sleep(next_look - loop.time())

    async def tick(self, patience: float = POLL_SECONDS) -> int:
        """Act in every match that is due and has no timer of its own here, and wait `patience` seconds for it.

        A match that is stuck longer stops no other. Returns how many were due, at most `BATCH`.
        """
        due = await in_thread(claim_due, now_ms() - TIMER_HEAD_START_MS)
        idle = [match_id for match_id in due if match_id not in self._acting]
        positions = await self._read(idle) if idle else {}
        for match_id in idle:
            acting = self._act(match_id, positions.get(match_id))
            self._acting[match_id] = asyncio.ensure_future(acting)
        if self._acting:
            await asyncio.wait(self._acting.values(), timeout=patience)
        return len(due)

    async def _read(self, match_ids: list[int]) -> dict[int, Position]:
        """Read at once what these matches need to act, and where the database has them after that."""
        actors = await tables().get_all(match_ids)
        return await in_thread(positions_of, [actor.id for actor in actors])

    async def _act(self, match_id: int, position: Position | None) -> None:
        try:
            actor = await tables().get(match_id)
            if position is None or not actor.is_at(position):
                await actor.refresh()
            version = actor.version
            await actor.act(position)
            if actor.version == version:  # nothing was due after all: put the real moment back
                await in_thread(set_times, match_id, version, due_at=actor.due_at)
        except Exception as error:  # a broken match must not stop the others
            log_fault(logger, f"match {match_id} could not act", error, match=match_id)
        finally:
            self._acting.pop(match_id, None)


async def reconcile() -> None:
    """Compare what viewers here were shown with the database, and catch up where a hint got lost."""
    watched = hub.watched()
    if not watched:
        return
    for match_id in await in_thread(departed_from, watched):
        if (actor := tables().here(match_id)) is not None:
            await actor.look_at_names()
    newest = await in_thread(positions_of, watched)
    for match_id, position in newest.items():
        actor = tables().here(match_id)
        if actor is None:
            continue
        if actor.version < position.version:
            await actor.refresh(to=position.version)
        elif position.is_cut != (actor.cut is not None):
            await actor.refresh()
    wishes = await in_thread(wishes_of, watched)
    for match_id in watched:
        actor = tables().here(match_id)
        if actor is not None and actor.wish != wishes.get(match_id):
            await actor.look_at_wish()
