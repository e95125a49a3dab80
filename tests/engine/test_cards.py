"""Cards: the deck, ids, card order."""

import pytest

from game.engine.cards import (
    DECK,
    JESTERS,
    RANK,
    bits,
    card_id,
    card_ids,
    full_deck,
    lowest,
    parse_card_id,
    rank_counts,
    weakest,
    worst_rank,
)
from game.engine.options import Options

from .positions import hands_of


@pytest.mark.rule("3-deck")
def test_the_deck_has_every_rank_as_often_as_its_number_and_two_jesters():
    assert full_deck(Options()) == DECK
    assert rank_counts(DECK) == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2)
    assert DECK.bit_count() == 80


@pytest.mark.rule("3-small-deck")
def test_without_the_high_cards_38_are_left():
    deck = full_deck(Options(remove_high_cards=True))
    assert rank_counts(deck) == (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 2)
    assert deck.bit_count() == 38


@pytest.mark.rule("3-ids")
def test_card_order_is_the_order_of_the_ids():
    ids = card_ids(DECK)
    assert ids == sorted(ids)
    assert len(set(ids)) == 80
    assert ids[:3] == ["01-01", "02-01", "02-02"]
    assert ids[-2:] == ["13-01", "13-02"]
    assert {"07-03", "12-11"} <= set(ids)


@pytest.mark.rule("3-ids")
def test_every_id_reads_back_as_its_card():
    assert [parse_card_id(card_id(bit)) for bit in range(80)] == [1 << bit for bit in range(80)]


@pytest.mark.parametrize("text", ["", "1-1", "01-02", "13-03", "00-01", "14-01", "07-3", " 07-03", "x"])
def test_other_texts_are_no_cards(text):
    with pytest.raises(ValueError, match="no such card"):
        parse_card_id(text)


def test_bits_come_in_card_order():
    assert list(bits(JESTERS | RANK[1])) == [0, 78, 79]


@pytest.mark.parametrize(
    ("count", "expected"), [(0, []), (2, ["03-01", "05-01"]), (9, ["03-01", "05-01", "13-01"])]
)
def test_lowest_takes_the_first_cards_in_card_order(count, expected):
    assert card_ids(lowest(hands_of("3 5 J")[0], count)) == expected


def test_the_worst_rank_leaves_jesters_out():
    mixed, jesters = hands_of("3 5 J", "J")
    assert worst_rank(mixed) == 5
    assert worst_rank(jesters) == 0


def test_the_weakest_cards_are_the_highest_ranks_and_jesters_last():
    hand = hands_of("1 9 9 12 J J")[0]
    assert card_ids(weakest(hand, 2)) == ["09-01", "12-01"]
    assert card_ids(weakest(hand, 5)) == ["01-01", "09-01", "09-02", "12-01", "13-01"]
