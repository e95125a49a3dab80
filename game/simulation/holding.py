"""The hold table of `game.bots.hold` on arrays: the same numbers, bit for bit."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.bots import hold
from game.simulation.compiled import compiled, new_record
from game.simulation.table import Ints, copies_of

Floats = NDArray[np.float64]

_UNSEEN = 80
_SIZE = 23
"""One more than the largest hand there is: 20 cards, and two more from a tax."""


CHANCES = np.dtype(
    [
        ("fewer", np.float64, (_UNSEEN, _SIZE, 13, hold.LARGEST_SET + 1)),
        ("jesters", np.float64, (_UNSEEN, _SIZE, 3, 3)),
    ]
)
"""`fewer[unseen, size, copies, n]` and `jesters[unseen, size, copies, n]` of `game.bots.hold`."""


@cache
def chances() -> np.record:
    """Every chance that can come up; half a second of work, then 3 MB."""
    record = new_record(CHANCES)
    record.fewer[:] = 1
    for unseen in range(1, _UNSEEN):
        for size in range(1, min(unseen + 1, _SIZE)):
            for copies in range(min(13, unseen + 1)):
                record.fewer[unseen, size, copies] = hold.fewer.__wrapped__(unseen, size, copies)
            for copies in range(min(3, unseen + 1)):
                record.jesters[unseen, size, copies] = hold.jesters.__wrapped__(unseen, size, copies)
    return record


@compiled
def hold_into(table: np.record, seat: int, most: int, chances: np.record, unseen: Ints, out: Floats) -> None:
    """Writes `out[count, rank]` for counts up to `most` as the seat sees it, and its `unseen` counts by rank."""
    total = 0
    for rank in range(1, 14):
        unseen[rank] = copies_of(rank, table.is_short) - table.hands[seat, rank] - table.played[rank]
        total += unseen[rank]
    out[: most + 1] = 1.0
    times = np.zeros(24, dtype=np.int64)
    largest_hand = 0
    for other in range(table.players):
        if other != seat and table.places[other] == 0:
            times[table.sizes[other]] += 1
            largest_hand = max(largest_hand, table.sizes[other])
    misses = np.empty((15, 14))
    for size in range(1, largest_hand + 1):
        if times[size] == 0:
            continue
        largest = min(most, size)
        fewer = chances.fewer[total, size]
        for count in range(1, largest + 1):
            chance = 1.0
            misses[count, 0] = chance
            for rank in range(1, 13):
                chance *= fewer[unseen[rank], count]
                misses[count, rank] = chance
        none, one, both = chances.jesters[total, size, unseen[13]]
        for count in range(1, largest + 1):
            with_one, with_both = max(1, count - 1), max(1, count - 2)
            for rank in range(1, 14):
                held = (
                    none * misses[count, rank - 1]
                    + one * misses[with_one, rank - 1]
                    + both * misses[with_both, rank - 1]
                )
                for _ in range(times[size]):
                    out[count, rank] *= held


@compiled
def most_needed(table: np.record, seat: int) -> int:
    """The largest set that the seat's hand or the top asks about."""
    hand = table.hands[seat]
    most = 1
    for rank in range(1, 13):
        most = max(most, hand[rank])
    return min(max(most + hand[13], table.count), 14)
