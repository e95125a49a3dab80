"""The easy bot: its policy to the letter, tie-breaks included, and from its own observation only."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import bots
from game.bots import easy
from game.engine.actions import ConfirmHand, Next, Origin, Pass, Play, ReturnTax
from game.engine.cards import card_ids
from game.engine.notation import format_hand
from game.engine.observation import observe_seat
from game.engine.options import Options
from game.engine.rules import apply, owing, timeout_action
from game.engine.state import RoundOver

from ..engine.positions import answer_all, both_jesters_at, dealt, fresh, playing, time_out
from ..engine.walks import all_states, walks


def choice(match, seat=0):
    """What the bot does there."""
    return easy.choose(observe_seat(match, seat))


@pytest.mark.rule("11-lead")
@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("1 4 4 12x3", "12x3"),
        ("12x4 J J", "12x4"),
        ("3 7 J", "7"),
        ("1 J", "1"),
        ("J J", "J"),
        ("J", "J"),
    ],
)
def test_it_leads_the_whole_weakest_rank_without_jesters_or_one_jester(hand, led):
    action = choice(playing(hand, "2", "5", "6"))
    assert isinstance(action, Play)
    assert format_hand(action.cards) == led


@pytest.mark.rule("11-lead")
def test_with_jesters_only_it_leads_the_first_one_unlike_the_clock():
    match = playing("J J", "2", "5", "6")
    assert card_ids(choice(match).cards) == ["13-01"]
    assert card_ids(timeout_action(match, 0).cards) == ["13-01", "13-02"]


@pytest.mark.rule("11-follow")
@pytest.mark.parametrize(
    ("hand", "top", "followed"),
    [
        ("9x3 11 11 J", "3x12", "9x3"),  # a jester is kept even where a weaker rank would do
        ("8 8 9 9 10 10", "2x12", "10 10"),  # the weakest of several
        ("8 8 9 9 10 10", "2x10", "9 9"),
        ("11x7", "3x12", "11x3"),  # groups are broken up
        ("3 9 J J", "2x12", "9 J"),  # one jester rather than two
        ("3 9 J J", "3x12", "9 J J"),
        ("2 2 9 J J", "3x8", "2 2 J"),
        ("1 J J", "3x3", "1 J J"),
        ("5 5 6 J J", "3x12", "5 5 J"),  # fewer jesters before a weaker rank
    ],
)
def test_it_follows_with_fewest_jesters_then_the_weakest_rank(hand, top, followed):
    action = choice(playing(hand, "4", "4", "7", top=top, by=3))
    assert isinstance(action, Play)
    assert format_hand(action.cards) == followed


@pytest.mark.rule("11-follow")
def test_it_takes_the_first_cards_in_card_order():
    match = playing("9 J", "9x3 10x2 J", "5", "6", current=1, top="2x12", by=0)
    assert card_ids(choice(match, 1).cards) == ["10-01", "10-02"]
    match = playing("9 J", "9x3 J", "5", "6", current=1, top="2x12", by=0)
    assert card_ids(choice(match, 1).cards) == ["09-02", "09-03"]
    match = playing("9 J", "9 J", "5", "6", current=1, top="2x12", by=0)
    assert card_ids(choice(match, 1).cards) == ["09-02", "13-02"]


@pytest.mark.rule("11-follow")
@pytest.mark.parametrize(
    ("hand", "top"),
    [("9 10", "1x9"), ("9 10", "2x12"), ("J J", "2x12"), ("1 J J", "1x1"), ("J", "1x5")],
)
def test_it_passes_when_it_cannot_follow(hand, top):
    assert choice(playing(hand, "4", "4", "7", top=top, by=3)) == Pass()


@pytest.mark.rule("11-revolution")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("tax", [True, False])
@pytest.mark.parametrize("standing", range(5))
def test_it_declares_as_greater_peon_always_and_as_lesser_peon_from_round_2(number, tax, standing):
    order = (3, 1, 4, 0, 2)
    options = Options(first_round_tax=tax)
    plain = dealt("3 4 5", "6 6 7", "8 8 9", "2 2 J", "11 12 J", order=order, number=number, options=options)
    seat = order[standing]
    match = both_jesters_at(seat, plain)
    expected = standing == 4 or (standing == 3 and number > 1)
    assert choice(match, seat) == ConfirmHand(expected)
    later = easy.choose(observe_seat(match, seat), first_round_shy=False)
    assert later == ConfirmHand(standing >= 3)


@pytest.mark.rule("11-revolution")
def test_it_never_declares_without_both_jesters():
    match = dealt("3 4", "6 6", "2 J", "11 J", number=2)
    assert [choice(match, seat) for seat in range(4)] == [ConfirmHand(False)] * 4


@pytest.mark.rule("11-gift")
@pytest.mark.parametrize(
    ("hand", "gift"),
    [("1 9 12 J", ["09-01", "12-01"]), ("3 12x4", ["12-01", "12-02"]), ("J J", ["05-01", "06-01"])],
)
def test_it_gives_back_the_weakest_cards_and_keeps_jesters(hand, gift):
    """With the greater peon's 5 and 6 already in the hand."""
    match = answer_all(dealt(hand, "8", "7", "5 6"), ConfirmHand())
    action = choice(match, 0)
    assert isinstance(action, ReturnTax)
    assert card_ids(action.cards) == gift


def test_it_is_ready_for_the_next_round():
    match = fresh()
    while not isinstance(match.phase, RoundOver):
        match = time_out(match)
    assert choice(match) == Next()


def test_it_has_nothing_to_say_where_it_owes_nothing():
    with pytest.raises(ValueError, match="owes nothing"):
        choice(playing("9", "8", "7", "6"), 1)


@given(walks(steps=900), st.integers(0, 2**32))
def test_its_choice_is_always_accepted_and_always_the_same(played, number):
    chance = random.Random(number)
    states = list(all_states(played))
    for match in chance.sample(states, min(len(states), 20)):
        for seat in owing(match):
            action = choice(match, seat)
            assert action == choice(match, seat)
            apply(match, seat, action, origin=Origin.BOT, at=0, decision=match.decision)


@pytest.mark.rule("11-follow")
@given(walks(steps=900))
def test_it_never_passes_while_it_can_lay_a_set(played):
    for match in list(all_states(played))[::10]:
        for seat in owing(match):
            seen = observe_seat(match, seat)
            if seen.owes and seen.owes.kind == "play":
                assert isinstance(easy.choose(seen), Pass) == (seen.legal == ())


def test_levels_are_asked_by_name():
    seen = observe_seat(playing("9", "8", "7", "6"), 0)
    assert bots.choose("easy", seen) == easy.choose(seen)
    assert all(bots.choose(level, seen) for level in bots.LEVELS)
    with pytest.raises(ValueError, match="no such bot"):
        bots.choose("clever", seen)
