"""Both readings of a pass: out of the trick, or only out of this turn."""

import pytest

from game.engine.actions import Pass
from game.engine.errors import LockedOut, NotYourTurn
from game.engine.events import SetPlayed, TrickWon, WentOut
from game.engine.notation import parse_set
from game.engine.observation import observe_public
from game.engine.options import Options
from game.engine.state import Playing

from .positions import do, lay, pass_all, play, playing

LOCK = Options(pass_locks_out=True)


def table(options, **changes):
    hands = ("5 9 9", "1 4 8", "2 10 10", "3 11 11")
    return playing(*hands, current=1, top="1x12", by=0, options=options, **changes)


@pytest.mark.rule("5-pass")
def test_without_lock_out_a_passed_seat_plays_when_the_turn_comes_round():
    match = lay(pass_all(table(Options()), 1), 2, "1x10")
    match = pass_all(match, 3, 0)
    assert match.phase == Playing(1)
    assert observe_public(match).locked_out == (False,) * 4
    assert observe_public(lay(match, 1, "1x8")).top == parse_set("1x8")


@pytest.mark.rule("5-lock-out")
def test_with_lock_out_a_passed_seat_is_skipped_until_the_trick_ends():
    match = lay(pass_all(table(LOCK), 1), 2, "1x10")
    assert observe_public(match).locked_out == (False, True, False, False)
    match = pass_all(lay(match, 3, "1x3"), 0)
    assert match.phase == Playing(2)  # 1 is skipped
    match = lay(match, 2, "1x2")
    assert match.phase == Playing(3)  # 0 and 1 are skipped
    match = pass_all(match, 3)
    assert match.phase == Playing(2)
    assert observe_public(match).locked_out == (False,) * 4
    assert pass_all(lay(match, 2, "1x10"), 3, 0).phase == Playing(1)


@pytest.mark.rule("5-lock-out-end")
def test_a_set_that_leaves_nobody_to_act_ends_the_trick_at_once():
    match = pass_all(lay(table(LOCK), 1, "1x8"), 2, 3)
    step = do(match, 0, play(match, 0, "1x5"))
    assert step.match.phase == Playing(1)  # 1 laid a set and is not locked out
    match = do(step.match, 1, Pass()).match
    assert match.phase == Playing(0)
    assert observe_public(match).history[-1].winner == 0

    alone = playing("5 9", "4 8", "2 10", "3 11", options=LOCK, current=3, top="1x12", by=0, passed=(0, 1, 2))
    step = do(alone, 3, play(alone, 3, "1x3"))
    assert step.events == (SetPlayed(3, parse_set("1x3"), 1), TrickWon(3, 3))
    assert step.match.phase == Playing(3)


@pytest.mark.rule("5-lock-out-end")
def test_a_last_set_with_everybody_locked_out_gives_the_lead_to_the_next_with_cards():
    match = playing("5 9", "4 8", "2 10", "3", options=LOCK, current=3, top="1x12", by=0, passed=(0, 1, 2))
    step = do(match, 3, play(match, 3, "1x3"))
    assert step.events == (SetPlayed(3, parse_set("1x3"), 0), WentOut(3, 1), TrickWon(3, 0))
    assert step.match.phase == Playing(0)


@pytest.mark.rule("10-locked-out")
def test_a_locked_out_seat_that_acts_is_told_so():
    match = pass_all(table(LOCK), 1)
    for action in (Pass(), play(match, 1, "1x4")):
        with pytest.raises(LockedOut):
            do(match, 1, action)
    with pytest.raises(NotYourTurn):
        do(match, 3, Pass())
    with pytest.raises(NotYourTurn):
        do(pass_all(table(Options()), 1), 1, Pass())


@pytest.mark.rule("5-lock-out")
def test_the_lock_ends_with_the_trick():
    match = pass_all(table(LOCK), 1, 2, 3)
    assert match.phase == Playing(0)
    assert observe_public(match).locked_out == (False,) * 4
    assert lay(match, 0, "2x9").phase == Playing(1)
