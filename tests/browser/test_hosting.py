"""A host's menus in a browser: by keyboard, while the room changes around them, and what becomes of those sent away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.examine import out_of_reach, sideways, violations
from tests.browser.person import DESKTOP, PHONE, SMALL, Person
from tests.browser.screens import in_step

Make = Callable[..., Person]


class Cast:
    """A room of two people with a browser each, and bots: Gale hosts, Pia plays."""

    def __init__(self, make: Make, prepare: Backstage, size: tuple[int, int] = PHONE, bots: int = 2) -> None:
        sessions = [
            prepare("user", username=name, name=shown) for name, shown in (("gale", "게일"), ("piaa", "피아"))
        ]
        prepare("speak_all", language="ko")
        self.room = prepare("room", name="주말 가족방", host="gale", members=["piaa"], bots=bots)
        self.gale, self.pia = (make(session=session, size=size) for session in sessions)
        for somebody in (self.gale, self.pia):
            somebody.go(f"/r/{self.room['code']}/")
            in_step(somebody)


def open_menu(page: Page, name: str) -> None:
    """Open somebody's menu by keyboard."""
    page.get_by_label(f"{name} 님 메뉴").focus()
    page.keyboard.press("Enter")


def test_seats_are_ordered_by_keyboard_and_the_focus_goes_with_the_person(
    person: Make,
    backstage: Backstage,
) -> None:
    cast = Cast(person, backstage)
    page = cast.gale.page
    expect(page.get_by_text("한 자리 뒤로").first).to_be_hidden()
    open_menu(page, "게일")
    page.keyboard.press("Tab")
    for place in range(1, 8):
        page.keyboard.press("Enter")
        expect(page.locator(f"#members ol.wseats > li:nth-child({place + 1}) b")).to_have_text("게일")
        expect(page.locator(".menu[open]")).to_have_count(1)
        where = (
            "[id^=down-]:focus" if place < 7 else "summary:focus"
        )  # nobody moves further than the last seat
        expect(page.locator(f".menu[open] {where}")).to_have_count(1)
    expect(cast.pia.page.locator("#members ol.wseats > li:nth-child(8) b")).to_have_text("게일")
    page.keyboard.press("Escape")
    expect(page.locator(".menu[open]")).to_have_count(0)
    expect(page.get_by_label("게일 님 메뉴")).to_be_focused()
    cast.gale.check()


def test_an_open_menu_stays_open_when_the_room_changes_and_only_one_is_open(
    person: Make,
    backstage: Backstage,
) -> None:
    cast = Cast(person, backstage)
    page = cast.gale.page
    page.get_by_label("피아 님 메뉴").click()
    cast.pia.page.locator("#sit-6").click()
    expect(page.locator("#members ol.wseats > li:nth-child(7) b")).to_have_text("피아")
    expect(page.locator(".menu[open] [id^=kick-]")).to_be_visible()
    page.get_by_label("게일 님 메뉴").click()
    expect(page.locator(".menu[open]")).to_have_count(1)
    page.locator("h1").click()
    expect(page.locator(".menu[open]")).to_have_count(0)
    cast.gale.check()


def test_s67_whoever_is_sent_away_reads_so_and_their_page_comes_back_no_more(
    person: Make,
    backstage: Backstage,
) -> None:
    cast = Cast(person, backstage)
    page, gone = cast.gale.page, cast.pia.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_label("피아 님 메뉴").click()
    page.get_by_role("button", name="내보내기", exact=True).click()
    expect(page.get_by_label("피아 님 메뉴")).to_have_count(0)
    expect(gone.locator("#net")).to_contain_text("이 방에서 나가게 되었어요")
    sockets = cast.pia.sockets
    gone.evaluate("dispatchEvent(new Event('online'))")
    gone.wait_for_timeout(1_500)
    assert cast.pia.sockets == sockets
    cast.gale.check()


def test_the_page_of_the_people_asks_before_it_closes_a_room(
    person: Make,
    backstage: Backstage,
) -> None:
    cast = Cast(person, backstage, SMALL)
    page = cast.gale.page
    page.get_by_role("link", name="방 관리").click()
    close = page.get_by_role("button", name="완전히 닫기")
    expect(close).to_be_hidden()
    page.locator("summary", has_text="방 닫기").click()
    expect(page.get_by_text("이 방을 모두에게서 완전히 닫을까요?")).to_be_visible()
    assert sideways(page) == 0
    close.click()
    expect(page.locator("#toast")).to_contain_text("방을 닫았어요.")
    expect(cast.pia.page.locator("#net")).to_contain_text("없어진 방이에요")


def test_a_new_link_takes_the_place_of_the_old_one_in_field_and_picture(
    person: Make,
    backstage: Backstage,
) -> None:
    cast = Cast(person, backstage)
    page, other = cast.gale.page, cast.pia.page
    old, drawing = page.input_value("#link"), page.locator(".qr path").get_attribute("d")
    assert old.startswith(cast.gale.url) and drawing
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#renew-link").click()
    expect(page.locator("#link")).not_to_have_value(old)
    expect(page.locator("#renew-link")).to_be_focused()
    expect(other.locator("#link")).to_have_value(page.input_value("#link"))
    assert (
        page.locator(".qr path").get_attribute("d") == other.locator(".qr path").get_attribute("d") != drawing
    )
    for somebody in (cast.gale, cast.pia):
        somebody.check()


def is_for_everybody(page: Page) -> None:
    """WCAG by axe in both themes, nothing sideways, every control in reach on a small phone."""
    for size, least in ((PHONE, 44), (SMALL, 24), (DESKTOP, 24)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert violations(page) == []
        assert sideways(page) == 0
        assert out_of_reach(page, least=least) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_room_without_spectators_and_its_pages_are_for_everybody(
    person: Make,
    backstage: Backstage,
    language: str,
) -> None:
    cast = Cast(person, backstage, bots=3)
    backstage("speak_all", language=language)
    page, outside = cast.gale.page, cast.pia.page
    for somebody in (page, outside):
        somebody.reload()
    outside.locator("#leave-seat").click()
    expect(page.locator("#members ul.wseats .menu")).to_have_count(1)  # without a seat, and listed
    size = page.viewport_size
    page.set_viewport_size(
        {"width": size["width"], "height": 2600}
    )  # so that no seat lies half under the bars
    page.locator("#members ul.wseats summary").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size(size)
    page.locator("label", has=page.locator("#o-spectators")).click()
    watching = outside.locator(".optlist > div", has_text={"ko": "구경 허용", "en": "Spectators"}[language])
    expect(watching.locator("b")).to_have_text({"ko": "끔", "en": "Off"}[language])
    page.locator("#start").click()
    expect(outside.locator("[data-stage=behind]")).to_be_visible()
    expect(outside).to_have_title("주말 가족방 — " + {"ko": "왕과 농노", "en": "Kings & Serfs"}[language])
    is_for_everybody(outside)
    page.goto(f"{cast.gale.url}/r/{cast.room['code']}/people/")
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    is_for_everybody(page)
    for somebody in (cast.gale, cast.pia):
        somebody.check()
