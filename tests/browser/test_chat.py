"""The chat in a browser: Hangul, keys, a network that fails, emotes at the seats, and what is read out."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.backstage import Backstage
from tests.browser.korean import Korean
from tests.browser.line import Line
from tests.browser.person import DESKTOP, LOST, PATIENCE_MS, PHONE, Person
from tests.browser.screens import STILL
from tests.browser.tables import at_the_table, sent, username_for

Make = Callable[..., Person]


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


def in_step(person: Person) -> Person:
    person.until(lambda: any('id="pong"' in frame for frame in person.frames), "the socket in step")
    return person


def joined(
    make: Make, backstage: Backstage, code: str, name: str, language: str = "ko", **how: object
) -> Person:
    """Somebody who comes into this room to watch, with its page open."""
    session = backstage("user", username=username_for(name), name=name, language=language)
    backstage("join", username=username_for(name), code=code)
    newcomer = make(session=session, language=language, **how)
    newcomer.go(f"/r/{code}/")
    return in_step(newcomer)


def lines(person: Person) -> Locator:
    return person.page.locator("#chat-log .said p")


def field(person: Person) -> Locator:
    return person.page.locator("#msg")


def test_two_people_talk_in_two_languages(person: Make, backstage: Backstage) -> None:
    backstage("user", username="talkhost", name="수다왕")
    code = backstage("room", name="수다방", host="talkhost")["code"]
    korean = joined(person, backstage, code, "한국말")
    english = joined(person, backstage, code, "Speaker", "en", size=DESKTOP)
    korean.page.locator(".chat-open").click()
    field(korean).fill("안녕하세요 <b>여러분</b> https://example.com")
    field(korean).press("Enter")
    expect(lines(english)).to_have_text(["안녕하세요 <b>여러분</b> https://example.com"])
    expect(english.page.locator("#chat-log :is(a, p b, img)")).to_have_count(0)
    expect(field(korean)).to_have_value("")
    expect(korean.page.locator("#chat-log .mine p")).to_have_count(1)
    field(english).fill("Hello!")
    english.page.locator(".chat-form button").click()
    expect(lines(korean)).to_have_count(2)
    expect(english.page.locator("#chat-log .fact").last).to_contain_text("Speaker joined")
    expect(korean.page.locator("#chat-log .fact").last).to_contain_text("Speaker 님이 들어왔어요")
    # Read out politely, once, to whoever did not write it.
    expect(korean.page.locator("#say-chat")).to_contain_text("Speaker 님: Hello!")
    assert "Hello" not in english.page.locator("#say-chat").inner_text()


def test_hangul_is_sent_whole_and_never_while_it_is_composed(person: Make, backstage: Backstage) -> None:
    talker, _, _code = at_the_table(person, backstage, "wait", "조합하는이", size=DESKTOP)
    page, korean = talker.page, Korean(talker)
    page.keyboard.press("Slash")
    expect(field(talker)).to_be_focused()
    korean.compose("ㅎ", "하", "한")
    korean.enter()
    page.evaluate("document.querySelector('[data-chat-form]').requestSubmit()")
    page.wait_for_timeout(200)
    assert not sent(talker, "chat")
    korean.commit("한")
    page.keyboard.insert_text("글이에요")
    page.keyboard.press("Enter")
    expect(lines(talker)).to_have_text(["한글이에요"])
    expect(field(talker)).to_have_value("")
    assert len(sent(talker, "chat")) == 1


def test_s83_keys_typed_in_chat_never_play_and_shortcuts_can_be_turned_off(
    person: Make, backstage: Backstage
) -> None:
    player, table, _ = at_the_table(person, backstage, "choice", "타자치는이", size=DESKTOP)
    before = table.read()
    field(player).click()
    player.page.keyboard.type("p19j[]-=rl/P")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Enter")
    expect(lines(player)).to_have_text(["p19j[]-=rl/P"])
    player.page.keyboard.press("p")
    player.page.wait_for_timeout(200)
    after = table.read()
    assert not sent(player, "pass") and not sent(player, "play")
    assert after["hand"] == before["hand"] and after["version"] == before["version"]
    assert not player.page.locator("dialog[open]").count()
    player.page.evaluate("document.documentElement.dataset.keys = 'off'; document.activeElement.blur()")
    player.page.keyboard.press("Slash")
    player.page.keyboard.press("p")
    player.page.wait_for_timeout(200)
    expect(field(player)).not_to_be_focused()
    assert not sent(player, "pass")


def test_without_a_line_the_text_stays_and_an_unanswered_one_goes_out_once_more(
    person: Make, backstage: Backstage, line: Line
) -> None:
    talker, _, _code = at_the_table(person, backstage, "wait", "끊긴이", size=DESKTOP, line=line)
    talker.excuse(*LOST)
    line.cut()
    expect(talker.page.locator("html")).to_have_attribute("data-net", "off")
    field(talker).fill("들리나요?")
    field(talker).press("Enter")
    expect(talker.page.locator("#toast .toast")).to_contain_text("보내지 못했어요")
    expect(field(talker)).to_have_value("들리나요?")
    line.resume()
    expect(talker.page.locator("html")).not_to_have_attribute("data-net", "off")
    field(talker).press("Enter")
    expect(lines(talker)).to_have_text(["들리나요?"])


def test_a_refused_line_comes_back_into_the_field(person: Make, backstage: Backstage) -> None:
    talker, _, _code = at_the_table(person, backstage, "wait", "빠른이", size=DESKTOP)
    for number in range(7):
        field(talker).fill(f"{number}번")
        field(talker).press("Enter")
        expect(field(talker)).to_have_value("" if number < 6 else "6번")
    expect(talker.page.locator("#toast .toast")).to_contain_text("조금 천천히")
    expect(lines(talker)).to_have_count(6)


def test_an_emote_is_shown_at_the_seat_and_the_sheet_makes_room(person: Make, backstage: Backstage) -> None:
    player, _, code = at_the_table(person, backstage, "wait", "표정왕", size=PHONE)
    watcher = joined(person, backstage, code, "구경꾼", size=PHONE)
    player.page.locator(".chat-open").click()
    player.page.locator("#react summary").click()
    player.page.locator("button[data-emote=clap]").click()
    expect(player.page.locator("#chat")).not_to_have_class("chat open")
    expect(player.page.locator(".at-seat.is-emote")).to_be_visible()
    expect(watcher.page.locator(".at-seat.is-emote")).to_be_visible()
    expect(watcher.page.locator("#say-chat")).to_contain_text("표정왕 님: 박수")
    expect(player.page.locator(".at-seat")).to_have_count(0)
    # Whoever watches reacts among watchers: nothing of it comes to the player.
    watcher.page.locator(".chat-open").click()
    watcher.page.locator("#react summary").click()
    watcher.page.locator("button[data-emote=tea]").click()
    expect(watcher.page.locator("#chat-log [data-emote=tea]")).to_have_count(1)
    player.page.wait_for_timeout(300)
    assert not any("tea" in frame for frame in player.frames if "chat-log" in frame)


def test_the_chat_stays_at_its_end_through_long_lines_and_large_text(
    person: Make, backstage: Backstage
) -> None:
    backstage("user", username="endhost", name="끝말")
    code = backstage("room", name="끝말방", host="endhost")["code"]
    reader = joined(person, backstage, code, "읽는이", size=DESKTOP)
    rest = "(log => log.scrollHeight - log.scrollTop - log.clientHeight)(document.querySelector('#chat-log'))"
    for number in range(1, 7):
        backstage("say", username="endhost", code=code, text=f"{number} " + "긴 이야기 " * 40)
        if number % 3 == 0:
            expect(lines(reader)).to_have_count(number, timeout=PATIENCE_MS)
    assert reader.page.evaluate(rest) < 2
    reader.page.evaluate("document.documentElement.dataset.size = 'large'")
    reader.page.wait_for_timeout(100)
    assert reader.page.evaluate(rest) < 2
    reader.page.locator("#chat-log").evaluate("log => { log.scrollTop = 0 }")
    reader.page.wait_for_timeout(100)
    backstage("say", username="endhost", code=code, preset="hi")
    expect(lines(reader)).to_have_count(7, timeout=PATIENCE_MS)
    assert reader.page.evaluate("document.querySelector('#chat-log').scrollTop") == 0, (
        "who reads back is left alone"
    )


def test_the_emotes_fold_after_a_choice_a_message_and_escape(person: Make, backstage: Backstage) -> None:
    talker, _, _code = at_the_table(person, backstage, "wait", "웃는이", size=DESKTOP)
    menu = talker.page.locator("#react")
    for leave in (
        lambda: talker.page.locator("[data-emote=clap]").first.click(),
        lambda: (field(talker).fill("하하"), field(talker).press("Enter")),
        lambda: (field(talker).focus(), talker.page.keyboard.press("Escape")),
        lambda: talker.page.locator(".felt").click(position={"x": 5, "y": 5}),
    ):
        menu.locator("summary").click()
        expect(menu).to_have_attribute("open", "")
        leave()
        expect(menu).not_to_have_attribute("open", "")


def test_an_order_names_its_target_at_the_seat(person: Make, backstage: Backstage) -> None:
    player, _, _code = at_the_table(person, backstage, "choice", "농노님", size=DESKTOP)
    player.page.locator("#react summary").click()
    player.page.locator("[data-orders]").click()
    to = player.page.locator("#order-to")
    to.select_option(index=1)
    name = to.locator("option").nth(1).inner_text()
    player.page.locator("#orders [name=order]").first.click()
    expect(player.page.locator("#chat-log .order p")).to_contain_text(name)
    expect(player.page.locator(".at-seat")).to_contain_text(name)


def test_new_lines_mark_the_button_until_they_are_read(person: Make, backstage: Backstage) -> None:
    player, _, code = at_the_table(person, backstage, "wait", "읽는이", size=PHONE)
    dot = player.page.locator(".bar .dot")
    expect(dot).to_be_hidden()
    backstage("say", username="extra1", code=code, text="여기 보세요")
    expect(dot).to_be_visible(timeout=15_000)  # another process: found by the sweep
    player.page.locator(".chat-open").click()
    expect(lines(player)).to_have_text(["여기 보세요"])
    expect(dot).to_be_hidden()
    player.page.go_back()
    expect(player.page.locator("#chat")).not_to_have_class("chat open")


def test_s76_hiding_somebody_takes_their_lines_away_and_can_be_undone(
    person: Make, backstage: Backstage
) -> None:
    player, _, code = at_the_table(person, backstage, "wait", "조용히", size=DESKTOP)
    noisy = joined(person, backstage, code, "떠드는이", size=DESKTOP)
    watcher = joined(person, backstage, code, "듣는이", size=DESKTOP)
    field(noisy).fill("시끌시끌")
    field(noisy).press("Enter")
    expect(lines(watcher)).to_have_text(["시끌시끌"])
    watcher.page.locator("#chat-log [data-who]").click()
    watcher.page.locator("#who form:visible button").first.click()
    expect(lines(watcher)).to_have_count(0)
    expect(watcher.page.locator("#toast .toast")).to_contain_text("떠드는이 님의 말을 숨겼어요")
    field(noisy).fill("아직도")
    field(noisy).press("Enter")
    expect(lines(noisy)).to_have_count(2)
    expect(lines(watcher)).to_have_count(0)
    watcher.go(f"/r/{code}/people/")
    watcher.page.get_by_role("button", name="떠드는이 님 말 다시 보기").click()
    watcher.go(f"/r/{code}/")
    expect(lines(watcher)).to_have_text(["시끌시끌", "아직도"])
    assert not any("시끌" in frame for frame in player.frames)


def test_in_a_kids_room_there_is_nothing_to_write_in(person: Make, backstage: Backstage) -> None:
    backstage("user", username="kidhost", name="꼬마왕")
    code = backstage("room", name="꼬마방", host="kidhost")["code"]
    backstage("make_kind", code=code)
    child = joined(person, backstage, code, "꼬마", size=DESKTOP)
    expect(field(child)).to_be_hidden()
    child.page.locator("[data-preset=well]").click()
    expect(lines(child)).to_have_text(["잘했어!"])


def test_what_is_being_typed_survives_the_start_of_a_match(person: Make, backstage: Backstage) -> None:
    backstage("user", username="starter", name="시작왕")
    code = backstage("room", name="시작방", host="starter", bots=4)["code"]
    talker = joined(person, backstage, code, "쓰는이", size=DESKTOP)
    field(talker).click()
    korean = Korean(talker)
    talker.page.keyboard.insert_text("아직 쓰는 ")
    korean.compose("ㅈ", "주", "중")
    backstage("start", code=code)
    expect(talker.page.locator("#stage[data-stage=table]")).to_be_visible(timeout=15_000)
    korean.commit("중")
    expect(field(talker)).to_have_value("아직 쓰는 중")
    expect(field(talker)).to_be_focused()
