"""The coach in a browser: a real server makes the review in a process of its own, and marks lead to moments."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.browser.screens import REGULAR, SCREENS, STILL, Screen, Stage, ask_for_ideas

SCREEN = {screen.name: screen for screen in SCREENS}


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


def test_the_page_waits_for_the_coach_and_then_asks_no_more(stage: Stage) -> None:
    played = stage.backstage("played_match", viewer=REGULAR, nonce="5e" * 16)
    screen = Screen("coach", REGULAR, lambda person, _: person.go(f"/m/{played['match']}/"))
    page = stage.visit(screen, size=PHONE, language="ko").page
    section = page.locator("#coach")
    assert section.get_attribute("hx-trigger") == "every 3s"
    section.locator("svg.chart").first.wait_for(state="attached", timeout=120_000)
    assert section.get_attribute("hx-get") is None
    expect(section).to_contain_text(
        "더할 말이 없어요"
    )  # a bot had played for them: nothing was their own doing


def test_marks_are_reached_by_keyboard_and_lead_to_what_was_seen(stage: Stage) -> None:
    page = stage.visit(SCREEN["replay-coach"], size=PHONE, language="ko").page
    marks, told = page.locator("[data-mark]"), page.locator("[data-coach]")
    assert 1 <= marks.count() <= 6
    step, seat = marks.first.get_attribute("data-mark"), page.locator("#stage").get_attribute("data-viewer")
    marks.first.focus()
    page.keyboard.press("Enter")
    expect(marks.first).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile(f"step={step}&as={seat}$"))
    expect(told).to_contain_text("대신")
    assert (page.locator("#as").input_value(), page.locator("#pos").input_value()) == (seat, step)
    assert page.locator("#hand .grp").count() > 0
    page.locator("[data-go=next]").click()
    expect(told).to_have_text("")
    page.reload()
    page.locator("[data-go=prev]").click()
    expect(told).to_contain_text("대신")


def test_who_practises_alone_gets_ideas_and_can_still_choose(stage: Stage) -> None:
    page = stage.visit(SCREEN["table-practice"], size=PHONE, language="ko").page
    ask_for_ideas(page)
    assert 1 <= page.locator("#advice li").count() <= 3
    page.locator("#controls button[value=pass]").click()
    page.locator("#advice").wait_for(state="detached")
