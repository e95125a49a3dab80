"""Sets.

Cards laid down together, and what everybody sees of them. Knows no turn and no hand but the one given.
"""

import msgspec

from game.engine.cards import JESTER, JESTERS, NUMBERS, RANK, RANK_OF, CardSet, Hand, Rank, lowest
from game.engine.errors import EmptySet, MixedRanks, NotInHand


class PlayedSet(msgspec.Struct, frozen=True, order=True, gc=False):
    """The public form of a set: never which copies.

    `count` cards in all counted as `rank`, `jesters` of them jesters; rank 13 means jesters only.
    """

    rank: Rank
    count: int
    jesters: int


def classify(cards: CardSet) -> PlayedSet:
    """What the cards are when laid down together. Raises: EmptySet, MixedRanks."""
    if not cards:
        raise EmptySet()
    jesters = (cards & JESTERS).bit_count()
    numbers = cards & NUMBERS
    if not numbers:
        return PlayedSet(JESTER, jesters, jesters)
    rank = RANK_OF[numbers.bit_length() - 1]
    if numbers & ~RANK[rank]:
        raise MixedRanks()
    return PlayedSet(rank, cards.bit_count(), jesters)


def cards_for(hand: Hand, wanted: PlayedSet) -> CardSet:
    """The lowest cards of the hand, in card order, that make the set. Raises: NotInHand."""
    numbers = 0 if wanted.rank == JESTER else lowest(hand & RANK[wanted.rank], wanted.count - wanted.jesters)
    cards = numbers | lowest(hand & JESTERS, wanted.jesters)
    if cards.bit_count() != wanted.count:
        raise NotInHand()
    return cards
