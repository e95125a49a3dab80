"""The content security policy in a real Chromium: strict, and nothing of ours ever runs into it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.person import DESKTOP, Person
from tests.browser.table import Table

Make = Callable[..., Person]

COUNT = """document.addEventListener('securitypolicyviolation', event => console.error(
  `policy: ${event.effectiveDirective} of ${event.documentURI}: ${event.blockedURI} ${event.sourceFile}`));"""
"""A violation is a complaint of the page, and people fail a test where a page complains."""


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "60"}


def watched(person: Person) -> Person:
    """The same person, whose pages complain of every violation, also of report-only policies."""
    person.context.add_init_script(COUNT)
    return person


def policy(page: Page, address: str) -> dict[str, list[str]]:
    """The directives a page came with."""
    header = page.request.get(address).headers["content-security-policy"]
    return {name: sources for name, *sources in (part.split() for part in header.split(";") if part.strip())}


def test_the_test_would_see_a_violation(person: Make) -> None:
    visitor = watched(person())
    visitor.go("/rules/")
    visitor.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')")
    visitor.until(lambda: any("policy: script-src-attr" in text for text in visitor.problems), "a complaint")
    visitor.excuse(r"policy: script-src-attr", r"Content Security Policy", r"status of 404")


def test_a_whole_match_and_every_page_around_it_violate_nothing(person: Make) -> None:
    host = watched(person(size=DESKTOP))
    host.sign_up("규칙이", "gyuchik")
    page = host.page
    for path in ("/", "/rules/", "/accounts/settings/", "/accounts/preferences/", "/accounts/password/"):
        host.go(path)
    host.go("/")
    page.locator("[data-open='#settings']").click()
    for name in ("theme", "size", "motion", "contrast"):
        page.locator(f"#settings label:has([name={name}])").last.click()
    page.locator("#settings [data-close]").first.click()
    code = host.create_room("정책")
    host.go(f"/r/{code}/people/")
    host.go(f"/r/{code}/")
    for seated in range(2, 5):
        page.locator("#add-bot").click()
        expect(page.locator("#members .chip")).to_have_text(f"{seated} / 8")
    page.locator("label:has(#o-rounds-1)").click()
    expect(page.locator("#o-rounds-1")).to_be_checked()
    page.locator("#start").click()
    table = Table(page)
    table.my_turn()
    page.keyboard.press("r")
    page.locator("#rules [data-close]").first.click()
    table.play_on()
    assert table.read()["final"]
    host.go(f"/r/{code}/standings/")
    host.excuse(r"status of 404")
    host.go("/nowhere/")
    host.check()


def test_the_admin_violates_nothing(person: Make, backstage: Backstage) -> None:
    ada = watched(person(size=DESKTOP, session=backstage("user", username="ada", name="아다", admin=True)))
    backstage("user", username="gale", name="게일")
    paths = backstage("admin_paths", code=backstage("scene", name="final", viewer="gale"))
    page = ada.page
    ada.go("/admin/")
    for path in page.evaluate(
        "[...document.querySelectorAll('#content a')].map(a => a.getAttribute('href'))"
    ):
        ada.go(path)
    for path in paths.values():
        ada.go(path)
        page.wait_for_load_state("networkidle")
    ada.go("/admin/accounts/user/?q=gale")
    page.locator("#toggle-nav-sidebar, .theme-toggle").first.click()
    ada.check()


@pytest.mark.parametrize("path", ["/", "/rules/", "/admin/login/", "/offline/", "/nowhere/"])
def test_no_policy_lets_scripts_in_from_elsewhere_or_inline(person: Make, path: str) -> None:
    visitor = person()
    rules: dict[str, Any] = policy(visitor.page, visitor.url + path)
    assert rules["script-src"] == rules["default-src"] == rules["worker-src"] == ["'self'"]
    assert rules["style-src"] == ["'self'"] and rules["object-src"] == rules["frame-ancestors"] == ["'none'"]
    assert [name for name, sources in rules.items() if "'unsafe-inline'" in sources] == ["style-src-attr"]
    assert not any(
        re.search(r"unsafe-eval|^https?:|^\*$", source) for sources in rules.values() for source in sources
    )
