"""Coming back to the same table: reload, a closed tab, a server that was killed, a second person by the room's link."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.line import Line
from tests.browser.person import DESKTOP, LOST, PHONE, Person
from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.tables import at_the_table

Make = Callable[..., Person]
GRACE_MS = 10_000


def same(before: dict[str, Any], after: dict[str, Any]) -> None:
    """The page shows the same table."""
    for name in ("match", "version", "decision", "mode", "pile", "turn", "deadline", "me"):
        assert after[name] == before[name], name
    assert [(g["rank"], g["have"], g["ok"]) for g in after["hand"]] == [
        (g["rank"], g["have"], g["ok"]) for g in before["hand"]
    ]


def test_a_reload_in_the_middle_of_a_trick_shows_the_same_table(person: Make, backstage: Backstage) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "새로고침")
    before = table.asked()
    rank = next(group["rank"] for group in before["hand"] if group["ok"] == "1")
    player.page.locator(f"#g{rank}").click()
    player.page.reload()
    after = table.asked()
    same(before, after)
    # What was only picked is nobody's business but this page's: it is not picked any more, and nothing is sent.
    assert not any(group["on"] for group in after["hand"]) and not after["go"]
    assert table.play_or_pass(after) == "play"


def test_closing_the_tab_and_coming_back_by_the_lobby_shows_the_same_table(
    person: Make, backstage: Backstage
) -> None:
    player, table, _ = at_the_table(person, backstage, "follow", "닫았다열기")
    before = table.asked()
    player.page.close()
    player.page = player.open_tab()
    player.go("/")
    player.page.locator(".roomrow").first.click()
    after = Table(player.page).asked()
    same(before, after)


def test_a_picked_set_survives_what_others_do(person: Make, backstage: Backstage) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "집어두기")
    seen = table.asked()
    rank = next(group["rank"] for group in seen["hand"] if group["ok"] == "1")
    player.page.locator(f"#g{rank}").click()
    other = person(session=backstage("user", username="extra1", name=""), size=DESKTOP)
    other.go(f"/r/{code}/")
    other.page.locator("form.auto button").click()  # a new version that asks nothing new
    after = table.when("the other's autoplay", version=seen["version"] + 1)
    assert [group["rank"] for group in after["hand"] if group["on"]] == [rank] and after["go"]
    player.page.locator("#go").click()
    table.answered(after)


def test_two_people_see_every_play_and_the_second_comes_by_the_link(
    person: Make, backstage: Backstage
) -> None:
    host = person(size=DESKTOP)
    host.sign_up("주인장", "juinjang")
    code = host.create_room("둘이서")
    page = host.page
    link = page.locator("#link").input_value()
    assert link.startswith(host.url + "/j/")

    guest = person(size=PHONE)
    guest.page.goto(link)
    guest.page.locator("main button[value=signup]").click()
    guest.sign_up("손님맞이", "sonnim", path="")
    guest.page.wait_for_url(f"**/r/{code}/")
    expect(page.locator("#members")).to_contain_text("손님맞이")

    for seated in (3, 4):
        page.locator("#add-bot").click()
        expect(guest.page.locator("#members .chip")).to_have_text(f"{seated} / 8")
    page.locator("#start").click()
    tables = [Table(page), Table(guest.page)]
    played = 0
    seconds = []
    while played < 4:
        for own, other in (tables, tables[::-1]):
            seen = own.read()
            if seen["mode"] not in {"rev", "tax", "play"} or seen["busy"] or seen["inert"]:
                own.page.wait_for_timeout(20)
                continue
            if own.answer(seen) != "play":
                continue
            played += 1
            began = own.page.evaluate("performance.now()")
            mine = own.read()
            until_seen(other, mine)
            seconds.append((own.page.evaluate("performance.now()") - began) / 1000)
    assert backstage("match", code=code)["version"] >= played
    assert sorted(seconds)[len(seconds) // 2] < 0.5, seconds


def until_seen(other: Table, mine: dict[str, Any]) -> None:
    """The other page catches up with a version."""
    for _ in range(200):
        if other.read()["version"] >= mine["version"]:
            return
        other.page.wait_for_timeout(10)
    raise AssertionError("the other page did not see the play")


def test_s06_a_server_killed_between_two_plays_loses_nothing(
    person: Make, backstage: Backstage, server: Server
) -> None:
    host, guest = person(), person(size=DESKTOP)
    host.excuse(*LOST)
    guest.excuse(*LOST)
    host.sign_up("정전이다", "jeongjeon")
    guest.sign_up("촛불켜기", "chotbul")
    code = host.create_room("정전 연습")
    link = host.page.locator("#link").input_value()
    guest.page.goto(link)
    guest.page.locator("main form button.wide").click()
    guest.page.wait_for_url(f"**/r/{code}/")
    for seated in (3, 4):
        host.page.locator("#add-bot").click()
        expect(host.page.locator("#members .chip")).to_have_text(f"{seated} / 8")
    with host.page.expect_response("**/options/"):
        host.page.locator("label:has(#o-turnSeconds-45)").click()
    host.page.locator("#start").click()
    mine, theirs = Table(host.page), Table(guest.page)
    theirs.answer(theirs.asked())
    for _ in range(3):  # in the middle: some plays lie already
        played = one_turn(mine, theirs)
    before = wait_for_human(mine, theirs)
    stored = backstage("match", code=code)

    server.kill()
    mine.when("the line is lost", net="off")
    assert mine.read()["inert"]
    server.start()
    after = mine.when("back by itself", net="", version=before["version"], seconds=25)
    other = theirs.when("the other is back by itself", net="", version=before["version"], seconds=25)
    assert other["pile"] == after["pile"]
    same(before, after)
    kept = backstage("match", code=code)
    assert kept["log"][: len(stored["log"])] == stored["log"]
    assert kept["deadline"] == stored["deadline"] == after["deadline"]
    assert played in {"play", "pass", "confirm", "return"}

    one_turn(mine, theirs)
    newest = max(mine.read()["version"], theirs.read()["version"])
    for table in (mine, theirs):
        until_seen(table, {"version": newest})
    assert newest > before["version"]


def wait_for_human(*tables: Table) -> dict[str, Any]:
    """Wait until one of these people has to answer, so that the bots rest; what the first page shows."""
    for _ in range(600):
        readings = [table.read() for table in tables]
        versions = {seen["version"] for seen in readings}
        if len(versions) == 1 and any(seen["mode"] in {"play", "tax", "rev"} for seen in readings):
            return readings[0]
        tables[0].page.wait_for_timeout(30)
    raise AssertionError("nobody is asked")


def one_turn(*tables: Table) -> str:
    """Whoever of these people is asked answers; what was done."""
    for _ in range(600):
        for table in tables:
            seen = table.read()
            if seen["mode"] in {"play", "tax", "rev"} and not seen["busy"] and not seen["inert"]:
                return table.answer(seen)
        tables[0].page.wait_for_timeout(30)
    raise AssertionError("nobody is asked")


def test_s06_a_deadline_that_passed_while_the_server_was_down_gets_its_grace(
    person: Make, backstage: Backstage, server: Server
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "늦은정전", seconds_ago=16)
    player.excuse(*LOST)
    before = table.asked()
    server.kill()
    left = before["deadline"] - now(player)
    player.page.wait_for_timeout(max(0, left) + 1500)
    restarted = now(player)
    server.start()
    table.when("back by itself", net="", version=before["version"], seconds=25)
    stored = backstage("match", code=code)
    after = table.when("the new deadline", deadline=stored["deadline"], decision=before["decision"])
    assert restarted + GRACE_MS <= after["deadline"] <= now(player) + GRACE_MS
    assert table.play_or_pass(after) == "play"
    assert backstage("match", code=code)["log"][-1][4] == "player"


def now(player: Person) -> int:
    """This machine's clock, which is the server's too, in ms."""
    return int(player.page.evaluate("Date.now()"))


def test_the_page_comes_back_through_a_restart_in_good_order(
    person: Make, backstage: Backstage, server: Server, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "lead", "새단장중", line=line)
    player.excuse(*LOST)
    before, since = table.asked(), now(player)
    server.stop()
    table.when("the line is lost", net="off")
    server.start()
    table.when("back by itself", net="", mode="play", seconds=25)
    late = player.until(
        lambda: backstage("match", code=code)["deadline"] - before["deadline"], "the lost time is given back"
    )
    assert 0 < late <= now(player) - since
    before["deadline"] += late
    same(before, table.when("the time given back", deadline=before["deadline"]))
