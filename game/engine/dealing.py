"""Dealing: a shuffled deck, one card at a time from the best standing on. Knows no phase."""

from game.engine.cards import CardSet, Hand, Seat, bits
from game.engine.shuffle import shuffle, stream


def deal(deck: CardSet, order: tuple[Seat, ...], *, seed: bytes, round_number: int) -> tuple[Hand, ...]:
    """`hands[seat]` of a round. The better standings hold the remainder, since the deal begins with them."""
    cards = list(bits(deck))
    shuffle(cards, stream(seed, f"deal:{round_number}"))
    hands = [0] * len(order)
    for standing, seat in enumerate(order):
        for bit in cards[standing :: len(order)]:
            hands[seat] |= 1 << bit
    return tuple(hands)
