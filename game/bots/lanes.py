"""Many integers in one: 64 bits each, so that one addition or multiplication of Python's serves a whole row.

Sums of packed integers, and products with plain ones, are those of every lane, as long as each fits 64 bits.
"""

from collections.abc import Sequence
from functools import cache
from struct import unpack as unpack_bytes
from typing import Final

_BITS: Final = 64


def pack(numbers: Sequence[int]) -> int:
    """One integer with a lane for each number, the first lowest."""
    return sum(number << _BITS * lane for lane, number in enumerate(numbers))


def unpack(packed: int, count: int) -> tuple[int, ...]:
    """The numbers of so many lanes. Not checked: each is at least -2⁶³ and below 2⁶³."""
    # A negative lane borrows from the next one: with half the range added to each there is nothing to borrow.
    halves = _halves(count)
    return unpack_bytes(f"<{count}q", ((packed + halves) ^ halves).to_bytes(_BITS // 8 * count, "little"))


@cache
def _halves(count: int) -> int:
    return pack([1 << _BITS - 1] * count)
