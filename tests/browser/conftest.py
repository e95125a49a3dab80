"""A server, a Chromium and people for browser tests. Each module has its own server and database."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.backstage import Backstage
from tests.browser.line import Line
from tests.browser.person import Person
from tests.browser.screens import Stage
from tests.browser.server import Server, fresh_var, migrate

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = "These tests need a Chromium; `make test` installs one, or run tests/install.sh."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A `var` with empty tables, to copy."""
    var = tmp_path_factory.mktemp("kings") / "var"
    migrate(var)
    return var


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium. For one module only: while it runs, no test of another kind could use an event loop."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.fail(NO_CHROMIUM)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    """The server's environment where a module wants another; override it there."""
    return {}


@pytest.fixture(scope="module")
def server(
    migrated: Path, tmp_path_factory: pytest.TempPathFactory, pace: dict[str, str]
) -> Iterator[Server]:
    """A running server; nothing it logs may be a fault."""
    process = Server(fresh_var(migrated, tmp_path_factory.mktemp("server") / "var"), **pace)
    process.start()
    yield process
    process.stop()
    assert not process.complaints(), process.log.read_text()[-8000:]


@pytest.fixture(scope="module")
def backstage(server: Server) -> Iterator[Backstage]:
    """Access to the server's database."""
    behind = Backstage(server.var)
    yield behind
    behind.close()


@pytest.fixture(scope="module")
def stage(browser: Browser, server: Server, backstage: Backstage) -> Iterator[Stage]:
    """Every screen, for a module whose `pace` is STILL."""
    theatre = Stage(browser, server.url, backstage)
    yield theatre
    theatre.close()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A network of the test's own in front of the server."""
    relay = Line(server.port)
    yield relay
    relay.close()


@pytest.fixture
def person(browser: Browser, server: Server, line: Line) -> Iterator[Callable[..., Person]]:
    """Makes people at browsers: `person()`, `person(line=line, size=DESKTOP, session=…)`. Pages must not complain.

    Asks for `line` so that pages are closed before it is: what they still load may not find it gone.
    """
    people: list[Person] = []

    def make(*, line: Line | None = None, **how: Any) -> Person:
        people.append(Person(browser, line.url if line else server.url, **how))
        return people[-1]

    yield make
    problems = []
    for made in people:
        try:
            made.close()
        except AssertionError as error:
            problems.append(str(error))
    assert not problems, "\n".join(problems)
