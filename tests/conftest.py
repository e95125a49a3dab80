"""What every test may use: the cast, a flush that gets past what only grows, and a server loop for sockets."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.operations import BaseDatabaseOperations

MOST_RERUNS = 3
APPEND_ONLY = ("game_action", "game_ruling", "game_connectionevent", "django_admin_log")


@pytest.fixture(scope="session", autouse=True)
def flush_may_empty_what_only_grows() -> Iterator[None]:
    """Tests empty all tables between them. Only here, and only for that, their triggers step aside."""
    original = BaseDatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: Any, sql_list: list[str]) -> None:
        if not any(table in sql for sql in sql_list for table in APPEND_ONLY):
            original(self, sql_list)
            return
        if self.connection.vendor == "sqlite":
            with self.connection.cursor() as cursor:
                cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                triggers = cursor.fetchall()
                for name, _ in triggers:
                    cursor.execute(f"DROP TRIGGER {name}")
                try:
                    original(self, sql_list)
                finally:
                    for _, sql in triggers:
                        cursor.execute(sql)
            return
        for is_last in (False, False, True):  # what a test left running may hold what the flush waits for
            try:
                with transaction.atomic(self.connection.alias), self.connection.cursor() as cursor:
                    cursor.execute("SET LOCAL session_replication_role = replica")
                    original(self, sql_list)
                return
            except OperationalError:
                if is_last:
                    raise

    BaseDatabaseOperations.execute_sql_flush = execute_sql_flush
    yield
    BaseDatabaseOperations.execute_sql_flush = original


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A thread that a test's end left behind may still be connected; PostgreSQL would refuse to drop its database."""
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


def make_user(username: str, display_name: str, **fields: Any) -> Any:
    from accounts.models import User

    return User.objects.create_user(username, display_name, "correct horse 7", **fields)


@pytest.fixture
def gale(db: None) -> Any:
    """The host."""
    return make_user("gale", "게일")


@pytest.fixture
def pia(db: None) -> Any:
    """A player."""
    return make_user("piaa", "피아")


@pytest.fixture
def wim(db: None) -> Any:
    """A member without a seat."""
    return make_user("wimm", "빔")


@pytest.fixture
def xan(db: None) -> Any:
    """A stranger."""
    return make_user("xann", "Xan", language="en")


@pytest.fixture
def ada(db: None) -> Any:
    """An administrator."""
    return make_user("adaa", "에이다", is_staff=True, is_superuser=True)


@pytest.fixture
async def server(transactional_db: None, settings: Any) -> AsyncIterator[None]:
    """The running loop as the server's: sockets, timers and synchronous callers meet here. Bots wait for no one."""
    from game import hub, presence, services
    from game.tables import tables
    from game.threads import close_thread_connections
    from game.writer import writer
    from rooms import budget, live, pace

    pace.forget_everybody()
    budget.forget_everybody()
    settings.BOT_DELAY_MS = settings.BOT_DELAY_ALONE_MS = 0
    services.set_server_loop(asyncio.get_running_loop())
    yield
    await tables().drain()
    await live.drain()
    live._rooms.clear()
    hub._viewers.clear()
    presence._present.clear()
    services.set_server_loop(None)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, writer.close)
    await loop.run_in_executor(None, close_thread_connections)
    await sync_to_async(connections.close_all)()


class WallClock:
    """The server's clock, which a test may set forward."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def forward(self, seconds: float) -> None:
        """Let this much time have passed."""
        self.ahead_ms += int(seconds * 1000)

    def time_ns(self) -> int:
        return time.time_ns() + self.ahead_ms * 1_000_000


@pytest.fixture
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    """Time passes when the test says so (and as usual)."""
    clock = WallClock()
    monkeypatch.setattr("game.moment.time_ns", clock.time_ns)
    return clock


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Prints a figure at the end of the run, whichever worker measured it."""
    return lambda text: record_property("figure", text)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The figures that tests measured, and what failed the first time."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"failed at first: {report.nodeid}")
        terminalreporter.line(report.longreprtext)
    reports = [report for kind in terminalreporter.stats.values() for report in kind]
    told = {
        text
        for report in reports
        for name, text in getattr(report, "user_properties", ())
        if name == "figure"
    }
    if told:
        terminalreporter.section("figures")
    for text in sorted(told):
        terminalreporter.line(text)


@pytest.hookimpl(trylast=True)  # folders name their browser tests first
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may miss a moment: what fails there is run once more (decision 37)."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run with many second chances is no success: something is wrong, if only sometimes."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    again = {report.nodeid for report in reporter.stats.get("rerun", ())} if reporter else set()
    if len(again) > MOST_RERUNS:
        reporter.line(f"more than {MOST_RERUNS} tests were run again")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
