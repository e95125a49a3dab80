"""Hold probabilities: how likely a set on the table stays unbeaten, from the cards one has not seen.

Each opponent's hand is taken as drawn at random from the unseen cards; ranks are taken as independent of each
other, given the jesters. The numbers need no more: they are inputs of a judgement, not the judgement.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from operator import mul
from typing import Final, TypeAlias

from game.engine.cards import JESTER

LARGEST_SET: Final = 14
"""Twelve twelves and both jesters."""

HoldTable: TypeAlias = list[list[float]]
"""`table[count][rank]`; row 0 and column 0 mean nothing."""


@lru_cache(maxsize=32768)
def fewer(unseen: int, size: int, copies: int) -> tuple[float, ...]:
    """`[n]`: how likely a hand of `size` out of `unseen` cards has fewer than n of the `copies`. n ≤ 14."""
    ways = [comb(copies, n) * comb(unseen - copies, size - n) for n in range(min(copies, size) + 1)]
    total = comb(unseen, size)
    return tuple([sum(ways[:n]) / total for n in range(LARGEST_SET + 1)])


@lru_cache(maxsize=4096)
def jesters(unseen: int, size: int, copies: int) -> tuple[float, float, float]:
    """How likely the hand has no, one and both jesters, `copies` of them unseen."""
    total = comb(unseen, size)
    ways = [comb(copies, n) * comb(unseen - copies, size - n) / total if n <= size else 0.0 for n in range(3)]
    return ways[0], ways[1], ways[2]


def hold_table(unseen: Sequence[int], sizes: Iterable[int], most: int) -> HoldTable:
    """How likely each set up to `most` cards stays unbeaten by opponents with so many cards.

    `unseen` are counts by rank and add up to the sizes, or to more. Beaten means: by any single opponent's better
    set of that many cards, jesters included, at any later time of the trick.
    """
    sizes = list(sizes)
    total = sum(unseen)
    table = [[1.0] * (JESTER + 1) for _ in range(most + 1)]
    for size in sorted(set(sizes)):
        largest = min(most, size)
        columns = zip(*[fewer(total, size, copies) for copies in unseen[1:JESTER]], strict=True)
        # misses[n][rank]: no better rank than this is there n times.
        misses = [
            list(accumulate(column, mul, initial=1.0))
            for _, column in zip(range(largest + 1), columns, strict=False)
        ]
        none, one, both = jesters(total, size, unseen[JESTER])
        for count in range(1, largest + 1):
            plain, with_one, with_both = misses[count], misses[max(1, count - 1)], misses[max(1, count - 2)]
            row = table[count]
            for rank in range(1, JESTER + 1):
                # The opponents of one size share a factor.
                held = none * plain[rank - 1] + one * with_one[rank - 1] + both * with_both[rank - 1]
                for _ in range(sizes.count(size)):
                    row[rank] *= held
    return table
