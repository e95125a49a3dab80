"""A browser checks a shuffle by itself: it finds what is right, and every value that somebody changed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.person import DESKTOP, Person

Make = Callable[..., Person]
NONCE = "5e" * 16
CHECKS = ("commitment", "seed", "own", "draws", "deals", "log")


def outcome(player: Person, match: str) -> tuple[str, dict[str, str]]:
    """What the page concludes, and its checks by name: passed, failed or none."""
    player.go(f"/m/{match}/shuffle/")
    verdict = player.page.locator("#verdict.good, #verdict.bad, #verdict.lost")
    verdict.wait_for()
    checks = {
        name: player.page.locator(f"[data-check={name}]").get_attribute("class") or "" for name in CHECKS
    }
    return (verdict.get_attribute("class") or "").split()[-1], checks


@pytest.fixture
def checker(person: Make, backstage: Backstage) -> Callable[..., tuple[str, dict[str, str]]]:
    """Plays a match, spoils what is stored of it, and looks at the page."""

    def look(
        name: str, *, kept: str | None = None, noted: str = "", **change: Any
    ) -> tuple[str, dict[str, str]]:
        player = person(size=DESKTOP, session=backstage("user", username=name, name=name[:8]))
        played = backstage("played_match", viewer=name, nonce=NONCE)
        if kept is not None:
            player.go("/rules/")
            player.page.evaluate(
                "([commitment, nonce]) => localStorage.setItem('kings-nonces', JSON.stringify({[commitment]: nonce}))",
                [played["commitment"], kept],
            )
        if noted:
            player.go("/rules/")
            player.page.evaluate(
                "([match, head]) => localStorage.setItem('kings-heads', JSON.stringify({[match]: head}))",
                [played["match"], noted],
            )
        if change:
            player.excuse(r"status of [45]\d\d")
            backstage("spoil", match=played["match"], **change)
        return outcome(player, played["match"])

    return look


def test_a_fair_shuffle_is_confirmed_with_the_browsers_own_number(checker: Callable[..., Any]) -> None:
    verdict, checks = checker("fairone", kept=NONCE)
    assert verdict == "good" and checks == dict.fromkeys(CHECKS, "passed")


def test_without_a_number_of_its_own_the_browser_says_so(checker: Callable[..., Any]) -> None:
    verdict, checks = checker("fairtwo")
    assert verdict == "good" and checks == {**dict.fromkeys(CHECKS, "passed"), "own": "none"}


def test_a_number_that_was_exchanged_is_noticed_by_the_browser_that_made_it(
    checker: Callable[..., Any],
) -> None:
    verdict, checks = checker("fairthree", kept="77" * 16)
    assert verdict == "bad" and checks == {**dict.fromkeys(CHECKS, "passed"), "own": "failed"}


def test_a_log_written_anew_is_noticed_by_a_browser_that_noted_its_head(checker: Callable[..., Any]) -> None:
    verdict, checks = checker("fairfour", noted="77" * 32)
    assert verdict == "bad" and checks["log"] == "failed"


@pytest.mark.parametrize(
    ("change", "failing"),
    [
        ({"commitment": "0" * 64}, {"commitment"}),
        ({"nonces": ["01" * 16, "", "", ""]}, {"seed"}),
        ({"at": 1}, {"log"}),
    ],
)
def test_a_changed_value_does_not_pass(
    checker: Callable[..., Any], change: dict[str, Any], failing: set[str]
) -> None:
    verdict, checks = checker(f"unfair{len(str(change))}", **change)
    assert verdict == "bad"
    assert {name for name, came in checks.items() if came == "failed"} == failing


def test_playing_in_a_browser_leaves_its_number_in_the_shuffle(person: Make, backstage: Backstage) -> None:
    host = person(size=DESKTOP, session=backstage("user", username="noncer", name="보탠이"))
    room = backstage("room", name="섞는 방", host="noncer", bots=3, options={"rounds": 1})
    host.go(f"/r/{room['code']}/")
    shown = host.page.locator("#shuffle")
    first = shown.get_attribute("data-commitment")
    host.until(lambda: any('"nonce"' in text for text in host.sent), "its number sent")
    kept = host.page.evaluate("JSON.parse(localStorage.getItem('kings-nonces'))")
    host.until(lambda: backstage("nonces", code=room["code"]) == [kept[first]], "its number kept")
    host.page.locator("#start").click()
    expect(shown).not_to_have_attribute("data-commitment", first or "")
    assert backstage("match", code=room["code"])["nonces"] == [kept[first], "", "", ""]
    expect(host.page.locator(".promise code").first).to_have_text((first or "")[:16] + "…")
