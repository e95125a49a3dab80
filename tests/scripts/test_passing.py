"""Passes nobody has to press: chosen in advance and cancelable, or hopeless for everybody to see."""

import pytest

from game.engine.actions import Origin, Pass
from game.engine.rules import apply
from tests.rendering.scenes import NOW, Scene

PASS = "#controls button[value=pass]"


@pytest.fixture
def waiting(open_table):
    """Somebody who waits, the next to follow in a running trick."""
    return open_table("next")


def after(scene, *, viewer):
    """The moment after whoever's turn it is has passed, for this viewer."""
    step = apply(scene.match, scene.public.current, Pass(), origin=Origin.PLAYER, at=NOW)
    return Scene(step.match, step.events, viewer)


def my_turn(table):
    """Bring the turn to the viewer by a pass of the one before; the scene that is shown then."""
    later = after(table.scene, viewer=table.scene.viewer)
    assert later.public.current == later.viewer and later.public.top is not None
    table.version = later.public.version
    table.send(table.frame(later))
    return later


def passes(table):
    return [command for command in table.got if command["type"] == "pass"]


def is_pressed(table):
    return table.page.get_attribute(PASS, "aria-pressed") == "true"


def test_a_pass_chosen_in_advance_is_sent_after_a_moment_in_which_it_can_be_seen(waiting):
    assert waiting.text(PASS).startswith("미리 패스")
    waiting.page.click(PASS)
    assert is_pressed(waiting)
    later = my_turn(waiting)
    waiting.wait(600)
    assert passes(waiting) == []
    assert "곧 패스해요" in waiting.text(PASS) and "누르면 취소" in waiting.text(PASS)
    waiting.wait(900)
    (sent,) = passes(waiting)
    assert sent["decision"] == str(later.public.decision)
    assert sent["id"] == f"ahead-{waiting.table.match[:8]}-{later.public.decision}"
    assert len(sent["id"]) <= 36


@pytest.mark.parametrize("how", ["press", "key", "escape", "pick"])
def test_in_its_last_moment_it_can_be_taken_back(waiting, how):
    waiting.page.click(PASS)
    my_turn(waiting)
    waiting.wait(200)
    if how == "press":
        waiting.page.click(PASS)
    elif how == "pick":
        waiting.page.click("#hand .grp[data-ok='1']")
    else:
        waiting.page.keyboard.press({"key": "KeyP", "escape": "Escape"}[how])
    waiting.wait(1600)
    assert passes(waiting) == []
    assert waiting.text(PASS).startswith("패스")
    waiting.page.click(PASS)
    assert len(passes(waiting)) == 1  # an ordinary pass again


def test_the_key_chooses_it_and_takes_it_back(waiting):
    waiting.page.keyboard.press("KeyP")
    assert is_pressed(waiting)
    waiting.wait(100)
    assert "다음 내 차례에 패스해요" in waiting.page.text_content("#say")
    waiting.page.keyboard.press("KeyP")
    assert not is_pressed(waiting)
    my_turn(waiting)
    waiting.wait(1600)
    assert passes(waiting) == []


def test_picking_cards_drops_it_and_choosing_it_drops_the_cards(waiting):
    group = "#hand .grp[data-ok='1']"
    waiting.page.click(PASS)
    waiting.page.click(group)
    assert not is_pressed(waiting)
    assert waiting.page.get_attribute(f"{group} >> nth=0", "aria-pressed") == "true"
    waiting.page.click(PASS)
    assert is_pressed(waiting)
    assert waiting.page.get_attribute(f"{group} >> nth=0", "aria-pressed") == "false"


def test_a_whole_new_table_keeps_it_and_a_new_trick_drops_it(waiting, scenes):
    waiting.page.click(PASS)
    waiting.send(waiting.snapshot())
    assert is_pressed(waiting)
    other = waiting.frame(waiting.scene).replace('id="set-2-', 'id="set-2-9')
    assert 'id="set-2-9' in other
    waiting.send(other.replace(f'data-version="{waiting.version}"', f'data-version="{waiting.version + 1}"'))
    assert not is_pressed(waiting)


def test_a_reload_forgets_it(waiting):
    waiting.page.click(PASS)
    waiting.page.reload()
    waiting.until("window.htmx !== undefined && !document.querySelector('#no').disabled")
    assert not is_pressed(waiting)


def test_who_laid_the_top_or_has_no_trick_to_follow_has_nothing_to_choose(open_table, scenes):
    table = open_table("wait")
    top_by = scenes["wait"].public.top_by
    table.scene = scenes["wait"].seen_by(top_by)
    table.send(table.snapshot())
    assert table.page.is_disabled(PASS)


def test_somebody_elses_frames_do_not_begin_the_moment_again(waiting):
    waiting.page.click(PASS)
    later = my_turn(waiting)
    for _ in range(4):
        waiting.wait(300)
        waiting.send(
            waiting.frame(later)[: waiting.frame(later).index('<section id="pile"')]
        )  # the seats alone
    waiting.wait(200)
    assert len(passes(waiting)) == 1


def test_without_a_line_nothing_is_sent_and_back_on_it_the_moment_begins_again(waiting):
    waiting.page.click(PASS)
    later = my_turn(waiting)
    waiting.answers_pings = False
    waiting.sockets[0].close(code=1012)
    waiting.wait(1500)
    assert passes(waiting) == []
    waiting.answers_pings = True
    for _ in range(100):
        if len(waiting.sockets) > 1:
            break
        waiting.wait(50)
    waiting.scene = later
    waiting.send(waiting.snapshot())
    waiting.wait(1500)
    assert len(passes(waiting)) == 1


# ── hopeless ──


@pytest.fixture
def hopeless(open_table):
    """A follow that everybody can see is hopeless, before it is shown; see `show`."""
    table = open_table("next")

    def show():
        later = after(table.scene, viewer=table.scene.viewer)
        table.version = later.public.version
        html = table.frame(later)
        assert 'data-mode="play"' in html
        table.send(html.replace('data-mode="play"', 'data-mode="play" data-hopeless'))
        return later

    table.show = show
    return table


def allow(table):
    table.page.evaluate("document.documentElement.dataset.autopass = 'on'")


def test_a_hopeless_follow_is_passed_at_once_where_that_was_wished(hopeless):
    allow(hopeless)
    later = hopeless.show()
    hopeless.wait(100)
    (sent,) = passes(hopeless)
    assert sent["id"] == f"auto-{hopeless.table.match[:8]}-{later.public.decision}"
    hopeless.wait(600)
    assert "낼 수 없어서 패스했어요" in hopeless.page.text_content("#say-now")


def test_it_waits_for_its_player_otherwise(hopeless):
    hopeless.show()
    hopeless.wait(1600)
    assert passes(hopeless) == []


def test_a_bot_that_plays_for_its_player_is_not_disturbed(hopeless):
    allow(hopeless)
    later = after(hopeless.scene, viewer=hopeless.scene.viewer)
    away = '<div id="controls" hx-swap-oob="true" class="ask-area"><form class="away"></form>'
    html = hopeless.frame(later).replace('<div id="controls" hx-swap-oob="true" class="ask-area">', away)
    assert away in html
    hopeless.send(html.replace('data-mode="play"', 'data-mode="play" data-hopeless'))
    hopeless.wait(1600)
    assert passes(hopeless) == []
