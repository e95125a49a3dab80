"""Sets: what cards are together, and finding the cards for a set."""

import pytest
from msgspec.structs import astuple

from game.engine.cards import card_ids
from game.engine.errors import EmptySet, MixedRanks, NotInHand
from game.engine.notation import parse_set
from game.engine.sets import PlayedSet, cards_for, classify

from .positions import hands_of


@pytest.mark.rule("5-jesters")
@pytest.mark.parametrize(
    ("cards", "rank", "count", "jesters"),
    [
        ("7", 7, 1, 0),
        ("7x3", 7, 3, 0),
        ("4 J", 4, 2, 1),
        ("1 J", 1, 2, 1),
        ("1 J J", 1, 3, 2),
        ("J", 13, 1, 1),
        ("J J", 13, 2, 2),
    ],
)
def test_a_jester_takes_the_rank_it_lies_beside(cards, rank, count, jesters):
    assert astuple(classify(hands_of(cards)[0])) == (rank, count, jesters)


@pytest.mark.rule("5-mixed")
@pytest.mark.parametrize("cards", ["1 2", "11 12", "3 3 4", "3 4 J"])
def test_number_cards_of_two_ranks_are_no_set(cards):
    with pytest.raises(MixedRanks):
        classify(hands_of(cards)[0])


@pytest.mark.rule("5-lead")
def test_no_cards_are_no_set():
    with pytest.raises(EmptySet):
        classify(0)


@pytest.mark.rule("3-ids")
def test_a_set_takes_the_lowest_cards_of_the_hand():
    _, hand = hands_of("7 7 J", "7x3 9 J")
    assert card_ids(cards_for(hand, parse_set("2x7+J"))) == ["07-03", "07-04", "13-02"]
    assert card_ids(cards_for(hand, parse_set("1xJ"))) == ["13-02"]


@pytest.mark.rule("10-not-in-hand")
@pytest.mark.parametrize("text", ["4x7", "3x7+2J", "1x8", "2xJ", "1x9+2J"])
def test_a_set_that_the_hand_does_not_hold_is_refused(text):
    with pytest.raises(NotInHand):
        cards_for(hands_of("7x3 9 J")[0], parse_set(text))


def test_a_set_of_jesters_alone_never_takes_number_cards():
    with pytest.raises(NotInHand):
        cards_for(hands_of("7x3 J J")[0], PlayedSet(13, 2, 1))
