"""The socket as a player feels it: one press, one command; old frames change nothing; a dead line mends."""

import msgspec
import pytest

from game.engine.actions import AskPause, Origin, Pass
from game.engine.observation import observe_seat
from game.engine.rules import apply
from game.rendering import ack
from tests.rendering.scenes import NOW, Scene


@pytest.fixture
def table(open_table):
    return open_table("follow")


def after_pass(table):
    """The same match one pass later, seen by the same seat."""
    scene = table.scene
    step = apply(scene.match, scene.viewer, Pass(), origin=Origin.PLAYER, at=NOW)
    assert observe_seat(step.match, scene.viewer).owes is None
    return Scene(step.match, step.events, scene.viewer)


def test_a_command_carries_its_decision_and_an_id(table):
    table.page.click("#no")
    table.wait(80)
    assert [set(command) for command in table.got] == [{"type", "decision", "match", "id"}]
    assert table.got[0]["decision"] == str(table.scene.public.decision)
    assert 32 <= len(table.got[0]["id"]) <= 36
    assert table.page.get_attribute("#controls form.controls", "aria-busy") == "true"


def test_s33_a_double_click_and_a_key_are_one_pass(table):
    table.page.evaluate("document.querySelector('#no').click(); document.querySelector('#no').click()")
    table.page.keyboard.press("p")
    table.wait(120)
    assert len(table.got) == 1


def test_s33_no_second_send_in_the_gap_between_answer_and_frame(table):
    table.page.click("#no")
    table.wait(80)
    later = after_pass(table)
    table.send(ack(table.got[0]["id"], accepted=True, version=later.public.version))
    table.page.evaluate("document.querySelector('#no').click()")
    table.wait(80)
    assert len(table.got) == 1
    table.send(table.frame(later))
    assert table.page.get_attribute("#controls .controls", "data-mode") == "wait"
    assert table.page.get_attribute("#controls form.controls", "aria-busy") is None


def test_a_refusal_gives_the_form_back(table):
    table.page.click("#no")
    table.wait(80)
    table.send(ack(table.got[0]["id"], accepted=False, code="stale_turn"))
    table.page.click("#no")
    table.wait(80)
    assert len(table.got) == 2
    assert table.got[0]["id"] != table.got[1]["id"]


def test_a_frame_that_is_not_newer_changes_nothing(table):
    later = after_pass(table)
    table.send(table.frame(later))
    status, log = table.text("#status"), table.page.inner_html("#log")
    table.send(table.frame(table.scene))
    table.send(table.frame(later))
    assert (table.text("#status"), table.page.inner_html("#log")) == (status, log)


def test_s02_an_unanswered_command_goes_out_once_more_after_a_reconnect(table):
    table.page.click("#no")
    table.wait(80)
    table.sockets[0].close(code=1012)
    table.until("document.documentElement.dataset.net === 'off'")
    wait_for_socket(table, 2)
    table.send(table.snapshot())
    table.wait(150)
    assert [command["id"] for command in table.got] == [table.got[0]["id"]] * 2
    later = after_pass(table)
    table.send(ack(table.got[0]["id"], accepted=True, version=later.public.version), table.frame(later))
    table.version = later.public.version
    table.sockets[1].close(code=1012)
    wait_for_socket(table, 3)
    table.wait(300)
    assert len(table.got) == 2


def test_s03_what_is_pressed_on_a_dying_line_shows_that_it_is_being_sent(table):
    table.sockets[0].close(code=1012)
    table.until("document.documentElement.dataset.net === 'off'")
    assert table.page.evaluate("document.querySelector('#controls').inert")
    table.page.evaluate("document.querySelector('#no').click()")
    assert "보내는 중" in table.text("#go")
    assert table.got == []


def test_s07_back_is_said_only_when_the_table_is_up_to_date(table):
    table.version += 5
    table.sockets[0].close(code=4412)
    wait_for_socket(table, 2)
    table.wait(400)
    assert table.syncs == 1
    banner = table.text("[data-net-banner]:not([hidden])")
    assert "연결" in banner and "다시 연결됐어요" not in banner
    assert table.page.evaluate("document.querySelector('#controls').inert")
    table.send(table.snapshot())
    assert "다시 연결됐어요" in table.text("[data-net-banner]:not([hidden])")
    assert not table.page.evaluate("document.querySelector('#controls').inert")


def test_moves_of_another_match_are_not_counted_as_missed(table):
    table.sockets[0].close(code=1012)
    wait_for_socket(table, 2)
    table.table = msgspec.structs.replace(table.table, match="1f" * 16)
    table.send(
        table.snapshot().replace(f'data-version="{table.version}"', f'data-version="{table.version + 7}"')
    )
    banner = table.text("[data-net-banner]:not([hidden])")
    assert "다시 연결됐어요" in banner and "놓친" not in banner


def test_ones_own_play_on_a_dying_line_is_not_counted_as_missed(table):
    table.page.click("#no")
    table.wait(80)
    table.sockets[0].close(code=1012)
    wait_for_socket(table, 2)
    table.scene = after_pass(table)
    table.version = table.scene.public.version
    table.send(table.snapshot())
    assert "놓친" not in table.text("[data-net-banner]:not([hidden])")


def test_a_failed_reconnection_writes_no_event_into_the_console(table):
    written = []
    table.page.on("console", lambda message: written.append(message.text))
    table.page.evaluate(
        "for (let n = 0; n < 3; n++) htmx.createWebSocket('/ws/room/X/').dispatchEvent(new Event('error'))"
    )
    table.wait(50)
    assert [text for text in written if "Event" in text] == []


def test_what_was_read_out_does_not_stay(table):
    table.page.clock.install()
    table.page.evaluate("import('/static/js/table/say.js').then(({ say }) => say('내 차례예요', true))")
    table.page.clock.run_for(1000)
    assert table.page.text_content("#say-now") == "내 차례예요"
    table.page.clock.run_for(15_000)
    assert table.page.text_content("#say-now") == ""


def test_a_new_socket_says_what_the_page_shows(table):
    later = after_pass(table)
    table.send(table.frame(later))
    table.sockets[0].close(code=1012)
    wait_for_socket(table, 2)
    assert f"since={later.public.version}" in table.addresses[1]
    assert f"match={table.table.match}" in table.addresses[1]


def test_s24_without_a_line_no_clock_pretends_to_know(table):
    assert "초" in table.text("#status .secs")
    table.sockets[0].close(code=1012)
    table.until("document.querySelector('#status .secs [aria-hidden=true]:not(svg)')?.textContent === '–'")
    assert "알 수 없음" in table.page.text_content("#status .secs .vh")


def test_s17_a_socket_that_does_not_answer_is_replaced(table):
    table.answers_pings = False
    table.page.evaluate("window.dispatchEvent(new Event('online'))")
    wait_for_socket(table, 2)
    table.answers_pings = True
    table.send(table.snapshot())
    assert table.page.evaluate("document.documentElement.dataset.net") is None


@pytest.mark.parametrize(
    ("code", "words"),
    [(4404, "없어진 방이에요"), (4409, "이 방에서 나가게 되었어요")],
)
def test_a_final_close_is_explained_and_not_tried_again(table, code, words):
    table.sockets[0].close(code=code)
    table.page.wait_for_selector("[data-net-banner]:not([hidden])")
    assert words in table.text("[data-net-banner]:not([hidden])")
    table.wait(1500)
    assert len(table.sockets) == 1


def test_a_reload_answers_a_log_out(table):
    with table.page.expect_navigation():
        table.sockets[0].close(code=4401)


def test_somebody_elses_frame_leaves_the_choice_and_the_focus(table):
    rank = table.scene.own.legal[0].rank
    table.page.click(f'.grp[data-rank="{rank}"]')
    table.send(table.snapshot())
    assert table.page.get_attribute(f'.grp[data-rank="{rank}"]', "aria-pressed") == "true"
    assert table.page.evaluate("document.activeElement.id") == f"g{rank}"


def active(table, what):
    return table.page.evaluate(f"document.activeElement.matches({what!r})")


def test_the_focus_stays_near_a_button_that_a_frame_takes_away(open_table, scenes):
    asked = scenes["pauseasked"]
    table = open_table(asked)
    table.page.focus(f".pause [data-slot='{asked.viewer}'] button")
    table.page.keyboard.press("Enter")
    agreed = apply(asked.match, asked.viewer, AskPause(needed=3), origin=Origin.PLAYER, at=NOW)
    table.send(
        table.told(Scene(agreed.match, agreed.events, asked.viewer))
    )  # now they wait: no button any more
    assert active(table, "#hand .grp, #log")
    begun = apply(agreed.match, (asked.viewer + 1) % 6, AskPause(needed=1), origin=Origin.PLAYER, at=NOW)
    paused = Scene(begun.match, begun.events, asked.viewer)
    table.send(table.told(paused))
    table.page.focus(f".pause [data-slot='{asked.viewer}'] button")
    table.show(paused)
    assert active(table, f".pause [data-slot='{asked.viewer}'] button")


@pytest.mark.parametrize("button", ["[data-open='#rules']", "[data-chat]"])
def test_the_focus_stays_on_a_button_without_a_name_when_the_table_is_drawn_anew(table, button):
    found = table.page.evaluate(
        "b => [...document.querySelectorAll(b)].some(e => (e.focus(), document.activeElement === e))", button
    )
    assert found
    table.send(table.snapshot())
    assert active(table, button)


def test_s81_a_play_is_read_out_once(table):
    from game.engine.events import events_for
    from game.rendering import public_fragments, version_marker
    from tests.rendering.scenes import table_for

    later = after_pass(table)
    info = table_for(later.match)
    public = public_fragments(later.public, info, events_for(later.events, None), "ko")
    table.send(*public.values(), version_marker(later.public, info))
    table.wait(120)
    assert "패스." in table.page.text_content("#say")
    table.page.evaluate("document.querySelector('#say').textContent = ''")
    table.send(public["seats"])
    table.wait(120)
    assert table.page.text_content("#say") == ""


def wait_for_socket(table, number):
    for _ in range(120):
        if len(table.sockets) >= number:
            table.wait(120)
            return
        table.wait(50)
    raise AssertionError(f"no socket {number}")
