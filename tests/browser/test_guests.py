"""Coming in by a link with a nickname only, in a browser: by a double tap, without scripts, and on to an account."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.person import PASSWORD, SMALL, Person

Make = Callable[..., Person]


def host_of_a_room(somebody: Person, name: str, username: str) -> str:
    """Signs somebody up who opens a room; its invite link."""
    somebody.sign_up(name, username)
    somebody.create_room("설날 가족방")
    return str(somebody.page.locator("#link").input_value())


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A page whose scripts do not run."""
    context = browser.new_context(java_script_enabled=False, locale="ko-KR")
    yield context.new_page()
    context.close()


def test_a_double_tap_makes_one_guest_who_sits_down_and_registers(person: Make) -> None:
    host, guest = person(), person(size=SMALL)
    guest.page.goto(host_of_a_room(host, "누리", "nuri01"))
    guest.page.locator("[name=display_name]").press_sequentially("보리")
    guest.page.locator("[name=door][value=guest]").dblclick()
    guest.page.wait_for_url("**/r/*/")
    members = host.page.locator("#members")
    expect(members).to_contain_text("보리")
    expect(members).to_contain_text("손님")
    tab = guest.open_tab()
    tab.goto(f"{guest.url}/accounts/register/")
    tab.fill("[name=username]", "bori01")
    tab.fill("[name=password]", PASSWORD)
    tab.locator("main form.panel button.wide").click()
    tab.wait_for_url(f"{guest.url}/")
    expect(tab.locator(".roomrow")).to_contain_text("설날 가족방")
    # The room notices by itself: no guest any more, the same person in the same seat.
    expect(members).not_to_contain_text("손님", timeout=15_000)
    expect(members).to_contain_text("보리")


def test_without_scripts_a_taken_name_is_mended_by_the_suggestion(person: Make, plain: Page) -> None:
    host = person()
    plain.goto(host_of_a_room(host, "다온", "daon01"))
    plain.fill("[name=display_name]", "다온")
    plain.locator("[name=door][value=guest]").click()
    expect(plain.locator("#id_display_name_error")).to_contain_text("이미 쓰는 별명이에요.")
    expect(plain.locator("#id_display_name")).to_be_focused()
    expect(plain.locator("#id_display_name")).to_have_value("다온")
    plain.get_by_role("button", name="다온2").click()
    plain.wait_for_url("**/r/*/")
    members = host.page.locator("#members")
    expect(plain.locator("#members")).to_contain_text("다온2")
    expect(members).to_contain_text("다온2")
    plain.goto(f"{host.url}/")
    plain.get_by_role("button", name="로그아웃").click()
    expect(plain.locator("h1")).to_have_text("정말 로그아웃할까요?")
    plain.get_by_role("button", name="별명을 포기하고 로그아웃").click()
    plain.wait_for_url("**/accounts/login/")
    expect(members).not_to_contain_text("다온2")
