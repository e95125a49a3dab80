"""Whole matches against bots in a real browser: signing up, a room, bots, options, every phase, and once more."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import DESKTOP, PHONE, Person
from tests.browser.table import Table

Make = Callable[..., Person]


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "60"}


def add_bots(page: Page, count: int) -> None:
    for seated in range(2, count + 2):
        page.locator("#add-bot").click()
        expect(page.locator("#members .chip")).to_have_text(f"{seated} / 8")


def choose(page: Page, option: str) -> None:
    """Press an option's visible label, and wait until the server has it."""
    with page.expect_response(lambda answer: answer.url.endswith("/options/")) as answered:
        page.locator(f"label:has(#o-{option})").click()
    assert answered.value.ok


def test_a_whole_match_of_three_rounds_by_clicking_on_a_phone(person: Make) -> None:
    host = person(size=PHONE)
    host.sign_up("할머니", "halmoni")
    host.create_room("주말 가족방 🎴")
    page = host.page
    expect(page.locator("#roomhead h1")).to_have_text("주말 가족방 🎴")
    expect(page.locator("#start")).to_have_attribute("aria-disabled", "true")
    add_bots(page, 3)
    choose(page, "turnSeconds-45")
    expect(page.locator("#o-rounds-3")).to_be_checked()
    page.locator("#start").click()

    table = Table(page)
    seen = table.asked()
    assert seen["mode"] == "rev"
    done = table.play_on()
    assert done.count("confirm") == 3 and done.count("next") == 2
    assert done.count("play") >= 12
    final = table.read()
    assert final["final"] and "할머니" in page.locator("#result").inner_text()
    expect(page.locator("#result tbody tr")).to_have_count(4)

    first_match = final["match"]
    page.locator("#go").click()
    again = table.when("a rematch", mode="rev")
    assert again["match"] != first_match and again["version"] < final["version"]
    table.answer(again)


def test_a_whole_match_of_one_round_by_clicking_on_a_desktop(person: Make) -> None:
    host = person(size=DESKTOP)
    host.sign_up("서연이", "seoyeon")
    host.create_room("점심 한 판")
    page = host.page
    add_bots(page, 5)
    choose(page, "rounds-1")
    page.locator("#start").click()
    table = Table(page)
    done = table.play_on()
    assert done[0] == "confirm" and "play" in done and "next" not in done
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#result tbody tr")).to_have_count(6)
    assert "서연이" in page.locator("#seats").inner_text()
