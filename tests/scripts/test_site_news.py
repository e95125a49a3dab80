"""What the site says of itself, on a table's page: a restart as a banner, a newer build as a page loaded anew."""

import pytest

from rooms.sitenews import build_html, restart_html
from tests.scripts.test_the_line import wait_for_socket

BANNER = "[data-net-banner]:not([hidden])"
SOON = "잠시 뒤 사이트를 다시 시작해요"
CALM_MS = 5_000


@pytest.fixture
def table(open_table):
    return open_table("wait")


def count_loads(table) -> list[str]:
    """The page's loads from now on."""
    loads: list[str] = []
    table.page.on("framenavigated", lambda frame: loads.append(frame.url))
    return loads


def test_a_restart_is_announced_and_the_banner_stays_until_the_page_is_back(table):
    table.send(restart_html("ko"))
    assert SOON in table.text(BANNER) and "아무도 시간을 잃지 않아요" in table.text(BANNER)
    assert table.page.evaluate("document.documentElement.dataset.net") is None, "one may still play"
    table.sockets[0].close(code=4412)
    table.wait(100)
    assert SOON in table.text(BANNER)
    wait_for_socket(table, 2)
    table.send(table.snapshot())
    assert SOON not in table.text(BANNER)


def test_s92_an_old_page_says_so_and_is_loaded_anew_once(table):
    loads = count_loads(table)
    table.send(build_html("b2", "ko"))
    assert "새 버전이 나왔어요" in table.text("#toast")
    table.page.wait_for_event("framenavigated", timeout=CALM_MS * 4)
    wait_for_socket(table, 2)
    table.send(build_html("b2", "ko"))
    table.wait(CALM_MS + 2500)
    assert len(loads) == 1, "once for a build"
    assert table.text("#toast") == ""


@pytest.mark.parametrize("scene", ["lead", "follow"])
def test_s92_nothing_is_loaded_while_the_table_waits_for_the_player(open_table, scene):
    table = open_table(scene)
    loads = count_loads(table)
    table.send(build_html("b2", "ko"))
    table.wait(CALM_MS + 2500)
    assert loads == []


def test_s92_nothing_is_loaded_while_a_dialog_is_open(table):
    loads = count_loads(table)
    table.page.evaluate(
        "document.body.append(Object.assign(document.createElement('dialog'), { open: true }))"
    )
    table.send(build_html("b2", "ko"))
    table.wait(CALM_MS + 2500)
    assert loads == []


def test_s92_where_the_tab_can_remember_nothing_a_person_reloads(table):
    loads = count_loads(table)
    table.page.evaluate(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('blocked'); } })"
    )
    table.send(build_html("b2", "ko"))
    assert "새 버전이 나왔어요" in table.text("#toast")
    table.wait(CALM_MS + 2500)
    assert loads == []
