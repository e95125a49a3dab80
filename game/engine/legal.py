"""Legal sets: everything a hand may lay down now, in the public form. The client draws from it."""

from functools import cache

from game.engine.cards import JESTER, JESTERS, RANK, CardSet, Hand, Rank
from game.engine.sets import PlayedSet

_BELOW: tuple[tuple[tuple[Rank, CardSet], ...], ...] = tuple(
    tuple((rank, RANK[rank]) for rank in range(1, limit)) for limit in range(JESTER + 1)
)
"""`_BELOW[rank]`: every better rank of number cards with its cards."""


def legal_leads(hand: Hand) -> tuple[PlayedSet, ...]:
    """Every set the hand can lead, by rank, count and jesters."""
    jesters = (hand & JESTERS).bit_count()
    leads: list[PlayedSet] = []
    for rank, mask in _BELOW[JESTER]:
        numbers = (hand & mask).bit_count()
        if numbers:
            leads += _leads_of(rank, numbers, jesters)
    leads += _jester_leads(jesters)
    return tuple(leads)


def legal_follows(hand: Hand, top: PlayedSet) -> tuple[PlayedSet, ...]:
    """Every set of the hand that beats `top`, by rank and jesters."""
    count = top.count
    if hand.bit_count() < count:
        return ()
    jesters = (hand & JESTERS).bit_count()
    follows: list[PlayedSet] = []
    for rank, mask in _BELOW[top.rank]:
        numbers = (hand & mask).bit_count()
        if numbers and numbers + jesters >= count:
            follows += _follows_of(rank, count, numbers, jesters)
    return tuple(follows)


@cache
def _leads_of(rank: int, numbers: int, jesters: int) -> tuple[PlayedSet, ...]:
    sets = [PlayedSet(rank, n + j, j) for n in range(1, numbers + 1) for j in range(jesters + 1)]
    return tuple(sorted(sets))


@cache
def _jester_leads(jesters: int) -> tuple[PlayedSet, ...]:
    return tuple(PlayedSet(JESTER, count, count) for count in range(1, jesters + 1))


@cache
def _follows_of(rank: int, count: int, numbers: int, jesters: int) -> tuple[PlayedSet, ...]:
    """A set needs at least one number card: jesters alone are rank 13 and beat nothing."""
    return tuple(PlayedSet(rank, count, j) for j in range(jesters + 1) if 1 <= count - j <= numbers)
