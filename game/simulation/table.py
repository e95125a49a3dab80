"""The rules of one round on arrays: hands as counts of ranks, moves as (rank, count, jesters), seats by standing.

What `game.engine` does, less everything that a round's course does not depend on. `tests/simulation` proves that
both agree. A pass is the move (0, 0, 0).
"""

import numpy as np
from numpy.typing import NDArray

from game.engine.cards import COPIES, JESTER
from game.simulation.compiled import compiled, new_record

SEATS = 8
MOST_MOVES = 80
"""More than any hand has legal moves."""

Ints = NDArray[np.int64]

_COPIES = np.array(COPIES, dtype=np.int64)


TABLE = np.dtype(
    [
        ("hands", np.int64, (SEATS, JESTER + 1)),
        ("sizes", np.int64, SEATS),
        ("places", np.int64, SEATS),
        ("passed", np.int64, SEATS),
        ("refused", np.int64, (SEATS, 15)),
        ("played", np.int64, JESTER + 1),
        ("known", np.int64, (SEATS, JESTER + 1)),
        ("partner", np.int64, SEATS),
        ("players", np.int64),
        ("current", np.int64),
        ("rank", np.int64),
        ("count", np.int64),
        ("owner", np.int64),
        ("finished", np.int64),
        ("locks_out", np.int64),
        ("is_short", np.int64),
        ("is_taxed", np.int64),
    ]
)
"""A round. Arrays by standing; counts by rank have 14 numbers.

`known[seat]` is what a seat knows its tax partner to hold at least, `partner` that partner or -1, `places` are
1-based and 0 for who is in play, `refused[seat, count]` the worst rank of a top of so many cards that the seat
passed on. `rank` and `count` are the top's, 0 where one must lead; `owner` laid it or is -1.
"""


def new_table() -> np.record:
    """A table with room for eight; to be dealt to."""
    return new_record(TABLE)


@compiled
def copies_of(rank: int, is_short: int) -> int:
    """How many cards of a rank the deck has."""
    if is_short and 9 <= rank <= 12:
        return 0
    return _COPIES[rank]


@compiled
def shuffled_deck(rng: np.random.Generator, is_short: int) -> Ints:
    """The deck's ranks in a random order."""
    size = 0
    deck = np.empty(80, dtype=np.int64)
    for rank in range(1, 14):
        for _ in range(copies_of(rank, is_short)):
            deck[size] = rank
            size += 1
    for last in range(size - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        held = deck[last]
        deck[last] = deck[other]
        deck[other] = held
    return deck[:size]


@compiled
def deal(table: np.record, deck: Ints, players: int, locks_out: int, is_short: int) -> None:
    """Starts a round: the deck dealt out one by one from standing 0 on; nobody taxed yet."""
    table.hands[:] = 0
    table.sizes[:] = 0
    table.places[:] = 0
    table.passed[:] = 0
    table.refused[:] = 0
    table.played[:] = 0
    table.known[:] = 0
    table.partner[:] = -1
    for index in range(len(deck)):
        table.hands[index % players, deck[index]] += 1
        table.sizes[index % players] += 1
    table.players = players
    table.current = 0
    table.rank = 0
    table.count = 0
    table.owner = -1
    table.finished = 0
    table.locks_out = locks_out
    table.is_short = is_short
    table.is_taxed = 0


@compiled
def reverse(table: np.record) -> None:
    """Turns the standings round, as a great revolution does: hands stay with their owners."""
    players = table.players
    for low in range(players // 2):
        high = players - 1 - low
        for rank in range(14):
            held = table.hands[low, rank]
            table.hands[low, rank] = table.hands[high, rank]
            table.hands[high, rank] = held
        size = table.sizes[low]
        table.sizes[low] = table.sizes[high]
        table.sizes[high] = size


@compiled
def levy(table: np.record, jester_taxable: int) -> None:
    """Moves both tributes up; `give_back` is owed for each card. Sizes stay: they are those after both."""
    players = table.players
    table.is_taxed = 1
    for receiver in range(2):
        payer = players - 1 - receiver
        table.partner[payer] = receiver
        table.partner[receiver] = payer
        missing = 2 - receiver
        if jester_taxable:
            missing = _tribute(table, payer, receiver, 13, missing)
        for rank in range(1, 13):
            missing = _tribute(table, payer, receiver, rank, missing)


@compiled
def _tribute(table: np.record, payer: int, receiver: int, rank: int, missing: int) -> int:
    count = min(missing, table.hands[payer, rank])
    table.hands[payer, rank] -= count
    table.hands[receiver, rank] += count
    table.known[payer, rank] += count
    return missing - count


@compiled
def give_back(table: np.record, receiver: int, rank: int) -> None:
    """Gives one card of a rank back to who paid."""
    payer = table.partner[receiver]
    table.hands[receiver, rank] -= 1
    table.hands[payer, rank] += 1
    table.known[receiver, rank] += 1
    if table.known[payer, rank]:
        table.known[payer, rank] -= 1


@compiled
def legal_moves(table: np.record, moves: Ints) -> int:
    """Writes the legal moves of who is to act into `moves[·, 3]`; returns how many.

    In the order of rank, count and jesters, the pass last.
    """
    hand = table.hands[table.current]
    top, count, jesters, found = table.rank, table.count, hand[13], 0
    if count:
        for rank in range(1, top):
            if hand[rank]:
                for with_jesters in range(jesters + 1):
                    if 1 <= count - with_jesters <= hand[rank]:
                        found = _add(moves, found, rank, count, with_jesters)
        return _add(moves, found, 0, 0, 0)
    for rank in range(1, 13):
        if hand[rank]:
            for size in range(1, hand[rank] + jesters + 1):
                for with_jesters in range(jesters + 1):
                    if 1 <= size - with_jesters <= hand[rank]:
                        found = _add(moves, found, rank, size, with_jesters)
    for size in range(1, jesters + 1):
        found = _add(moves, found, 13, size, size)
    return found


@compiled
def _add(moves: Ints, at: int, rank: int, count: int, jesters: int) -> int:
    moves[at, 0] = rank
    moves[at, 1] = count
    moves[at, 2] = jesters
    return at + 1


@compiled
def play(table: np.record, rank: int, count: int, jesters: int) -> bool:
    """Applies a legal move of who is to act. Returns whether the round is over."""
    seat = table.current
    if count:
        numbers = count - jesters
        _lay(table, seat, rank, numbers)
        _lay(table, seat, 13, jesters)
        table.sizes[seat] -= count
        table.rank = rank
        table.count = count
        table.owner = seat
        if not table.locks_out:
            table.passed[:] = 0
        if table.sizes[seat] == 0:
            table.finished += 1
            table.places[seat] = table.finished
            if table.finished == table.players - 1:
                for other in range(table.players):
                    if table.places[other] == 0:
                        table.places[other] = table.players
                return True
    else:
        table.passed[seat] = 1
        table.refused[seat, table.count] = max(table.refused[seat, table.count], table.rank)
    _go_on(table, seat)
    return False


@compiled
def _lay(table: np.record, seat: int, rank: int, count: int) -> None:
    if count == 0:
        return
    table.hands[seat, rank] -= count
    table.played[rank] += count
    partner = table.partner[seat]
    if partner >= 0:
        table.known[partner, rank] = max(0, table.known[partner, rank] - count)


@compiled
def _go_on(table: np.record, seat: int) -> None:
    """To the next seat that may still act in this trick, or to the lead of the next one."""
    players = table.players
    following = (seat + 1) % players
    while following != seat:
        if table.places[following] == 0 and table.passed[following] == 0 and following != table.owner:
            table.current = following
            return
        following = (following + 1) % players
    leader = table.owner
    while table.places[leader]:
        leader = (leader + 1) % players
    table.current = leader
    table.rank = 0
    table.count = 0
    table.owner = -1
    table.passed[:] = 0
