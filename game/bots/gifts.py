"""What one may give back as a tax receiver, and which cards that means. Judges nothing."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from game.engine.cards import JESTER, RANK, CardSet, Hand, Rank, lowest


def gifts(hand: Sequence[int], count: int) -> list[tuple[Rank, ...]]:
    """Every choice of so many (1 or 2) number cards of a hand given as counts, by rank. Jesters stay."""
    held = [rank for rank in range(1, JESTER) if hand[rank]]
    return [
        ranks
        for ranks in combinations_with_replacement(held, count)
        if count == 1 or ranks[0] != ranks[1] or hand[ranks[0]] > 1
    ]


def without(hand: Sequence[int], ranks: Sequence[Rank]) -> list[int]:
    """The counts of a hand once one card of each rank is given away."""
    left = list(hand)
    for rank in ranks:
        left[rank] -= 1
    return left


def gift_cards(hand: Hand, ranks: Sequence[Rank]) -> CardSet:
    """The lowest cards of the hand with these ranks."""
    cards = 0
    for rank in ranks:
        cards |= lowest(hand & RANK[rank] & ~cards, 1)
    return cards
