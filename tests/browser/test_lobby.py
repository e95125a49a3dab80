"""A lobby that stays open in a browser: it follows the server, and nothing jumps under a hand or a focus."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.person import PHONE, Person

Make = Callable[..., Person]
LIST = "**/rooms/mine/"


def an_open_lobby(make: Make, prepare: Backstage) -> tuple[Person, dict[str, str], dict[str, str]]:
    """Pia's lobby, its clock in our hands, and the two rooms in it: Gale's, where she sits, comes second."""
    session = prepare("user", username="piaa", name="피아")
    prepare("user", username="gale", name="게일")
    prepare("speak_all", language="ko")
    prepare("close_rooms")
    first = prepare("room", name="주말 가족방", host="gale", members=["piaa"], bots=2)
    second = prepare("room", name="화요일 보드게임", host="piaa")
    pia = make(session=session, size=PHONE)
    pia.page.clock.install()
    pia.go("/")
    return pia, first, second


def time_passes(page: Page) -> None:
    """The next look at the list is due, and its answer has come."""
    with page.expect_response(LIST):
        page.clock.fast_forward(15_500)
    page.evaluate("() => 0")


def test_the_list_follows_the_rooms_and_focus_and_scroll_stay(person: Make, backstage: Backstage) -> None:
    pia, first, second = an_open_lobby(person, backstage)
    page = pia.page
    page.set_viewport_size({"width": 390, "height": 500})
    mine = page.locator(f"#room-{second['code']}")
    mine.focus()
    page.evaluate("scrollTo(0, 180)")
    page.evaluate("document.querySelectorAll('.roomrow').forEach(row => { row.mark = true; })")
    kept = "document.querySelectorAll('.roomrow').values().toArray().filter(row => row.mark).length"
    rows = page.locator("#myrooms .roomrow b")
    expect(rows).to_have_text(["화요일 보드게임", "주말 가족방"])
    expect(page.locator(f"#room-{first['code']} .chip")).to_have_text("조용해요")
    scrolled = page.evaluate("scrollY")
    assert scrolled > 0
    backstage("start", code=first["code"])
    time_passes(page)
    expect(rows).to_have_text(["주말 가족방", "화요일 보드게임"])
    expect(page.locator(f"#room-{first['code']} .chip")).to_have_text("내 차례")
    expect(page.locator(f"#room-{first['code']}.hot")).to_have_count(1)
    expect(mine).to_be_focused()
    assert page.evaluate("scrollY") == scrolled
    assert page.evaluate(kept) == 2, "the rows are the same elements, so that a press under way is not lost"
    backstage("room", name="새 방", host="gale", members=["piaa"])
    time_passes(page)
    expect(rows).to_have_text(["주말 가족방", "새 방", "화요일 보드게임"])
    expect(mine).to_be_focused()
    # Nothing changed: nothing is touched.
    page.evaluate(
        """() => { window.touched = 0; new MutationObserver(seen => { touched += seen.length; })
        .observe(document.getElementById('myrooms'), {subtree: true, childList: true, attributes: true}); }"""
    )
    time_passes(page)
    page.wait_for_timeout(100)
    assert page.evaluate("touched") == 0


def test_it_asks_when_it_is_looked_at_and_not_when_nobody_looks(person: Make, backstage: Backstage) -> None:
    pia, first, _ = an_open_lobby(person, backstage)
    page, asked = pia.page, []
    page.on(
        "request", lambda request: asked.append(request) if request.url.endswith("/rooms/mine/") else None
    )
    hide(page, True)
    page.clock.fast_forward(60_000)
    page.wait_for_timeout(200)
    assert asked == []
    backstage("start", code=first["code"])
    with page.expect_response(LIST):
        hide(page, False)
    expect(page.locator(f"#room-{first['code']} .chip")).to_have_text("내 차례")
    # A line that is down changes nothing on the page, and is no complaint.
    pia.excuse("Failed to load resource")
    page.context.set_offline(True)
    page.clock.fast_forward(15_500)
    page.wait_for_timeout(200)
    expect(page.locator(f"#room-{first['code']} .chip")).to_have_text("내 차례")
    page.context.set_offline(False)
    time_passes(page)


def test_whoever_logged_out_elsewhere_is_not_shown_rooms_any_more(person: Make, backstage: Backstage) -> None:
    pia, *_ = an_open_lobby(person, backstage)
    pia.excuse("status of 401")
    pia.page.context.clear_cookies()
    pia.page.clock.fast_forward(15_500)
    expect(pia.page.locator("#myrooms")).to_have_count(0)


def hide(page: Page, is_hidden: Any) -> None:
    """The tab goes to the background, or comes back."""
    page.evaluate(
        """hidden => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
        document.dispatchEvent(new Event('visibilitychange')); }""",
        is_hidden,
    )
