"""What only a browser can show of the pages: what is kept, what lies on what, what the tab is called."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import PASSWORD, PHONE, SMALL, Person

Make = Callable[..., Person]
REFUSED = r"status of 4\d\d"

# How far the bottom of what matches lies below the top of the highest thing that stands still at the foot.
BELOW_THE_FOOT = """wanted => {
  const tops = [...document.querySelectorAll('.tabs, .stickybar, .toast')].map(e => e.getBoundingClientRect())
    .filter(box => box.top > 100).map(box => box.top);
  return document.querySelector(wanted).getBoundingClientRect().bottom - Math.min(innerHeight, ...tops);
}"""


def switch(page: Page, language: str) -> None:
    """Press a language and wait for the page in it."""
    with page.expect_navigation():
        page.locator(f".language [value={language}]").locator("visible=true").click()
    expect(page.locator(f"html[lang={language}]")).to_have_count(1)


def values(page: Page, *names: str) -> list[str]:
    return [page.input_value(f"main [name={name}]") for name in names]


def test_a_language_is_switched_without_losing_what_was_typed_but_for_passwords(person: Make) -> None:
    page = person().page
    page.goto(f"{person().url}/accounts/signup/?next=/rules/")
    page.fill("[name=display_name]", "새싹")
    page.fill("[name=email]", "new@example.com")
    page.fill("[name=password]", PASSWORD)
    page.click("[data-reveal]")  # shown, it is an ordinary text field
    switch(page, "en")
    expect(page.locator("main [name=display_name]")).to_have_value("새싹")
    assert values(page, "email", "password") == ["new@example.com", ""]
    assert page.input_value("main [name=next]") == "/rules/"
    assert page.evaluate("JSON.stringify(sessionStorage)") == "{}"
    page.reload()
    assert values(page, "display_name", "email") == ["", ""]


def test_a_refused_form_keeps_its_fields_over_a_language_too(person: Make) -> None:
    somebody = person()
    somebody.excuse(REFUSED)
    page = somebody.page
    somebody.go("/accounts/signup/?next=/rules/")
    page.fill("[name=display_name]", "가나")
    page.fill("[name=username]", "x")
    page.locator("main form.panel button.wide").click()
    expect(page.locator("[data-problems]")).to_be_visible()
    switch(page, "en")
    expect(page.locator("main [name=username]")).to_have_value("x")
    assert values(page, "display_name", "next") == ["가나", "/rules/"]


def test_a_suggestion_changes_its_language_but_a_name_of_ones_own_stays(person: Make) -> None:
    somebody = person()
    somebody.sign_up("하나", "hana")
    page = somebody.page
    for own in (False, True):
        somebody.go("/rooms/new/")
        if own:
            page.fill("#name", "추석 카드")
        page.click("[data-open='#settings']")
        expect(page.locator("dialog .language [value=ko]")).to_have_attribute("aria-current", "true")
        switch(page, "en")
        expect(page.locator("#name")).to_have_value("추석 카드" if own else "하나’s room")
        page.click("[data-open='#settings']")
        switch(page, "ko")


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_is_wrong_with_a_code_is_seen_at_once(person: Make, size: tuple[int, int]) -> None:
    somebody = person(size=size)
    somebody.excuse(REFUSED)
    somebody.sign_up("두리", f"duri{size[0]}") if size == PHONE else somebody.sign_up("세미", "semi320")
    somebody.page.fill("#code", "ZZZZZZ")
    somebody.page.locator("form:has(#code) button").click()
    expect(somebody.page.locator("#code_error")).to_be_visible()
    assert somebody.page.evaluate(BELOW_THE_FOOT, "#code_error") <= 0


def test_the_tab_follows_the_name_of_the_room_and_a_notice_leaves_the_field_free(person: Make) -> None:
    host, guest = person(size=SMALL), person()
    host.excuse(REFUSED)
    host.sign_up("다래", "darae")
    code = host.create_room("추석")
    link = host.page.locator("#link").input_value()
    guest.page.goto(link)
    guest.page.click("[name=door][value=signup]")
    guest.sign_up("머루", "meoru", path="")
    guest.page.wait_for_url(f"**/r/{code}/")
    host.page.fill("#room-name", "설날")
    host.page.click(".renamer button")
    for page in (host.page, guest.page):
        expect(page).to_have_title("설날 — 왕과 농노")
    host.page.click("[data-copy]")
    host.page.fill("#room-name", "가" * 31)
    host.page.press("#room-name", "Enter")
    expect(host.page.locator("#toast .bad")).to_be_visible()
    expect(host.page.locator("#toast .toast")).to_have_count(1)
    assert host.page.evaluate(BELOW_THE_FOOT, "#room-name") <= 0
    heading = host.page.locator("#roomhead h1")
    heading.scroll_into_view_if_needed()
    assert host.page.evaluate(BELOW_THE_FOOT, "#roomhead h1") <= 0


FADE = """addEventListener('pagereveal', event => {
  window.fade = { began: Boolean(event.viewTransition), moving: 0 };
  event.viewTransition?.ready.then(() => { window.fade.moving = document.getAnimations().length; });
});"""


@pytest.mark.parametrize("still", ["", "system", "page"])
def test_one_page_fades_into_the_next_unless_less_motion_is_wanted(person: Make, still: str) -> None:
    page = person().page
    page.emulate_media(reduced_motion="reduce" if still == "system" else "no-preference")
    page.add_init_script(FADE)
    page.goto(person().url)
    if still == "page":
        page.evaluate("localStorage.setItem('kings-motion', 'less')")
    with page.expect_navigation():
        page.locator("a[href='/rules/']").first.click()
    page.wait_for_timeout(200)
    fade = page.evaluate("window.fade")
    assert fade["began"] is (still != "system") and (fade["moving"] > 0) is (still == "")
    page.wait_for_timeout(300)
    assert page.evaluate("document.getAnimations().length") == 0
