"""Taxation: what goes up, what comes down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine.actions import ConfirmHand, ReturnTax
from game.engine.cards import JESTERS, card_ids, lowest
from game.engine.errors import (
    DuplicateCards,
    EmptySet,
    NoTaxOwed,
    NotInHand,
    WrongTaxCount,
)
from game.engine.events import GiftMoved, TaxReturned, TaxTaken, TributeMoved, events_for
from game.engine.notation import format_hand, parse_hand
from game.engine.observation import observe_public, observe_seat
from game.engine.options import Options
from game.engine.rules import owing
from game.engine.state import Playing, TaxReturn
from game.engine.taxation import best_cards
from game.engine.taxes import OwnTax, TaxObservation

from .positions import DEFAULT, answer_all, dealt, do

ORDER = (2, 0, 3, 1)  # seat 2 is the greater dalmuti, 0 the lesser one, 3 the lesser peon, 1 the greater peon


def taxed(*texts, options=DEFAULT):
    """Four hands (by standing, best first) after the tax has been taken."""
    by_seat = [texts[ORDER.index(seat)] for seat in range(4)]
    return answer_all(dealt(*by_seat, order=ORDER, options=options), ConfirmHand())


@pytest.fixture
def match():
    return taxed("9 9 10", "8 8 12", "4 7 7", "5 6 6 11")


@pytest.mark.rule("4-tax-jesters")
@pytest.mark.parametrize(
    ("hand", "count", "plain", "jesters_taxable"),
    [
        ("J J 3 3 7", 2, "3 3", "J J"),
        ("J 3 3 7", 2, "3 3", "3 J"),
        ("3 3 7", 2, "3 3", "3 3"),
        ("1 2 3", 1, "1", "1"),
        ("12 J", 1, "12", "J"),
    ],
)
def test_the_best_cards_are_the_lowest_numbers_and_jesters_where_taxable(hand, count, plain, jesters_taxable):
    cards = parse_hand(hand)
    assert format_hand(best_cards(cards, count, jester_taxable=False)) == plain
    assert format_hand(best_cards(cards, count, jester_taxable=True)) == jesters_taxable


@pytest.mark.rule("4-tax-jesters")
def test_ties_go_by_card_order():
    hand = parse_hand("7x5") & ~lowest(parse_hand("7x5"), 1)
    assert card_ids(best_cards(hand, 2, jester_taxable=False)) == ["07-02", "07-03"]


@pytest.mark.rule("4-tax")
def test_the_peons_best_cards_go_to_the_dalmutis_at_once(match):
    assert isinstance(match.phase, TaxReturn)
    assert [format_hand(match.hands[seat]) for seat in ORDER] == ["5 6 9 9 10", "4 8 8 12", "7 7", "6 11"]
    assert observe_public(match).taxes == (TaxObservation(1, 2, 2, False), TaxObservation(3, 0, 1, False))
    assert owing(match) == (2, 0)


@pytest.mark.rule("4-tax")
@pytest.mark.parametrize(("taxable", "hand"), [(False, "7 J J"), (True, "3 3 7")])
def test_the_greater_peon_keeps_or_gives_both_jesters(taxable, hand):
    match = taxed("9", "8", "4", "J J 3 3 7", options=Options(jester_taxable=taxable))
    assert format_hand(match.hands[1]) == hand


@pytest.mark.rule("4-tax")
@given(st.permutations(range(80)), st.booleans())
def test_both_taxes_are_reckoned_on_the_hands_as_dealt(cards, taxable):
    hands = tuple(sum(1 << card for card in cards[seat * 5 : seat * 5 + 5]) for seat in range(4))
    before = replace(dealt("1", "2", "3", "4", options=Options(jester_taxable=taxable)), hands=hands)
    great, lesser = answer_all(before, ConfirmHand()).round.taxes
    assert great.tribute == best_cards(hands[3], 2, jester_taxable=taxable)
    assert lesser.tribute == best_cards(hands[2], 1, jester_taxable=taxable)
    if not taxable:
        assert not (great.tribute | lesser.tribute) & JESTERS


@pytest.mark.rule("4-gift")
def test_a_gift_may_be_any_cards_those_just_received_included(match):
    tribute = match.round.taxes[0].tribute
    step = do(match, 2, ReturnTax(tribute))
    assert step.events == (TaxReturned(1, 2, 2), GiftMoved(1, 2, tribute))
    assert format_hand(step.match.hands[2]) == "9 9 10"
    assert format_hand(step.match.hands[1]) == "5 6 6 11"
    assert observe_public(step.match).taxes[0].returned


@pytest.mark.rule("4-gift")
@pytest.mark.parametrize("seats", [(2, 0), (0, 2)])
def test_gifts_come_in_any_order_and_the_greater_dalmuti_leads_after_both(match, seats):
    gifts = {2: ReturnTax(parse_hand("10") | lowest(match.hands[2], 1)), 0: ReturnTax(parse_hand("12"))}
    one = do(match, seats[0], gifts[seats[0]]).match
    assert isinstance(one.phase, TaxReturn)
    assert owing(one) == (seats[1],)
    assert one.decision == match.decision
    both = do(one, seats[1], gifts[seats[1]]).match
    assert both.phase == Playing(2)
    assert both.decision == match.decision + 1
    assert [format_hand(both.hands[seat]) for seat in ORDER] == ["6 9 9", "4 8 8", "7 7 12", "5 6 10 11"]


@pytest.mark.rule("4-first-lead")
def test_the_greater_dalmuti_leads_the_first_trick(match):
    for seat in owing(match):
        match = do(match, seat, ReturnTax(lowest(match.hands[seat], 2 if seat == 2 else 1))).match
    assert owing(match) == (2,)
    assert observe_seat(match, 2).must_lead


@pytest.mark.rule("10-wrong-tax-count")
@pytest.mark.parametrize(("seat", "count", "given"), [(2, 2, 1), (2, 2, 3), (0, 1, 2)])
def test_another_number_of_cards_is_refused_and_the_right_one_named(match, seat, count, given):
    with pytest.raises(WrongTaxCount) as refused:
        do(match, seat, ReturnTax(lowest(match.hands[seat], given)))
    assert (refused.value.code, refused.value.params) == ("wrong_tax_count", {"count": count})


@pytest.mark.rule("10-no-tax-owed")
def test_who_owes_no_gift_or_has_made_it_is_refused(match):
    for seat in (1, 3):
        with pytest.raises(NoTaxOwed):
            do(match, seat, ReturnTax(lowest(match.hands[seat], 1)))
    given = do(match, 0, ReturnTax(lowest(match.hands[0], 1))).match
    with pytest.raises(NoTaxOwed):
        do(given, 0, ReturnTax(lowest(given.hands[0], 1)))


@pytest.mark.rule("7-check-order")
def test_a_gift_is_checked_in_the_order_given_duplicates_in_hand_count(match):
    foreign = match.hands[1]
    with pytest.raises(NoTaxOwed):
        do(match, 1, ReturnTax(0))
    with pytest.raises(EmptySet):
        do(match, 2, ReturnTax(0, repeated=True))
    with pytest.raises(DuplicateCards):
        do(match, 2, ReturnTax(foreign, repeated=True))
    with pytest.raises(NotInHand):
        do(match, 2, ReturnTax(foreign | match.hands[2]))
    with pytest.raises(WrongTaxCount):
        do(match, 2, ReturnTax(match.hands[2]))


@pytest.mark.rule("8-tax-cards")
def test_only_payer_and_receiver_learn_which_cards_moved(match):
    step = do(match, 2, ReturnTax(lowest(match.hands[2], 2)))
    for seat, knows in [(0, False), (1, True), (2, True), (3, False), (None, False)]:
        kinds = {type(event) for event in events_for(step.events, seat)}
        assert (GiftMoved in kinds) == knows
        assert TaxReturned in kinds
    tax = step.match.round.taxes[0]
    assert observe_seat(step.match, 1).tax == observe_seat(step.match, 2).tax == tax
    assert observe_seat(step.match, 0).tax == step.match.round.taxes[1]
    assert isinstance(tax, OwnTax)


@pytest.mark.rule("8-tax-cards")
def test_a_merchant_sees_no_cards_of_any_tax():
    match = answer_all(dealt("1 9", "2 9", "3 9", "4 9", "5 9 9"), ConfirmHand())
    assert observe_seat(match, 2).tax is None
    last = dealt("1 9", "2 9", "3 9", "4 9", "5 9 9")
    for seat in range(4):
        last = do(last, seat, ConfirmHand()).match
    events = do(last, 4, ConfirmHand()).events
    assert [type(event) for event in events_for(events, 2)][1:] == [TaxTaken, TaxTaken]
    assert sum(isinstance(event, TributeMoved) for event in events_for(events, 4)) == 1


def test_taxes_never_change_the_cards_as_a_whole(match):
    total = sum(match.hands)
    for seat in owing(match):
        match = do(match, seat, ReturnTax(lowest(match.hands[seat], 2 if seat == 2 else 1))).match
        assert sum(match.hands) == total
