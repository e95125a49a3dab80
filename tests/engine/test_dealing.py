"""Dealing: every table of hand sizes, and who gets the remainder."""

import pytest

from game.engine.cards import full_deck
from game.engine.dealing import deal
from game.engine.options import Options

from .positions import SEED, fresh

WHOLE = {
    4: (20, 20, 20, 20),
    5: (16, 16, 16, 16, 16),
    6: (14, 14, 13, 13, 13, 13),
    7: (12, 12, 12, 11, 11, 11, 11),
    8: (10, 10, 10, 10, 10, 10, 10, 10),
}
SMALL = {
    4: (10, 10, 9, 9),
    5: (8, 8, 8, 7, 7),
    6: (7, 7, 6, 6, 6, 6),
    7: (6, 6, 6, 5, 5, 5, 5),
    8: (5, 5, 5, 5, 5, 5, 4, 4),
}


@pytest.mark.rule("4-deal")
@pytest.mark.parametrize(
    ("small", "players"), [(small, players) for small in (False, True) for players in range(4, 9)]
)
def test_the_better_standings_hold_the_remainder(small, players):
    options = Options(remove_high_cards=small)
    order = tuple(reversed(range(players)))
    hands = deal(full_deck(options), order, seed=SEED, round_number=1)
    assert tuple(hands[seat].bit_count() for seat in order) == (SMALL if small else WHOLE)[players]
    assert sum(hands) == full_deck(options)  # every card once


@pytest.mark.rule("4-deal")
def test_cards_go_round_singly_from_the_best_standing():
    straight = deal(0b11111, (0, 1), seed=SEED, round_number=1)
    turned = deal(0b11111, (1, 0), seed=SEED, round_number=1)
    assert straight == turned[::-1]
    assert straight[0].bit_count() == 3


@pytest.mark.rule("4-deal")
def test_every_round_is_shuffled_differently():
    deck = full_deck(Options())
    deals = {deal(deck, (0, 1, 2, 3), seed=SEED, round_number=number) for number in range(1, 21)}
    assert len(deals) == 20


@pytest.mark.parametrize("players", [-1, 0, 3, 9])
def test_a_match_has_4_to_8_players(players):
    with pytest.raises(ValueError, match="4 to 8"):
        fresh(players)
