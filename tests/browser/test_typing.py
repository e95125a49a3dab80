"""Hangul in every field, and input methods: a key that belongs to a syllable being composed never sends anything."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.backstage import Backstage
from tests.browser.korean import Korean
from tests.browser.line import Line
from tests.browser.person import DESKTOP, LOST, PASSWORD, Person
from tests.browser.screens import STILL
from tests.browser.tables import at_the_table, sent

Make = Callable[..., Person]
REFUSED = r"status of 4\d\d"  # a browser mentions the status of a form that comes back


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


@pytest.fixture
def host(person: Make, backstage: Backstage) -> Iterator[Person]:
    session = backstage("user", username="typist", name="타자왕")
    typist = person(session=session)
    typist.excuse(REFUSED)
    yield typist


def same_page(page: Page, address: str) -> None:
    page.wait_for_timeout(300)
    assert page.url == address


def test_hangul_is_composed_in_the_form_for_a_new_room(host: Person) -> None:
    host.go("/rooms/new/")
    page, korean = host.page, Korean(host)
    page.locator("#name").press("Control+a")
    page.keyboard.press("Delete")
    korean.compose("ㄱ", "가", "강")
    korean.enter()
    same_page(page, f"{host.url}/rooms/new/")
    korean.commit("강")
    page.keyboard.insert_text("릉 모임")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*/")
    expect(page.locator("#roomhead h1")).to_have_text("강릉 모임")
    # And in the room itself, where the form is sent without leaving the page.
    host.until(lambda: any('id="pong"' in frame for frame in host.frames), "the socket in step")
    page.locator("#room-name").press("Control+a")
    page.keyboard.press("Delete")
    korean.compose("ㅅ", "소", "속")
    korean.enter()
    page.wait_for_timeout(300)
    expect(page.locator("#roomhead h1")).to_have_text("강릉 모임")
    korean.commit("속초")
    page.keyboard.press("Enter")
    expect(page.locator("#roomhead h1")).to_have_text("속초")


def test_a_name_being_typed_survives_a_lost_line(person: Make, backstage: Backstage, line: Line) -> None:
    session = backstage("user", username="halfway", name="반쯤썼다")
    code = backstage("room", name="처음 이름", host="halfway")["code"]
    host = person(session=session, line=line)
    host.excuse(*LOST)
    host.go(f"/r/{code}/")
    host.until(lambda: any('id="pong"' in frame for frame in host.frames), "the socket in step")
    field = host.page.locator("#room-name")
    field.press("Control+a")
    field.press_sequentially("새 이름을 쓰다")
    stage = host.page.locator("#stage").element_handle()
    line.cut()
    expect(host.page.locator("html")).to_have_attribute("data-net", "off")
    line.resume()
    host.until(lambda: not stage.evaluate("e => e.isConnected"), "the whole room again")
    expect(field).to_have_value("새 이름을 쓰다")
    expect(field).to_be_focused()
    host.page.keyboard.type(" 말고")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#roomhead h1")).to_have_text("새 이름을 쓰다 말고")


def test_a_code_typed_on_a_korean_keyboard_is_understood(
    host: Person, person: Make, backstage: Backstage
) -> None:
    backstage("user", username="codeowner", name="암호주인")
    code = backstage("room", name="암호방", host="codeowner")["code"]
    host.go("/")
    page, korean = host.page, Korean(host)
    page.locator("#code").focus()
    korean.compose("ㅏ", "하")
    korean.enter()
    same_page(page, f"{host.url}/")
    korean.commit("하나")
    page.keyboard.press("Enter")
    expect(page.locator("#code_error")).to_be_visible()
    expect(page.locator("#code")).to_have_value("하나")
    page.locator("#code").fill(hangul_for(code))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/r/{code}/")


def hangul_for(code: str) -> str:
    """The single letters that come out when this code is typed while the Korean keyboard is on."""
    keys = dict(
        zip("qwertyuiopasdfghjklzxcvbnm", "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", strict=True)
    )
    return "".join(keys.get(character.lower(), character) for character in code)


def test_hangul_is_typed_into_every_field_of_the_sign_up(person: Make) -> None:
    newcomer = person()
    newcomer.excuse(REFUSED)
    newcomer.go("/accounts/signup/")
    page = newcomer.page
    for name, text in (
        ("display_name", "한글이름"),
        ("username", "아이디"),
        ("password", "비밀번호는한글로"),
    ):
        page.locator(f"[name={name}]").press_sequentially(text)
    page.locator("[name=email]").press_sequentially("나@한글.한국")
    page.locator("[name=email]").press("Enter")
    expect(page.locator("[data-problems]")).to_be_focused()
    expect(page.locator("[name=display_name]")).to_have_value("한글이름")
    expect(page.locator("[name=username]")).to_have_value("아이디")
    page.locator("[name=username]").fill("hangulid")
    page.locator("[name=email]").fill("")
    page.locator("[name=password]").press_sequentially("비밀번호는한글로")
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(f"{newcomer.url}/")
    expect(page.locator("h1")).to_contain_text("한글이름")
    # The same password of Hangul opens the door again.
    page.locator("header form button").click()
    page.locator("[name=account]").fill("hangulid")
    page.locator("[name=password]").press_sequentially("비밀번호는한글로")
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(f"{newcomer.url}/")


def test_a_nickname_is_composed_and_enter_does_not_send_it_early(person: Make) -> None:
    newcomer = person()
    newcomer.go("/accounts/signup/")
    page, korean = newcomer.page, Korean(newcomer)
    page.locator("[name=username]").fill("imename")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=display_name]").focus()
    korean.compose("ㅎ", "하", "한")
    korean.enter()
    same_page(page, f"{newcomer.url}/accounts/signup/")
    korean.commit("한강")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{newcomer.url}/")
    expect(page.locator("h1")).to_contain_text("한강")


def test_a_key_that_belongs_to_a_syllable_does_nothing_at_the_table(
    person: Make, backstage: Backstage
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "조합중", size=DESKTOP)
    rank = next(group["rank"] for group in table.read()["hand"] if group["ok"] == "1")
    player.page.locator(f"#g{rank}").click()
    before = table.read()
    korean = Korean(player)
    korean.enter()
    player.page.evaluate(
        """() => { for (const code of ['Enter', 'KeyP', 'Digit9', 'KeyJ'])
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
          {key: 'Process', code, isComposing: true, bubbles: true, cancelable: true})); }"""
    )
    player.page.wait_for_timeout(300)
    after = table.read()
    assert not sent(player, "play") and not sent(player, "pass")
    assert after["hand"] == before["hand"] and after["version"] == before["version"]
    assert backstage("match", code=code)["version"] == before["version"]
