"""The hard bot: what it looks at, what its plan says, and that it plays by the rules and by its own cards alone."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import bots
from game.bots import hard
from game.bots.blindness import peeks
from game.bots.gifts import gift_cards, gifts, without
from game.bots.hard import Plan, plan
from game.bots.view import view_of
from game.engine.actions import ConfirmHand, Next, Origin, Pass
from game.engine.cards import rank_counts
from game.engine.notation import format_hand, parse_hand
from game.engine.observation import observe_seat
from game.engine.rules import apply, owing
from game.engine.state import Playing, RoundOver

from ..engine.positions import answer_all, both_jesters_at, dealt, fresh, playing, time_out
from ..engine.walks import all_states, walks


def choice(match, seat=0):
    """What the bot does there."""
    return hard.choose(observe_seat(match, seat))


def sure_hold(*sure):
    """A hold table in which sets of these (count, rank) always hold and others never."""
    return [[float((count, rank) in sure) for rank in range(14)] for count in range(15)]


def test_a_plan_takes_every_rank_as_a_set_to_come():
    made = plan(rank_counts(parse_hand("1 7 7 12x3")), sure_hold((1, 1), (2, 7)))
    assert made == Plan(groups=3, loss=1, worst=1, strength=pytest.approx((12 + 6 + 1) / 12), sure=2)


def test_a_jester_joins_the_set_that_it_makes_safe():
    hold = sure_hold((1, 1), (3, 7))
    assert plan(rank_counts(parse_hand("1 7 7 12 J")), hold).loss == 1
    assert plan(rank_counts(parse_hand("1 7 12 J J")), hold).loss == 3  # no single jester helps: one set more
    assert plan(rank_counts(parse_hand("1 J")), hold) == Plan(2, 1, 1, 1, 1)


def test_it_lays_down_its_last_set():
    match = playing("9 9", "3 3 3", "5 6 7", "6 8 8", top="2x12", by=3)
    assert format_hand(choice(match).cards) == "9 9"


def test_it_keeps_a_set_together_that_the_easy_bot_would_break():
    hand, others = "5 5 5 9x6 12", ("1 2 3 4 7 8 8", "3 4 6 6 7 7 10", "2 4 6 8 10 10 11")
    match = playing(hand, *others, top="1x12", by=3)
    seen = observe_seat(match, 0)
    assert format_hand(bots.choose("easy", seen).cards) == "9"
    assert choice(match) != bots.choose("easy", seen)


@pytest.mark.parametrize("standing", range(5))
def test_it_declares_unless_it_is_a_dalmuti(standing):
    order = (3, 1, 4, 0, 2)
    plain = dealt("3 4 5", "6 6 7", "8 8 9", "2 2 J", "11 12 J", order=order)
    seat = order[standing]
    assert choice(both_jesters_at(seat, plain), seat) == ConfirmHand(standing >= 2)
    assert choice(plain, seat) == ConfirmHand(False)


def test_its_gift_leaves_the_best_plan():
    match = answer_all(dealt("1 2 2 9 10 10 11x3", "8", "7", "5 6"), ConfirmHand())
    view = view_of(observe_seat(match, 0))
    hold = hard.hold_of(view)
    values = {
        ranks: hard.plan_value(plan(without(view.hand, ranks), hold), hard.WEIGHTS)
        for ranks in gifts(view.hand, 2)
    }
    given = choice(match, 0).cards
    ranks = tuple(rank for rank, count in enumerate(rank_counts(given)) for _ in range(count))
    assert values[ranks] == max(values.values())


def test_gifts_are_all_pairs_of_number_cards():
    hand = rank_counts(parse_hand("3 9 9 J"))
    assert gifts(hand, 1) == [(3,), (9,)]
    assert gifts(hand, 2) == [(3, 9), (9, 9)]
    assert format_hand(gift_cards(parse_hand("3 9 9 J"), (9, 9))) == "9 9"


def test_it_is_ready_for_the_next_round_and_silent_where_it_owes_nothing():
    match = fresh()
    while not isinstance(match.phase, RoundOver):
        match = time_out(match)
    assert choice(match) == Next()
    with pytest.raises(ValueError, match="owes nothing"):
        choice(playing("9", "8", "7", "6"), 1)


@settings(deadline=None)
@given(walks(steps=900), st.integers(0, 2**32))
def test_its_choice_is_always_accepted_and_always_the_same(played, number):
    chance = random.Random(number)
    states = list(all_states(played))
    for match in chance.sample(states, min(len(states), 10)):
        for seat in owing(match):
            action = choice(match, seat)
            assert action == choice(match, seat)
            apply(match, seat, action, origin=Origin.BOT, at=0, decision=match.decision)


@settings(deadline=None)
@given(walks(steps=900))
def test_its_view_adds_up(played):
    """What is unseen is what the others hold; what is known of a partner, the partner holds."""
    for match in list(all_states(played))[::15]:
        for seat in owing(match):
            view = view_of(observe_seat(match, seat))
            assert view.hand == rank_counts(match.hands[seat])
            if isinstance(match.phase, Playing):
                assert sum(view.unseen) == sum(view.others)
                assert view.sizes[view.me] == sum(view.hand)
            for tax in match.round.taxes:
                if seat in (tax.payer, tax.receiver) and isinstance(match.phase, Playing):
                    partner = match.hands[tax.payer if seat == tax.receiver else tax.receiver]
                    assert all(a <= b for a, b in zip(view.known, rank_counts(partner), strict=True))


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_unseen_cards_change_no_choice(level):
    assert not any(peeks(lambda seen: bots.choose(level, seen), states=150, name="suite"))


def test_peeping_is_noticed(monkeypatch):
    """A bot that looked at another hand would be found out."""
    hidden = iter(range(10**6))
    assert any(
        peeks(lambda seen: Pass() if next(hidden) % 2 else bots.choose("easy", seen), states=1, name="x")
    )
