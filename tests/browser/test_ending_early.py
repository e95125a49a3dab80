"""s89: the players end a match early: asked for, agreed to and taken back without a mouse, seen and heard by all."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.keyboard import Keyboard
from tests.browser.listening import heard, listen
from tests.browser.person import DESKTOP, SMALL, Person
from tests.browser.tables import at_the_table

Make = Callable[..., Person]

OTHERS = [f"extra{number}" for number in range(1, 6)]


def test_s89_a_wish_of_others_comes_to_the_open_table_is_read_out_and_agreed_to_by_keyboard(
    person: Make, backstage: Backstage
) -> None:
    player, _table, code = at_the_table(person, backstage, "choice", "밤이늦어", size=SMALL)
    page, strip = player.page, player.page.locator("#endwish")
    expect(strip).to_be_hidden()
    listen(page)
    backstage("want_to_end", code=code, usernames=OTHERS)
    expect(strip).to_contain_text("님이 게임을 그만하고 싶어 해요")
    expect(strip).to_contain_text("찬성 5명 · 1명 더 필요해요")
    player.until(
        lambda: any("게임을 그만하고 싶어 해요." in text for text in heard(page)), "the wish is said"
    )
    Keyboard(page).press("#endwish button")
    expect(page.locator("[role=alert]")).to_contain_text("하던 사람 모두가 그만하기로 해서")
    expect(strip).to_be_hidden()
    expect(page.locator("#chat-log li").last).to_contain_text("일찍 끝났어요. 결과에 세지 않아요.")
    expect(page.locator(".ask-pause, .side [href$='#end']")).to_have_count(0)
    player.check()


def test_s89_from_the_table_to_the_wish_and_back_by_keyboard(person: Make, backstage: Backstage) -> None:
    player, _table, code = at_the_table(person, backstage, "choice", "집에가자", size=DESKTOP)
    page, keys = player.page, Keyboard(player.page)
    keys.press(".side [href$='#end']")
    page.wait_for_url(f"**/r/{code}/people/#end")
    keys.press("#end summary")
    keys.press("#end button")
    page.wait_for_url(f"**/r/{code}/")
    strip = page.locator("#endwish")
    expect(strip).to_contain_text("집에가자 님이 게임을 그만하고 싶어 해요 · 찬성 1명 · 5명 더 필요해요")
    expect(page.locator(".ask-pause")).to_be_visible()
    player.until(lambda: any('id="pong"' in frame for frame in player.frames), "the socket in step")
    keys.press("#endwish button")
    expect(strip).to_be_hidden()
    assert keys.is_on("#hand .grp, #log"), "the focus stays at the table"
    player.check()
