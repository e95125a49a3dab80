"""The first standing: who is what in round 1, by drawn cards or by lot."""

from collections.abc import Iterator
from typing import TypeAlias

from game.engine.cards import RANK_OF, CardSet, Rank, Seat, bits
from game.engine.shuffle import shuffle, stream

Drawing: TypeAlias = tuple[tuple[Seat, int], ...]
"""One drawing: (seat, bit of the card drawn), in the order they drew."""


def random_order(players: int, *, seed: bytes) -> tuple[Seat, ...]:
    """A shuffled order of the seats, best first."""
    seats = list(range(players))
    shuffle(seats, stream(seed, "order"))
    return tuple(seats)


def drawn_order(deck: CardSet, players: int, *, seed: bytes) -> tuple[tuple[Seat, ...], tuple[Drawing, ...]]:
    """The order (best first) that drawing gives, and every drawing in turn: all seats, then the tied ones.

    Ties draw again among themselves, the best tie first, each down to its end before the next one.
    """
    cards = _endless_cards(deck, seed)
    drawings: list[Drawing] = []

    def settle(tied: tuple[Seat, ...]) -> tuple[Seat, ...]:
        drawing = tuple((seat, next(cards)) for seat in tied)
        drawings.append(drawing)
        groups: dict[Rank, list[Seat]] = {}
        for seat, bit in drawing:
            groups.setdefault(RANK_OF[bit], []).append(seat)
        order: list[Seat] = []
        for rank in sorted(groups):
            group = tuple(groups[rank])
            order += group if len(group) == 1 else settle(group)
        return tuple(order)

    return settle(tuple(range(players))), tuple(drawings)


def drawn_ranks(drawings: tuple[Drawing, ...], players: int) -> tuple[tuple[Rank, ...], ...]:
    """`ranks[seat]`: what a seat drew, redraws after the first."""
    ranks: list[list[Rank]] = [[] for _ in range(players)]
    for drawing in drawings:
        for seat, bit in drawing:
            ranks[seat].append(RANK_OF[bit])
    return tuple(map(tuple, ranks))


def _endless_cards(deck: CardSet, seed: bytes) -> Iterator[int]:
    """The shuffled deck from the top; shuffled anew whenever it runs out."""
    source = stream(seed, "draw")
    while True:
        cards = list(bits(deck))
        shuffle(cards, source)
        yield from cards
