"""The network fails in every way it does; the table is never in a half state. Named after the situations."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.line import Line
from tests.browser.person import LOST, Person
from tests.browser.table import Table
from tests.browser.tables import at_the_table, sent, username_for

Make = Callable[..., Person]

WATCH_BANNER = """() => {
  const note = () => {
    const banner = document.querySelector('#stage [data-net-banner]');
    if (banner && !banner.hidden) window.seen.push([banner.className, +document.querySelector('#at').dataset.version]);
  };
  window.seen = [];
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def pick(table: Table) -> int:
    """Pick the first rank that may be laid; the rank."""
    rank = next(group["rank"] for group in table.asked()["hand"] if group["ok"] == "1")
    table.page.locator(f"#g{rank}").click()
    return int(rank)


def test_s02_a_play_that_never_left_is_sent_once_after_the_line_is_back(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "끊긴연결", line=line)
    player.excuse(*LOST)
    pick(table)
    before = table.read()
    line.hold(up=True, down=False)
    table.page.locator("#go").click()
    sending = table.when("sending", busy=True)
    assert "보내는" in sending["goText"] and sending["version"] == before["version"]
    line.cut()
    table.when("the line is lost", net="off")
    assert backstage("match", code=code)["version"] == before["version"]
    line.resume()
    after = table.when("played", net="", busy=False, version=before["version"] + 1)
    log = backstage("match", code=code)["log"]
    assert len(log) == before["version"] + 1
    ids = {json.loads(text)["id"] for text in sent(player, "play")}
    assert ids == {log[-1][5]}
    assert sum(g["have"] for g in after["hand"]) < sum(g["have"] for g in before["hand"])


def test_s02_a_play_whose_answer_was_lost_is_not_played_twice(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "답장잃음", line=line)
    player.excuse(*LOST)
    pick(table)
    before = table.read()
    line.hold(up=False, down=True)
    table.page.locator("#go").click()
    player.until(lambda: backstage("match", code=code)["version"] == before["version"] + 1, "committed")
    assert table.read()["busy"]
    line.cut()
    table.when("the line is lost", net="off")
    line.resume()
    table.when("in step again", net="", busy=False, version=before["version"] + 1)
    stored = backstage("match", code=code)
    assert stored["version"] == before["version"] + 1
    assert len(sent(player, "play")) <= 2


def test_s02_a_play_that_comes_too_late_leaves_the_cards_in_the_hand_and_says_why(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "한발늦음", line=line, seconds_ago=16)
    pick(table)
    before = table.read()
    line.hold()
    table.page.locator("#go").click()
    table.when("sending", busy=True)
    player.until(lambda: backstage("match", code=code)["version"] > before["version"], "the deadline passed")
    line.resume()
    after = table.when("an answer", busy=False, net="")
    expect(player.page.locator("#toast .toast.bad")).to_have_count(1)
    assert [(g["rank"], g["have"]) for g in after["hand"]] == [(g["rank"], g["have"]) for g in before["hand"]]
    mine = backstage("match", code=code)["log"][before["version"]]
    assert mine[4] == "timeout" and mine[1] == int(before["me"])


def test_s03_a_play_while_offline_says_sending_and_is_not_taken_back_silently(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "비행모드", line=line)
    player.excuse(*LOST)
    pick(table)
    before = table.read()
    line.hold()
    player.context.set_offline(True)
    table.when("offline", net="off")
    assert "인터넷이 꺼져" in table.read()["banner"]
    table.page.keyboard.press("Enter")
    sending = table.when("sending", busy=True)
    assert "보내는" in sending["goText"]
    table.page.wait_for_timeout(1500)
    still = table.read()
    assert still["busy"] and "보내는" in still["goText"] and "인터넷이 꺼져" in still["banner"]
    assert [g["rank"] for g in still["hand"] if g["on"]] == [g["rank"] for g in before["hand"] if g["on"]]
    line.resume()
    player.context.set_offline(False)
    table.when("played", net="", busy=False, version=before["version"] + 1)
    assert backstage("match", code=code)["version"] == before["version"] + 1


def test_s04_after_a_change_of_network_a_new_socket_opens_within_ten_seconds(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "지하철", line=line)
    player.excuse(*LOST)
    before = table.asked()
    sockets = player.sockets
    line.strand()  # nobody is told
    player.until(lambda: player.sockets > sockets, "a new socket", seconds=11)
    table.when("in step", net="", version=before["version"])
    pick(table)
    table.page.locator("#go").click()
    table.answered(before)


def test_s04_a_play_on_a_dead_line_looks_at_once_whether_anybody_is_there(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "엘리베이터", line=line)
    player.excuse(*LOST)
    pick(table)
    before = table.read()
    line.strand()
    table.page.locator("#go").click()
    table.when("played", busy=False, version=before["version"] + 1, seconds=7)
    assert backstage("match", code=code)["version"] == before["version"] + 1


def test_s07_the_page_says_it_is_back_only_when_it_shows_the_newest_version(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "돌아왔다", line=line)
    player.excuse(*LOST)
    before = table.asked()
    player.page.evaluate(WATCH_BANNER)
    line.cut()
    table.when("the line is lost", net="off")
    # The same person plays on another device meanwhile.
    other = person(session=backstage("user", username=username_for("돌아왔다"), name=""))
    other.go(f"/r/{code}/")
    elsewhere = Table(other.page)
    elsewhere.answer(elsewhere.asked())
    newest = backstage("match", code=code)["version"]
    assert newest == before["version"] + 1
    line.resume()
    table.when("in step again", net="", version=newest)
    player.until(lambda: player.page.evaluate("seen.some(([kind]) => kind.includes('ok'))"), "the good news")
    shown = [version for kind, version in player.page.evaluate("seen") if "ok" in kind]
    assert set(shown) == {newest}
    assert "1" in table.read()["banner"]


@pytest.mark.parametrize(
    "sign", ["document.dispatchEvent(new Event('visibilitychange'))", "dispatchEvent(new Event('online'))"]
)
def test_s17_a_laptop_that_wakes_is_fresh_within_three_seconds(
    person: Make, backstage: Backstage, line: Line, sign: str
) -> None:
    name = "깬노트북" if "visibility" in sign else "온노트북"
    player, table, code = at_the_table(person, backstage, "choice", name, line=line)
    player.excuse(*LOST)
    table.asked()
    line.strand()  # while it slept the connection died without a word
    other = person(session=backstage("user", username=username_for(name), name=""))
    other.go(f"/r/{code}/")
    elsewhere = Table(other.page)
    elsewhere.answer(elsewhere.asked())
    newest = backstage("match", code=code)["version"]
    assert table.read()["version"] < newest
    player.page.evaluate(sign)
    table.when("fresh", version=newest, net="", seconds=3)


def test_s24_without_a_connection_the_clock_is_unknown_and_nothing_is_inferred(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "시계모름", line=line, seconds_ago=17)
    player.excuse(*LOST)
    before = table.asked()
    line.cut()
    table.when("offline", net="off")
    left = before["deadline"] - player.page.evaluate("Date.now()")
    player.page.wait_for_timeout(max(0, left) + 1500)
    meanwhile = table.read()
    assert "알 수 없음" in meanwhile["clock"]
    for name in ("version", "mode", "turn", "pile", "result"):
        assert meanwhile[name] == before[name]
    line.resume()
    after = table.when("in step", net="")
    assert after["version"] > before["version"]


def test_s33_a_double_click_is_one_play(person: Make, backstage: Backstage) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "두번클릭")
    pick(table)
    before = table.read()
    table.page.locator("#go").dblclick()
    table.answered(before)
    table.page.wait_for_timeout(300)
    assert len(sent(player, "play")) == 1
    assert backstage("match", code=code)["version"] == before["version"] + 1


def test_s33_enter_and_click_together_are_one_play(person: Make, backstage: Backstage, line: Line) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "엔터클릭", line=line)
    pick(table)
    before = table.read()
    line.hold()  # the answer is still on its way when the second one comes
    place = table.page.locator("#go").bounding_box()
    assert place is not None
    table.page.keyboard.press("Enter")
    table.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("KeyP")
    table.page.wait_for_timeout(200)
    line.resume()
    table.answered(before)
    assert len(sent(player, "play")) == 1 and not sent(player, "pass")
    assert backstage("match", code=code)["version"] == before["version"] + 1


def test_s33_a_double_tap_on_a_phone_is_one_confirmation(person: Make, backstage: Backstage) -> None:
    player, table, code = at_the_table(person, backstage, "plain", "두번터치", touch=True)
    before = table.asked()
    place = table.page.locator("#go").bounding_box()
    assert place is not None
    for _ in range(2):
        table.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    table.answered(before)
    table.page.wait_for_timeout(300)
    assert len(sent(player, "confirmHand")) == 1
    assert backstage("match", code=code)["version"] == before["version"] + 1


def test_s103_a_tab_that_slept_through_the_end_wakes_to_the_result(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "ending-asleep", "잠꾸러기", line=line)
    player.excuse(*LOST)
    assert not table.read()["final"]
    devtools = player.context.new_cdp_session(player.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    line.cut()
    last = backstage("match", code=code)
    seat = last["owing"][0]
    place = (seat - last["names"].index("잠꾸러기")) % 4
    other = person(session=backstage("user", username=f"extra{place}", name=""))
    other.go(f"/r/{code}/")
    elsewhere = Table(other.page)
    assert elsewhere.answer(elsewhere.asked()) == "play"
    assert backstage("match", code=code)["status"] == "finished"
    line.resume()
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    awake = table.when("the result", final=True, net="", seconds=10)
    assert "잠꾸러기" in player.page.locator("#result").inner_text()
    assert awake["mode"] == "finished"
