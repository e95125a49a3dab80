"""The revolution check, revolutions and what nobody may learn from them."""

from itertools import permutations

import pytest

from game.engine.actions import ConfirmHand
from game.engine.errors import NeedsBothJesters
from game.engine.events import HandConfirmed, RevolutionDeclared, RoundDealt, TaxTaken
from game.engine.observation import observe_public, observe_seat
from game.engine.options import Options
from game.engine.rules import open_match, owing
from game.engine.state import Playing, RevolutionCheck, TaxReturn

from .positions import DEFAULT, SEED, answer_all, both_jesters_at, dealt, do, fresh, press_next, time_out

FIVE = ("3 4 5 6", "1 7 7 8", "9 9 J J", "2 10 10", "11x3")


def check(match, declarer=None, seats=None):
    """The match after all confirmed, one of them declaring."""
    for seat in seats or owing(match):
        match = do(match, seat, ConfirmHand(seat == declarer)).match
    return match


def five(holder: int, order=(0, 1, 2, 3, 4), options=DEFAULT, number=1):
    """Five players, both jesters with one of them."""
    return both_jesters_at(holder, dealt_five(order, options, number))


def dealt_five(order, options, number):
    return dealt(*FIVE, order=order, options=options, number=number)


@pytest.mark.rule("4-check")
def test_everybody_confirms_once_in_any_order_and_then_the_tax_comes():
    for seats in permutations(range(4)):
        match = fresh()
        for count, seat in enumerate(seats):
            assert isinstance(match.phase, RevolutionCheck)
            assert observe_public(match).confirmed.count(True) == count
            step = do(match, seat, ConfirmHand())
            assert step.events[0] == HandConfirmed(seat)
            match = step.match
        assert isinstance(match.phase, TaxReturn)


@pytest.mark.rule("4-check")
def test_the_phase_is_there_for_everybody_whoever_holds_the_jesters():
    apart = dealt_five((0, 1, 2, 3, 4), Options(), 1)
    together = [both_jesters_at(seat, apart) for seat in range(5)]
    assert {type(match.phase) for match in together} == {RevolutionCheck}
    assert {owing(match) for match in together} == {(0, 1, 2, 3, 4)}


@pytest.mark.rule("4-check")
def test_a_declaration_is_shown_only_when_all_have_confirmed():
    match = five(holder=2)
    for seat in (2, 0, 1, 3):
        step = do(match, seat, ConfirmHand(seat == 2))
        match = step.match
        assert step.events == (HandConfirmed(seat),)
        assert observe_public(match).revolution == "none"
        assert observe_public(match).revolution_by is None
    step = do(match, 4, ConfirmHand())
    assert step.events == (HandConfirmed(4), RevolutionDeclared(2, False, (0, 1, 2, 3, 4)))
    assert observe_public(step.match).revolution_by == 2


@pytest.mark.rule("4-revolution")
@pytest.mark.parametrize("declarer", [0, 1, 2, 3])
def test_a_revolution_takes_no_tax_and_changes_no_standing(declarer):
    before = five(declarer)
    match = check(before, declarer)
    assert match.phase == Playing(0)
    assert match.round.order == (0, 1, 2, 3, 4)
    assert match.hands == before.hands
    assert match.round.taxes == ()
    assert observe_public(match).revolution == "revolution"


@pytest.mark.rule("4-great-revolution")
@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (3, 0, 4, 1, 2)])
def test_a_great_revolution_turns_the_order_and_the_turns_round(order):
    peon = order[-1]
    before = five(peon, order)
    match = check(before, peon)
    assert match.round.order == order[::-1]
    assert match.phase == Playing(peon)  # the new greater dalmuti leads
    assert [match.round.after[seat] for seat in order[::-1]] == [*order[::-1][1:], peon]
    assert match.hands == before.hands
    assert match.round.taxes == ()
    assert observe_public(match).revolution == "great"


@pytest.mark.rule("4-declare")
@pytest.mark.parametrize("holder", range(5))
def test_who_holds_both_jesters_need_not_declare_and_then_pays_as_usual(holder):
    match = check(five(holder))
    assert isinstance(match.phase, TaxReturn)
    assert observe_public(match).revolution == "none"


@pytest.mark.rule("4-declare")
@pytest.mark.rule("10-needs-both-jesters")
def test_nobody_declares_with_one_jester_or_none():
    match = dealt_five((0, 1, 2, 3, 4), Options(), 1)
    one_each = both_jesters_at(0, match)
    with pytest.raises(NeedsBothJesters):
        do(one_each, 1, ConfirmHand(True))
    split = dealt("1 J", "2 J", "3 3", "4 4")
    for seat in range(4):
        with pytest.raises(NeedsBothJesters):
            do(split, seat, ConfirmHand(True))


@pytest.mark.rule("8-declare")
def test_only_the_holder_sees_that_somebody_may_declare_and_only_until_confirming():
    match = five(holder=2)
    assert [observe_seat(match, seat).can_declare for seat in range(5)] == [False, False, True, False, False]
    assert not hasattr(observe_public(match), "can_declare")
    confirmed = do(match, 2, ConfirmHand()).match
    assert not observe_seat(confirmed, 2).can_declare
    assert not observe_seat(check(five(holder=2)), 2).can_declare


@pytest.mark.rule("4-no-revolution")
def test_without_revolution_the_cards_are_taxed_at_once():
    step = open_match(players=4, options=Options(revolution=False), seed=SEED, at=0)
    assert isinstance(step.match.phase, TaxReturn)
    kinds = [type(event) for event in step.events]
    assert kinds.index(RoundDealt) < kinds.index(TaxTaken)


@pytest.mark.rule("4-first-round-tax")
def test_without_tax_in_round_1_a_great_revolution_still_turns_the_order():
    options = Options(first_round_tax=False)
    assert check(five(4, options=options)).phase == Playing(0)
    assert check(five(4, options=options)).round.taxes == ()
    assert check(five(4, options=options), declarer=4).round.order == (4, 3, 2, 1, 0)


@pytest.mark.rule("4-first-round-tax")
def test_without_tax_in_round_1_it_comes_in_round_2():
    match = fresh(options=Options(first_round_tax=False))
    while match.round.number == 1:
        assert not isinstance(match.phase, TaxReturn)
        match = time_out(match)
    assert isinstance(answer_all(match, ConfirmHand()).phase, TaxReturn)
    no_check = fresh(options=Options(first_round_tax=False, revolution=False))
    assert isinstance(no_check.phase, Playing)


def test_a_great_revolution_lasts_one_round_and_the_finish_order_follows():
    match = check(both_jesters_at(3, fresh(options=Options(first_ranking="random"))), None)
    while match.round.number == 1 and not match.results:
        match = time_out(match)
    assert press_next(match).round.order == match.results[0].order
