"""Real server processes, and machines that talk to their sockets."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.backstage import Backstage
from tests.browser.conftest import migrated  # noqa: F401 (a fixture)
from tests.browser.server import Server, fresh_var
from tests.processes.machine import Machine

STILL = {"BOT_DELAY_MS": "86400000", "BOT_DELAY_ALONE_MS": "86400000"}

Processes = Callable[[], Server]


@pytest.fixture
def var(migrated: Path, tmp_path: Path) -> Path:  # noqa: F811
    """A database of the test's own."""
    return fresh_var(migrated, tmp_path / "var")


@pytest.fixture
def process(var: Path) -> Iterator[Processes]:
    """Starts processes on one database. Their bots never move; nothing they log may be a fault."""
    started: list[Server] = []

    def start() -> Server:
        server = Server(var, **STILL)
        server.log = var / f"serve-{len(started)}.log"
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()
    assert not [line for server in started for line in server.complaints()]


@pytest.fixture
def backstage(var: Path) -> Iterator[Backstage]:
    """Access to the database."""
    behind = Backstage(var)
    yield behind
    behind.close()


@pytest.fixture
async def machine() -> AsyncIterator[Callable[..., Machine]]:
    """Opens sockets: `await machine(server, session, code)`."""
    opened: list[Machine] = []

    async def open_(server: Server, session: str, code: str) -> Machine:
        opened.append(await Machine.open(server, session, code))
        return opened[-1]

    yield open_  # type: ignore[misc]
    for each in opened:
        each.socket.close()
