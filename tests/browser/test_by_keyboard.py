"""A whole match without a mouse: logging in, the room, the table with its number keys, Enter, P and the arrows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.keyboard import Keyboard
from tests.browser.person import DESKTOP, PASSWORD, Person
from tests.browser.table import Table

Make = Callable[..., Person]


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "60"}


def test_a_whole_match_by_keyboard_alone(person: Make, backstage: Backstage) -> None:
    backstage("user", username="nokeys", name="자판만", password=True)
    host = person(size=DESKTOP)
    host.go("/")
    page, keys = host.page, Keyboard(host.page)
    keys.press("main a[href='/accounts/login/']")
    page.wait_for_url("**/accounts/login/")
    keys.type_into("[name=account]", "nokeys")
    keys.type_into("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(host.url + "/")

    keys.press("a[href='/rooms/new/']")
    page.wait_for_url("**/rooms/new/")
    keys.type_into("#name", "자판으로만")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*/")
    for seated in range(2, 5):
        keys.press("#add-bot")  # after each, the focus must still be where it was
        expect(page.locator("#members .chip")).to_have_text(f"{seated} / 8")
        assert keys.is_on("#add-bot")
    keys.tab_to("#o-rounds-3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#o-rounds-1")).to_be_checked()
    with page.expect_response("**/options/"):
        keys.press("#o-removeHighCards", "Space")
    keys.press("#start")

    table, done = Table(page), []
    while not (seen := table.asked(seconds=60))["final"]:
        done.append(keys.answer(seen))
    assert done[0] == "confirm" and "play" in done
    keys.press("#go")
    assert table.when("a rematch", mode="rev")["version"] < seen["version"]


def test_the_arrows_move_in_the_hand_and_change_the_amount(person: Make, backstage: Backstage) -> None:
    session = backstage("user", username="arrows", name="화살표")
    code = backstage("scene", name="lead", viewer="arrows")
    player = person(size=DESKTOP, session=session)
    player.go(f"/r/{code}/")
    table, keys = Table(player.page), Keyboard(player.page)
    ranks = [group["rank"] for group in table.asked()["hand"]]
    keys.tab_to("#hand .grp")
    assert keys.is_on(f"#g{ranks[0]}")
    player.page.keyboard.press("ArrowRight")
    assert keys.is_on(f"#g{ranks[1]}")
    player.page.keyboard.press("End")
    assert keys.is_on(f"#g{ranks[-1]}")
    player.page.keyboard.press("Home")
    assert keys.is_on(f"#g{ranks[0]}")

    many = next(group for group in table.read()["hand"] if group["have"] > 2)
    player.page.keyboard.press(
        f"Digit{many['rank']}"
        if many["rank"] < 10
        else {10: "Digit0", 11: "Minus", 12: "Equal"}[many["rank"]]
    )
    before = player.page.locator("[data-qty]").inner_text()
    while not keys.is_on(f"#g{many['rank']}"):
        player.page.keyboard.press("ArrowRight")
    player.page.keyboard.press("ArrowDown")
    assert player.page.locator("[data-qty]").inner_text() != before
    player.page.keyboard.press("ArrowUp")
    assert player.page.locator("[data-qty]").inner_text() == before
    player.page.keyboard.press("Escape")
    assert not any(group["on"] for group in table.read()["hand"])


def test_p_says_why_the_leader_cannot_pass(person: Make, backstage: Backstage) -> None:
    session = backstage("user", username="leader", name="선플레이")
    code = backstage("scene", name="lead", viewer="leader")
    player = person(session=session)
    player.go(f"/r/{code}/")
    table = Table(player.page)
    before = table.asked()
    player.page.keyboard.press("KeyP")
    expect(player.page.locator("#toast .toast.bad")).to_have_count(1)
    assert table.read()["version"] == before["version"]


def test_keys_are_read_by_place_while_a_korean_keyboard_is_on(person: Make, backstage: Backstage) -> None:
    session = backstage("user", username="hangul", name="한글판")
    code = backstage("scene", name="follow", viewer="hangul")
    player = person(session=session)
    player.go(f"/r/{code}/")
    table = Table(player.page)
    seen = table.asked()
    press = {"key": "ㅔ", "code": "KeyP", "windowsVirtualKeyCode": 80}
    player.context.new_cdp_session(player.page).send("Input.dispatchKeyEvent", {"type": "keyDown", **press})
    table.answered(seen)
    assert backstage("match", code=code)["log"][-1][2] == "pass"


def test_keys_can_be_turned_off_and_then_only_letters_and_digits_are(
    person: Make, backstage: Backstage
) -> None:
    session = backstage("user", username="keysoff", name="단축끔")
    code = backstage("scene", name="follow", viewer="keysoff")
    player = person(session=session)
    player.go(f"/r/{code}/")
    page, table = player.page, Table(player.page)
    before = table.asked()
    page.locator("[data-open='#settings']").click()
    page.locator("#settings label:has([name=keys])").click()
    page.locator("#settings [data-close]").click()
    for key in ("KeyP", "Digit9", "Enter"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    seen = table.read()
    assert seen["version"] == before["version"] and not any(group["on"] for group in seen["hand"])
