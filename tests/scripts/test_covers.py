"""What lies over the table, the log's sheet or a dialog: Back closes it, and one's own turn shows through it."""

import pytest

from game.bots import easy
from game.engine.actions import Origin, Pass
from game.engine.observation import observe_public, observe_seat
from game.engine.rules import apply, owing
from tests.rendering.scenes import NOW, Scene

COVERS = [("[data-side].side-open", "#side.open"), ('[data-open="#settings"]', "#settings[open]")]
ENTRIES = "[history.length, history.state]"


@pytest.fixture
def waiting(open_table):
    """A table at which the viewer is asked after one pass of the seat before."""
    table = open_table("follow")
    current = table.scene.viewer
    step = apply(table.scene.match, current, Pass(), origin=Origin.PLAYER, at=NOW)
    asked = observe_public(step.match).current
    table.scene = table.scene._replace(viewer=asked)
    table.send(table.snapshot())
    assert table.page.get_attribute("#controls .controls", "data-mode") == "wait"
    return table, Scene(step.match, step.events, asked)


@pytest.mark.parametrize(("opener", "opened"), COVERS)
def test_back_closes_what_is_open_and_stays_on_the_page(open_table, opener, opened):
    page = open_table("follow").page
    address = page.url
    page.click(opener)
    page.wait_for_selector(opened)
    page.evaluate("history.back()")
    page.wait_for_selector(opened, state="detached")
    assert page.url == address and page.locator("#controls").is_visible()
    assert page.evaluate("history.state") is None
    assert not page.evaluate("document.querySelector('.tp > main').inert")


@pytest.mark.parametrize(("opener", "opened"), COVERS)
def test_closing_by_other_means_leaves_no_entry_in_the_history(open_table, opener, opened):
    table = open_table("follow")
    page = table.page
    before = page.evaluate("history.length")
    for _ in range(3):
        page.click(opener)
        page.wait_for_selector(opened)
        page.keyboard.press("Escape")
        page.wait_for_selector(opened, state="detached")
        table.until("history.state === null")
    assert page.evaluate("history.length") <= before + 1  # the one that Forward could reach


def test_back_closes_the_topmost_first(open_table):
    table = open_table("follow")
    page = table.page
    page.click(".side-open")
    page.click('[data-open="#settings"]')
    page.evaluate("history.back()")
    page.wait_for_selector("#settings[open]", state="detached")
    assert page.locator("#side.open").count() == 1
    page.evaluate("history.back()")
    page.wait_for_selector("#side.open", state="detached")


def test_a_reload_with_something_open_leaves_no_entry_behind(open_table):
    table = open_table("follow")
    table.page.click('[data-open="#settings"]')
    table.page.reload()
    table.until("history.state === null")


@pytest.mark.parametrize(("opener", "opened"), COVERS)
def test_ones_own_turn_shows_in_what_covers_the_table(waiting, opener, opened):
    table, later = waiting
    page = table.page
    page.click(opener)
    page.wait_for_selector(opened)
    assert page.locator(".asked").count() == 0
    table.send(table.frame(later))
    assert "내 차례예요" in page.inner_text(f"{opened} .asked")
    assert "초" in page.inner_text(f"{opened} .asked")
    assert page.locator(opened).count() == 1, "nothing closes under somebody's finger"
    page.click(".asked")
    page.wait_for_selector(opened, state="detached")
    table.until("history.state === null")
    assert page.evaluate("document.activeElement.closest('#hand') !== null")
    assert page.locator(".asked").count() == 0


def test_the_strip_goes_when_the_turn_is_over(waiting):
    table, later = waiting
    page = table.page
    page.click(".side-open")
    table.send(table.frame(later))
    page.focus(".asked")
    step = apply(later.match, later.viewer, Pass(), origin=Origin.TIMEOUT, at=NOW)
    table.send(table.frame(Scene(step.match, step.events, later.viewer)))
    assert page.locator(".asked").count() == 0
    assert page.evaluate("document.activeElement.matches('.side-close')")


def test_tips_go_by_themselves_after_two_turns_and_the_felt_stays(open_table):
    table = open_table("follow")
    page, scene = table.page, table.scene
    felt, match, turns = page.locator(".felt").bounding_box(), scene.match, 0
    while turns < 2:
        was_asked = observe_seat(match, scene.viewer).owes is not None
        seat = owing(match)[0]
        step = apply(match, seat, easy.choose(observe_seat(match, seat)), origin=Origin.PLAYER, at=NOW)
        match = step.match
        assert observe_public(match).phase == "playing"
        table.send(table.frame(Scene(match, step.events, scene.viewer)))
        turns += was_asked and observe_seat(match, scene.viewer).owes is None
        assert page.is_visible(".tip") is (turns < 2)
    assert page.evaluate("localStorage.getItem('kings-tips')") == "off"
    assert not page.evaluate("document.querySelector('[data-settings] [name=tips]').checked")
    assert page.locator(".felt").bounding_box()["y"] == felt["y"]
