"""Deadlines, slow seats, autoplay, and what is done for those who do not answer."""

import pytest

from game.engine.actions import Autoplay, ConfirmHand, Next, Origin, Pass, Play, ReturnTax
from game.engine.cards import card_ids
from game.engine.errors import AlreadyConfirmed, MatchOver, NoTaxOwed
from game.engine.events import AutoplaySet
from game.engine.notation import format_hand
from game.engine.observation import hopeless_follow, observe_public
from game.engine.options import Options
from game.engine.rules import deadline, owing, timeout_action
from game.engine.state import Playing, RevolutionCheck, RoundOver, TaxReturn

from .positions import (
    answer_all,
    dealt,
    do,
    fresh,
    lay,
    pass_all,
    playing,
    time_out,
    time_out_to_end,
)

FOUR = ("9 9 10 12", "8 8 12", "4 7 7", "5 6 6 11")


def missed(match, seat, times):
    """The match after a seat alone let some turns pass; everybody else acts as a bot would, by passing or leading."""
    count = 0
    while count < times:
        for who in owing(match):
            origin = Origin.TIMEOUT if who == seat else Origin.PLAYER
            count += who == seat and not isinstance(match.phase, RoundOver)
            match = do(match, who, timeout_action(match, who), origin).match
    return match


@pytest.mark.rule("7-times")
@pytest.mark.parametrize("seconds", [15, 20, 30, 45])
def test_every_question_has_its_time_from_when_it_was_asked(seconds):
    match = fresh(options=Options(turn_seconds=seconds))
    assert deadline(match) == 20_000
    match = time_out(match, at=20_000)
    assert isinstance(match.phase, TaxReturn)
    assert deadline(match) == 20_000 + 30_000
    for seat in owing(match):
        match = do(match, seat, timeout_action(match, seat), at=31_000).match
    assert deadline(match) == 31_000 + 1000 * seconds
    match = lay(playing("4", "9 9", "-", "-", out={2: 1, 3: 2}), 0, "1x4")
    assert isinstance(match.phase, RoundOver)
    assert deadline(match) == 8_000
    assert deadline(time_out_to_end(match)) is None
    assert observe_public(time_out_to_end(match)).seconds is None


@pytest.mark.rule("7-times")
def test_an_answer_that_opens_no_question_leaves_the_clock_alone():
    match = do(fresh(), 0, ConfirmHand(), at=7_000).match
    assert deadline(match) == 20_000
    assert deadline(do(match, 1, Autoplay(True), at=9_000).match) == 20_000


@pytest.mark.rule("7-timeout-confirm")
def test_a_hand_is_confirmed_without_declaring_whatever_it_holds():
    match = dealt("3 4 5", "9 9 J J", "2 7 7", "8 8 8")
    assert {timeout_action(match, seat) for seat in range(4)} == {ConfirmHand(False)}
    after = time_out(match)
    assert after.round.revolution == "none"
    assert isinstance(after.phase, TaxReturn)


@pytest.mark.rule("7-timeout-gift")
@pytest.mark.parametrize(
    ("hand", "gift"),
    [
        ("1 9 9 12 J J", ["09-01", "12-01"]),
        ("3 3 11x3", ["11-01", "11-02"]),
        ("J J", ["05-01", "06-01"]),
    ],
)
def test_the_worst_number_cards_are_given_back_and_jesters_kept(hand, gift):
    """The greater peon gave a 5 and a 6, which belong to the hand by then."""
    match = answer_all(dealt(hand, "8", "7", "5 6"), ConfirmHand())
    action = timeout_action(match, 0)
    assert isinstance(action, ReturnTax)
    assert card_ids(action.cards) == gift


@pytest.mark.rule("7-timeout-gift")
def test_jesters_are_given_back_when_nothing_else_is_left():
    match = answer_all(dealt("-", "8", "7", "J J", options=Options(jester_taxable=True)), ConfirmHand())
    action = timeout_action(match, 0)
    assert isinstance(action, ReturnTax)
    assert format_hand(action.cards) == "J J"


@pytest.mark.rule("7-timeout-gift")
def test_who_owes_no_gift_has_no_automatic_one():
    match = answer_all(dealt(*FOUR), ConfirmHand())
    with pytest.raises(NoTaxOwed):
        timeout_action(match, 3)


@pytest.mark.rule("7-timeout-lead")
@pytest.mark.parametrize(
    ("hand", "led"), [("1 12x3 J J", "12x3"), ("2 2 J", "2 2"), ("1 J J", "1"), ("J J", "J J"), ("J", "J")]
)
def test_the_whole_worst_group_is_led_and_jesters_only_when_nothing_else_is_left(hand, led):
    action = timeout_action(playing(hand, "3", "4", "5"), 0)
    assert isinstance(action, Play)
    assert format_hand(action.cards) == led


@pytest.mark.rule("7-timeout-follow")
def test_a_follow_is_passed_even_by_a_hand_that_could_play():
    match = playing("1 2 3", "3", "4", "5", top="1x12", by=3)
    assert timeout_action(match, 0) == Pass()


@pytest.mark.rule("7-timeout-next")
def test_the_next_round_begins_for_all_who_have_not_pressed():
    match = lay(playing("4", "9 9", "-", "-", out={2: 1, 3: 2}), 0, "1x4")
    assert timeout_action(match, 0) == Next()
    after = time_out(do(match, 3, Next()).match)
    assert after.round.number == 2
    assert after.attendance.missed == (0, 0, 0, 0)  # this deadline is nobody's own


def test_a_finished_match_has_no_automatic_action():
    with pytest.raises(MatchOver):
        timeout_action(time_out_to_end(fresh()), 0)


@pytest.mark.rule("7-slow")
def test_three_missed_deadlines_in_a_row_make_a_seat_slow_and_one_act_of_its_own_quick_again():
    match = playing("3 4 5 6 7 8 9", "8x4 11x4", "7x4 10x4", "6x4 J", current=1, top="1x12", by=0)
    order = []
    while order.count(2) < 3:
        seat = owing(match)[0]
        order.append(seat)
        match = do(
            match, seat, timeout_action(match, seat), Origin.TIMEOUT if seat == 2 else Origin.PLAYER
        ).match
        slow = observe_public(match).slow
        assert slow == (False, False, order.count(2) >= 3, False)
    while owing(match) != (2,):
        match = time_out(match)
    assert deadline(match) == 5_000
    assert observe_public(match).seconds == 5
    after = do(match, 2, timeout_action(match, 2)).match
    assert not observe_public(after).slow[2]
    assert after.attendance.missed[2] == 0


@pytest.mark.rule("7-slow")
def test_an_answer_in_between_starts_the_count_again():
    match = missed(fresh(), 1, 2)
    while 1 not in owing(match) or isinstance(match.phase, RoundOver):
        match = do(match, owing(match)[0], timeout_action(match, owing(match)[0])).match
    match = do(match, 1, timeout_action(match, 1)).match
    assert match.attendance.missed[1] == 0
    assert not missed(match, 1, 2).attendance.slow[1]
    assert missed(match, 1, 3).attendance.slow[1]


@pytest.mark.rule("7-slow")
@pytest.mark.parametrize("origin", [Origin.PLAYER, Origin.BOT])
def test_a_person_or_a_bot_that_acts_for_itself_is_quick_again(origin):
    match = missed(fresh(), 1, 3)
    while owing(match) != (1,):
        match = do(match, owing(match)[0], timeout_action(match, owing(match)[0])).match
    assert observe_public(match).slow[1]
    after = do(match, 1, timeout_action(match, 1), origin).match
    assert (observe_public(after).slow[1], after.attendance.missed[1]) == (False, 0)


@pytest.mark.rule("7-slow")
@pytest.mark.parametrize("origin", [Origin.AUTOPLAY, Origin.ADMIN])
def test_what_others_do_for_a_seat_neither_counts_nor_clears(origin):
    match = missed(fresh(), 1, 1)
    before = match.attendance.missed[1]
    after = do(match, 1, timeout_action(match, 1), origin).match if 1 in owing(match) else match
    assert after.attendance.missed[1] == before == 1


@pytest.mark.rule("7-slow-many")
def test_several_have_5_seconds_only_when_all_who_still_owe_are_slow():
    match = missed(fresh(), 1, 3)
    while not isinstance(match.phase, RevolutionCheck):
        for seat in owing(match):
            origin = Origin.TIMEOUT if seat == 1 else Origin.PLAYER
            match = do(match, seat, timeout_action(match, seat), origin).match
    opened = match.opened_at
    assert observe_public(match).slow == (False, True, False, False)
    for seat in (0, 2, 3):
        assert deadline(match) == opened + 20_000
        match = do(match, seat, ConfirmHand()).match
    assert owing(match) == (1,)
    assert deadline(match) == opened + 5_000


@pytest.mark.rule("7-slow-many")
def test_the_pause_is_short_too_when_everybody_is_slow():
    match = fresh()
    while not isinstance(match.phase, RoundOver):
        match = time_out(match)
    assert observe_public(match).slow == (True,) * 4
    assert observe_public(match).seconds == 5


@pytest.mark.rule("7-reaches-end")
@pytest.mark.parametrize("players", range(4, 9))
def test_a_match_with_nobody_there_ends_and_never_changes_the_order(players):
    match = fresh(players)
    order = match.round.order
    ended = time_out_to_end(match)
    assert [done.order for done in ended.results] == [order] * 3


@pytest.mark.rule("7-autoplay")
def test_autoplay_answers_no_question_and_can_be_switched_in_any_phase():
    match = fresh()
    phases = set()
    while match.results == ():
        phases.add(type(match.phase))
        step = do(match, 3, Autoplay(True))
        assert step.events == (AutoplaySet(3, True),)
        assert (step.match.version, step.match.decision) == (match.version + 1, match.decision)
        assert owing(step.match) == owing(match)
        assert observe_public(step.match).autoplay == (False, False, False, True)
        assert do(step.match, 3, Autoplay(False)).match.attendance.autoplay == (False,) * 4
        match = time_out(match)
    assert phases == {RevolutionCheck, TaxReturn, Playing}


@pytest.mark.rule("7-autoplay")
def test_any_other_act_of_the_player_switches_autoplay_off():
    match = do(fresh(), 1, Autoplay(True)).match
    step = do(match, 1, ConfirmHand())
    assert step.events[0] == AutoplaySet(1, False)
    assert not observe_public(step.match).autoplay[1]


@pytest.mark.rule("7-autoplay")
@pytest.mark.parametrize("origin", [Origin.AUTOPLAY, Origin.TIMEOUT, Origin.ADMIN])
def test_what_autoplay_or_the_clock_does_leaves_autoplay_on(origin):
    match = do(fresh(), 1, Autoplay(True)).match
    step = do(match, 1, ConfirmHand(), origin)
    assert observe_public(step.match).autoplay[1]
    assert AutoplaySet(1, False) not in step.events


@pytest.mark.rule("7-autoplay")
def test_a_refused_act_leaves_autoplay_on():
    match = do(fresh(), 1, Autoplay(True)).match
    confirmed = do(match, 1, ConfirmHand(), Origin.AUTOPLAY).match
    with pytest.raises(AlreadyConfirmed):
        do(confirmed, 1, ConfirmHand())
    assert observe_public(confirmed).autoplay[1]


@pytest.mark.rule("7-hopeless")
@pytest.mark.parametrize(
    ("top", "hand", "hopeless"),
    [
        ("2x9", "3", True),
        ("2x9", "12 12", False),
        ("2x9", "3 3", False),
        ("1x1", "2 3", True),
        ("1x1+J", "2 2 3", True),
        ("1xJ", "12", False),
    ],
)
def test_a_hopeless_follow_is_told_by_public_facts(top, hand, hopeless):
    seen = observe_public(playing(hand, "10 10", "11 11", "8 8", top=top, by=3))
    assert hopeless_follow(seen, 0) == hopeless


@pytest.mark.rule("7-hopeless")
def test_a_lead_is_never_hopeless():
    match = playing("3", "10 10", "11 11", "8 8")
    assert not hopeless_follow(observe_public(match), 0)
    assert not hopeless_follow(observe_public(fresh()), 0)
    assert not hopeless_follow(
        observe_public(pass_all(lay(playing("3 9", "5", "6", "7"), 0, "1x3"), 1, 2, 3)), 0
    )
