"""Django's SQLite backend with one change: the threads of a process queue for the database's one place to write.

SQLite itself has no queue: who finds it taken sleeps, at last 100 ms at a time, and looks again, so that among busy
writers one may wait for ever. Processes still meet like that; a process of ours has up to a dozen writing threads.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.backends.sqlite3 import base

from config.sqlite.turns import Turns

_turns = Turns()  # a process has one database

_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLAC")
_DEFAULT_PATIENCE = 5.0  # as sqlite3's own


class Cursor(base.SQLiteCursorWrapper):
    """A cursor whose writing statements, where no transaction surrounds them, wait for their turn."""

    patience = _DEFAULT_PATIENCE

    def execute(self, query: str, params: Any = None) -> Any:
        """Part of Python's database interface."""
        with self._turn_for(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        """Part of Python's database interface."""
        with self._turn_for(query):
            return super().executemany(query, param_list)

    def _turn_for(self, query: str) -> contextlib.AbstractContextManager[None]:
        writes_alone = query.lstrip()[:6].upper() in _WRITES and not self.connection.in_transaction
        return _turn(self.patience) if writes_alone else contextlib.nullcontext()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection; a transaction has its turn from its beginning to its end."""

    _has_turn = False

    @property
    def _patience(self) -> float:
        """How long to wait, in seconds, as for other processes."""
        return float(self.settings_dict["OPTIONS"].get("timeout", _DEFAULT_PATIENCE))

    def create_cursor(self, name: str | None = None) -> Any:
        """Part of Django's interface."""
        cursor = self.connection.cursor(factory=Cursor)
        cursor.patience = self._patience
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        with self.wrap_database_errors:
            _take(self._patience)
        self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._pass_on()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # what cannot be committed is rolled back
        self._pass_on()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turns.give()


def _take(patience: float) -> None:
    """Raises: sqlite3.OperationalError as SQLite does where other processes do not let it write."""
    if not _turns.take(patience):
        raise sqlite3.OperationalError("database is locked")


@contextlib.contextmanager
def _turn(patience: float) -> Iterator[None]:
    _take(patience)
    try:
        yield
    finally:
        _turns.give()
