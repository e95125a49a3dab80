"""The writer: one thread that puts all waiting actions of this process into one transaction (group commit)."""

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Sequence
from itertools import chain
from typing import Any

import msgspec
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper

from game.engine.facts import SeatRound
from game.engine.hidden import Hidden
from game.faults import log_fault

logger = logging.getLogger(__name__)

BATCH = 64
GATHER_SECONDS = 0.005  # a transaction of two actions costs what one of one does


class Row(Hidden, frozen=True):
    """One action with what its commit changes in the match. Times in ms; `match` is the match's primary key.

    `deadline` is that of the rules. Time given back to a decision is added by the database while the decision lasts:
    another process may have given it. `facts` are the lines for statistics, of the action that ends the match.
    """

    match: int
    version: int
    seat: int
    type: str
    payload: dict[str, Any]
    origin: str
    key: str | None
    at: int
    link: str
    decision: int
    owing: int
    deadline: int | None
    due_at: int | None
    status: str
    result: dict[str, Any] | None
    finished_at: int | None
    facts: tuple[SeatRound, ...] = ()


class _Waiting(msgspec.Struct):
    row: Row
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[bool]


class Writer:
    """Appends rows. `append` answers True when the row is committed, False when another row took its place.

    Soon after a transaction a single action waits for company: where little happens, and where much does, nobody waits.
    The caller holds the lock of the match while it waits, so a batch never has two rows of one match from here.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    async def append(self, row: Row) -> bool:
        """Commit `row`. Raises DatabaseError when it is known that nothing was written."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(row, loop, loop.create_future())
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
                self._thread.start()
        self._queue.put(waiting)
        return await waiting.future

    @property
    def waiting(self) -> int:
        """How many actions nobody has begun to write."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what waits, then end the thread. A later `append` starts a new one."""
        with self._starting:
            if self._thread is not None:
                self._queue.put(None)
                self._thread.join()
                self._thread = None

    def _run(self) -> None:
        rested_at = 0.0
        try:
            while (first := self._queue.get()) is not None:
                if self._queue.empty() and (pause := rested_at - time.monotonic()) > 0:
                    time.sleep(pause)
                batch, stop = [first], False
                while len(batch) < BATCH and not self._queue.empty():
                    if (waiting := self._queue.get()) is None:
                        stop = True
                        break
                    batch.append(waiting)
                self._commit(batch)
                rested_at = time.monotonic() + GATHER_SECONDS
                if stop:
                    break
        finally:
            connection.close()

    def _commit(self, batch: list[_Waiting]) -> None:
        rows = [waiting.row for waiting in batch]
        try:
            won = append_rows(rows)
        except DatabaseError as error:
            log_fault(logger, f"a batch of {len(rows)} actions failed; looking up what became of it", error)
            connection.close()
            for waiting in batch:
                self._commit_alone(waiting)
            return
        for loop in {waiting.loop for waiting in batch}:
            outcomes = [(w.future, is_won) for w, is_won in zip(batch, won, strict=True) if w.loop is loop]
            loop.call_soon_threadsafe(_settle_all, outcomes)

    @staticmethod
    def _commit_alone(waiting: _Waiting) -> None:
        """After a failed batch its outcome is unknown: look a row up, and write it only if it is not there.

        Alone, so that one bad row does not take the others with it.
        """
        try:
            is_won = is_there(waiting.row) or append_rows([waiting.row])[0]
        except DatabaseError as error:
            connection.close()
            waiting.loop.call_soon_threadsafe(_fail, waiting.future, error)
        else:
            waiting.loop.call_soon_threadsafe(_settle, waiting.future, is_won)


def _settle_all(outcomes: list[tuple[asyncio.Future[bool], bool]]) -> None:
    for future, won in outcomes:
        _settle(future, won)


def _settle(future: asyncio.Future[bool], won: bool) -> None:
    if not future.done():
        future.set_result(won)


def _fail(future: asyncio.Future[bool], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


# What a match gets from the row of an action.
_MOVED_ON = """
        version = news.version, decision = news.decision, owing = news.owing,
        deadline = news.deadline
            + CASE WHEN game_match.decision = news.decision AND news.owing > 0 THEN extra_ms ELSE 0 END,
        extra_ms = CASE WHEN game_match.decision = news.decision THEN extra_ms ELSE 0 END,
        due_at = news.due_at, status = news.status, result = news.result, finished_at = news.finished_at
"""
# Into the log of a running match only: the row of the match is locked, so that nobody ends it in between, and in one
# order of matches in all processes: no two of them wait for each other.
_APPEND_ALL = f"""
    WITH news AS (
        SELECT * FROM jsonb_to_recordset(%s::jsonb) AS news (
            match bigint, version integer, seat smallint, type text, payload jsonb, origin text, key text, at bigint,
            link text, decision integer, owing integer, deadline bigint, due_at bigint, status text, result jsonb,
            finished_at bigint
        )
    ), running AS (
        SELECT id FROM game_match WHERE id IN (SELECT match FROM news) AND status = 'playing'
        ORDER BY id FOR NO KEY UPDATE
    ), appended AS (
        INSERT INTO game_action (match_id, version, seat, type, payload, origin, key, at, link)
        SELECT match, version, seat, type, payload, origin, key, at, link FROM news JOIN running ON id = match
        ON CONFLICT DO NOTHING RETURNING match_id
    )
    UPDATE game_match SET {_MOVED_ON}
    FROM news JOIN appended ON match_id = match WHERE game_match.id = match RETURNING game_match.id
"""
# The same for SQLite, where only the last part of a statement may write.
_INSERT = """
    WITH news (match, version, seat, type, payload, origin, key, at, link) AS (VALUES {marks})
    INSERT INTO game_action (match_id, version, seat, type, payload, origin, key, at, link)
    SELECT news.match, news.version, seat, type, payload, origin, key, at, link
    FROM news CROSS JOIN game_match ON game_match.id = news.match
    WHERE status = 'playing' ON CONFLICT DO NOTHING RETURNING match_id
"""
_UPDATE = f"""
    WITH news (match, version, decision, owing, deadline, due_at, status, result, finished_at)
        AS (VALUES {{marks}})
    UPDATE game_match SET {_MOVED_ON}
    FROM news WHERE game_match.id = news.match
"""
_PLACE = 'UPDATE game_seat SET place = %s, points = %s WHERE match_id = %s AND "index" = %s'
_FACT = """
    INSERT INTO game_seatround
        (seat_id, match_id, user_id, round, players, standing, place, revolution, mixed, alone, kept, timeouts)
    SELECT id, match_id, user_id, %s, %s, %s, %s, %s, %s, %s, %s, %s FROM game_seat WHERE match_id = %s AND "index" = %s
"""


def append_rows(rows: list[Row]) -> list[bool]:
    """Insert actions and move their matches on, in one transaction. Returns for each row whether it was won.

    A row whose (match, version) or (match, seat, key) exists already is lost and changes nothing; so is one of a match
    that does not run any more, and all but the first of one match.
    """
    append = _append_at_once if connection.vendor == "postgresql" else _append_in_two
    tried = {row.match: row for row in reversed(rows)}
    with transaction.atomic(), connection.cursor() as cursor:
        moved = append(cursor, list(tried.values()))
        for match in moved:
            _note_end(cursor, tried[match])
    return [row.match in moved and row is tried[row.match] for row in rows]


def _note_end(cursor: CursorWrapper, row: Row) -> None:
    """What the action that ends a match changes beside it."""
    if row.result is not None:
        lines = [(line["rank"], line["total"], row.match, line["seat"]) for line in row.result["ranking"]]
        cursor.executemany(_PLACE, lines)
        cursor.executemany(_FACT, [_fact_values(row.match, fact) for fact in row.facts])


def _append_at_once(cursor: CursorWrapper, rows: list[Row]) -> set[int]:
    """One statement, one way to the database and back, however many rows. Returns the matches that moved on."""
    cursor.execute(_APPEND_ALL, [msgspec.json.encode(rows).decode()])
    return {match for (match,) in cursor.fetchall()}


def _append_in_two(cursor: CursorWrapper, rows: list[Row]) -> set[int]:
    """Two statements, however many rows: between statements this thread waits until the event loop lets it go on.

    Returns the matches that moved on.
    """
    cursor.execute(*_with_rows(_INSERT, [_action_values(row) for row in rows]))
    moved = {match for (match,) in cursor.fetchall()}
    if moved:
        cursor.execute(*_with_rows(_UPDATE, [_match_values(row) for row in rows if row.match in moved]))
    return moved


def _with_rows(statement: str, rows: Sequence[tuple[Any, ...]]) -> tuple[str, list[Any]]:
    """A statement with a mark for each value, and the values."""
    marks = f"({', '.join(['%s'] * len(rows[0]))})"
    return statement.format(marks=", ".join([marks] * len(rows))), list(chain.from_iterable(rows))


def _action_values(row: Row) -> tuple[Any, ...]:
    payload = json.dumps(row.payload)
    return (row.match, row.version, row.seat, row.type, payload, row.origin, row.key, row.at, row.link)


def _match_values(row: Row) -> tuple[Any, ...]:
    result = None if row.result is None else json.dumps(row.result)
    return (row.match, row.version, row.decision, row.owing, row.deadline, row.due_at, row.status, result,
            row.finished_at)  # fmt: skip


def _fact_values(match: int, fact: SeatRound) -> tuple[int, ...]:
    return (fact.round, fact.players, fact.standing, fact.place, fact.revolution, fact.mixed, fact.alone, fact.kept,
            fact.timeouts, match, fact.seat)  # fmt: skip


def is_there(row: Row) -> bool:
    """True when exactly this row is in the log (not another one of the same version)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seat, type, origin, key, at FROM game_action WHERE match_id = %s AND version = %s",
            [row.match, row.version],
        )
        return cursor.fetchone() == (row.seat, row.type, row.origin, row.key, row.at)


writer = Writer()
