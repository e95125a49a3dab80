"""What makes playing comfortable, on a running server: settings that follow, passes made ahead or at once."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.line import Line
from tests.browser.person import DESKTOP, LOST, Person
from tests.browser.table import Table
from tests.browser.tables import at_the_table, sent

Make = Callable[..., Person]
PASS = "#controls button[value=pass]"


def root(player: Person) -> dict[str, str]:
    """The settings on `<html>`."""
    return dict(player.page.evaluate("({...document.documentElement.dataset})"))


def choose(player: Person, name: str, value: str) -> None:
    """Choose one of the values of a setting, in the open dialog."""
    player.page.locator(f"#settings label:has([name={name}][value='{value}'])").click()


def open_settings(player: Person) -> None:
    player.page.locator("[data-open='#settings']").first.click()


def same_person(make: Make, backstage: Backstage, name: str) -> list[Person]:
    """The same account on two devices."""
    session = backstage("user", username=name, name=name)
    return [make(session=session), make(session=session, size=DESKTOP)]


def test_settings_are_kept_at_once_and_follow_to_another_device(person: Make, backstage: Backstage) -> None:
    phone, desktop = same_person(person, backstage, "seoljeong")
    phone.go("/")
    open_settings(phone)
    with phone.page.expect_response("**/accounts/preferences/") as answer:
        choose(phone, "theme", "dark")
    assert answer.value.status == 204
    with phone.page.expect_response("**/accounts/preferences/"):
        choose(phone, "sound", "")  # on by default: off
    assert (root(phone)["theme"], root(phone)["sound"]) == ("dark", "off")
    desktop.go("/rules/")
    assert (root(desktop)["theme"], root(desktop)["sound"]) == ("dark", "off")
    open_settings(desktop)
    assert desktop.page.locator("#settings [name=theme][value=dark]").is_checked()
    assert not desktop.page.locator("#settings [name=sound]").is_checked()


def test_a_visitors_settings_are_taken_over_and_those_of_an_account_win(
    person: Make, backstage: Backstage
) -> None:
    visitor = person()
    visitor.go("/rules/")
    open_settings(visitor)
    choose(visitor, "cards", "classic")
    visitor.page.reload()
    assert root(visitor) == {"cards": "classic"}
    expect(visitor.page.locator(".cardtable")).to_contain_text("남작부인")
    visitor.sign_up("넘겨받기", "neomgyeo")

    def is_taken_over() -> bool:
        visitor.go("/rules/")
        assert root(visitor)["cards"] == "classic"
        return "fresh" not in root(visitor)

    visitor.until(is_taken_over, "the settings with the account")
    other = person(session=backstage("user", username="neomgyeo", name=""))
    other.go("/rules/")
    other.page.evaluate(
        "localStorage.setItem('kings-cards', ''); localStorage.setItem('kings-theme', 'dark')"
    )
    other.page.reload()
    assert root(other)["cards"] == "classic" and "theme" not in root(other)


def test_without_a_line_a_setting_holds_and_is_sent_later(person: Make, backstage: Backstage) -> None:
    phone, desktop = same_person(person, backstage, "naju")
    phone.excuse(*LOST)
    phone.go("/")
    open_settings(phone)
    phone.context.set_offline(True)
    choose(phone, "contrast", "more")
    assert root(phone)["contrast"] == "more"
    with phone.page.expect_response("**/accounts/preferences/"):
        phone.context.set_offline(False)
    desktop.go("/")
    assert root(desktop)["contrast"] == "more"


def test_two_tabs_show_the_same_settings(person: Make, backstage: Backstage) -> None:
    player, _ = same_person(person, backstage, "dutaeb")
    player.go("/")
    other = player.open_tab()
    other.goto(f"{player.url}/rules/")
    open_settings(player)
    choose(player, "size", "large")
    other.wait_for_selector("html[data-size=large]")


def test_card_names_switch_at_the_table_at_once_for_eyes_and_ears(person: Make, backstage: Backstage) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "이름바꾸기")
    rank = next(group["rank"] for group in table.asked()["hand"] if 1 < group["rank"] < 13)
    ours, classic = (
        player.page.locator(f"#g{rank} .vh .{kind}").text_content() for kind in ("ours", "classic")
    )
    group = player.page.locator(f"#g{rank}")
    assert ours and classic and ours != classic
    expect(group).to_have_accessible_name(name_of(rank, ours))
    open_settings(player)
    choose(player, "cards", "classic")
    player.page.locator("#settings [data-close]").click()
    expect(group).to_have_accessible_name(name_of(rank, classic))


def name_of(rank: int, name: str) -> re.Pattern[str]:
    """How a group of the hand is called aloud."""
    return re.compile(rf"^{rank} {name} ?, \d+장")


def before_me(player: Person) -> str:
    """The username of whoever's turn it is at a prepared table."""
    seats = player.page.locator("#seats > li").count()
    seen = Table(player.page).read()
    return f"extra{(int(seen['turn']) - int(seen['me'])) % seats}"


def test_a_pass_chosen_in_two_tabs_is_made_once(person: Make, backstage: Backstage) -> None:
    player, table, code = at_the_table(person, backstage, "next", "미리패스")
    second = player.open_tab()
    second.goto(player.page.url)
    for page in (player.page, second):
        page.locator(f"{PASS}:not([disabled])").click()
        expect(page.locator(PASS)).to_have_attribute("aria-pressed", "true")
    seen = table.read()
    other = person(session=backstage("user", username=before_me(player), name=""), size=DESKTOP)
    other.go(f"/r/{code}/")
    Table(other.page).asked()
    other.page.locator(PASS).click()
    expect(player.page.locator(PASS)).to_contain_text("곧 패스해요")
    player.until(lambda: table.read()["version"] == seen["version"] + 2, "both passes on the table")
    log = backstage("match", code=code)["log"]
    assert [row[2] for row in log[-2:]] == ["pass", "pass"] and len(log) == seen["version"] + 2
    ids = {text.split('"id":"')[1].split('"')[0] for text in sent(player, "pass")}
    assert len(ids) == 1 and next(iter(ids)).startswith("ahead-")
    for page in (player.page, second):
        assert Table(page).read()["toasts"] == [] and not Table(page).read()["busy"]


def test_a_hopeless_follow_is_passed_at_once_by_two_tabs_together(person: Make, backstage: Backstage) -> None:
    player, table, code = at_the_table(person, backstage, "hopeless", "뻔한패스")
    seen = table.asked()
    expect(player.page.locator(PASS)).to_be_enabled()
    assert sent(player, "pass") == []
    second = player.open_tab()
    second.goto(player.page.url)
    Table(second).asked()
    open_settings(player)
    choose(player, "autopass", "on")  # in both tabs at the same moment
    player.page.locator("#settings [data-close]").click()
    second.wait_for_selector("html[data-autopass=on]")
    for page in (player.page, second):
        page.reload()
    player.until(lambda: table.read()["version"] > seen["version"], "the pass")
    player.page.wait_for_timeout(800)
    log = backstage("match", code=code)["log"]
    assert log[seen["version"]][1:3] == [int(seen["me"]), "pass"]
    assert len(log) == seen["version"] + 1
    for page in (player.page, second):
        now = Table(page).read()
        assert now["toasts"] == [] and not now["busy"] and now["mode"] != "play"


def test_the_trick_before_is_shown_to_players_and_spectators(person: Make, backstage: Backstage) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "지난트릭")
    table.asked()
    player.page.keyboard.press("KeyT")
    dialog = player.page.locator("#trick[open]")
    expect(dialog).to_contain_text("가져갔어요")
    expect(dialog).to_have_accessible_name("지난 트릭")
    shown = dialog.locator(".body").inner_text()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("#trick")).not_to_be_visible()
    watcher, _, _ = at_the_table(person, backstage, "watch", "구경꾼이")
    watcher.page.locator("[data-trick]").click()
    expect(watcher.page.locator("#trick[open]")).to_contain_text("아직 끝난 트릭이 없어요")
    assert "님이" in shown and table.read()["version"] >= 0


def test_a_set_picked_ahead_survives_a_whole_new_table(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "다시맞추기", line=line)
    player.excuse(*LOST)
    rank = next(group["rank"] for group in table.asked()["hand"] if group["ok"] == "1")
    player.page.locator(f"#g{rank}").click()
    sockets = player.sockets
    line.drop()
    player.until(lambda: player.sockets > sockets, "a new socket")
    player.until(lambda: any('id="stage"' in frame for frame in player.frames), "the whole table")
    after = table.when("in step again", net="")
    assert [group["rank"] for group in after["hand"] if group["on"]] == [rank] and after["go"]
