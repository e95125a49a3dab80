"""A newer build behind an open table, with real servers: the old page works on, keeps what is half written, and is
loaded anew once, when nobody is busy.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.backstage import Backstage
from tests.browser.korean import Korean
from tests.browser.person import DESKTOP, LOST, Person
from tests.browser.screens import STILL
from tests.browser.server import Server, fresh_var
from tests.browser.table import Table

CALM_MS = 5_000
NEWER = "새 버전이 나왔어요"


@pytest.fixture
def var(migrated: Path, tmp_path: Path) -> Path:
    var = fresh_var(migrated, tmp_path / "var")
    (var / "next/css").mkdir(parents=True)
    (var / "next/css/tips.css").write_text(".of-the-next-build{color:red}")
    return var


@pytest.fixture
def servers(var: Path) -> Iterator[tuple[Server, Server]]:
    """The server of today, running, and that of tomorrow, in its place."""
    now = Server(var, **STILL)
    then = Server(var, port=now.port, DJANGO_SETTINGS_MODULE="tests.browser.next_build", **STILL)
    now.start()
    yield now, then
    now.stop()
    then.stop()


@pytest.fixture
def behind(var: Path) -> Iterator[Backstage]:
    backstage = Backstage(var)
    yield backstage
    backstage.close()


def test_s25_s92_a_half_written_line_outlives_a_restart_with_a_new_build(
    browser: Browser, servers: tuple[Server, Server], behind: Backstage
) -> None:
    now, then = servers
    session = behind("user", username="typist", name="타자왕")
    code = behind("scene", name="wait", viewer="typist")
    visitor = Person(browser, now.url, session=session, size=DESKTOP)
    visitor.excuse(*LOST)
    visitor.go(f"/r/{code}/")
    page, korean, table = visitor.page, Korean(visitor), Table(visitor.page)
    visitor.until(lambda: any('id="pong"' in frame for frame in visitor.frames), "the socket in step")
    old = page.locator("script[src*=all-room]").get_attribute("src")
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))

    page.locator("#msg").focus()
    page.keyboard.insert_text("다음 판은 ")
    korean.compose("ㅎ", "하", "한")
    now.stop()
    visitor.until(lambda: "다시 시작해요" in table.read()["banner"], "the restart announced")
    then.start()
    table.when("back by itself", net="", seconds=25)
    visitor.until(lambda: any(NEWER in text for text in table.read()["toasts"]), "the new build told")
    page.wait_for_timeout(CALM_MS + 3000)
    assert loads == [] and page.input_value("#msg") == "다음 판은 한"

    korean.commit("한판 더")
    page.keyboard.press("Enter")  # the old page still talks to the new server
    visitor.until(lambda: "다음 판은 한판 더" in page.inner_text("#chat-log"), "the line said")
    visitor.until(lambda: len(loads) == 1, "the page loaded anew", seconds=25)
    visitor.until(lambda: page.locator("script[src*=all-room]").get_attribute("src") != old, "the new build")
    table.when("the same table", net="", mode="wait")
    page.wait_for_timeout(CALM_MS + 3000)
    assert len(loads) == 1
    assert sum("다시 시작해요" in line for line in page.inner_text("#chat-log").splitlines()) == 1
    visitor.close()
