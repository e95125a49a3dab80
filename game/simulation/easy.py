"""The easy bot of `game.bots.easy` on arrays: the same choices."""

import numpy as np

from game.simulation.compiled import compiled
from game.simulation.table import Ints


@compiled
def easy_move(table: np.record, move: Ints) -> None:
    """Writes the move (rank, count, jesters) of who is to act."""
    hand = table.hands[table.current]
    move[:] = 0
    count = table.count
    if count == 0:
        for rank in range(12, 0, -1):
            if hand[rank]:
                move[0] = rank
                move[1] = hand[rank]
                return
        move[:] = 1
        move[0] = 13
        return
    for jesters in range(min(hand[13], count - 1) + 1):
        for rank in range(table.rank - 1, 0, -1):
            if hand[rank] >= count - jesters:
                move[0] = rank
                move[1] = count
                move[2] = jesters
                return


@compiled
def easy_gift(hand: Ints, count: int, ranks: Ints) -> None:
    """Writes the ranks of the 1 or 2 weakest number cards into `ranks`."""
    ranks[:] = 0
    found = 0
    for rank in range(12, 0, -1):
        for _ in range(min(hand[rank], count - found)):
            ranks[found] = rank
            found += 1
