"""The expert's inputs and network on arrays: the same numbers as `game.bots.features` and `game.bots.network`.

The first layer is summed up sparsely: what all moves of a state share once, then each move's changes.
"""

import numpy as np
from numpy.typing import NDArray

from game.bots import features as f
from game.simulation.compiled import compiled, compiled_loosely
from game.simulation.hard import LOSS, SURE, SURES, WORST, plan_into
from game.simulation.holding import Floats
from game.simulation.table import Ints

Singles = NDArray[np.float32]

INPUTS = f.COUNT
PLACES = 8
UNITS = (128, 64)
"""Units of the two hidden layers."""
PROSPECTS = f.SMALLEST - f.PROSPECTS
_START = np.array(f.START)
_STEPS = np.array(f.STEPS)
_SIZE_STEPS = np.array(f.SIZE_STEPS)
_SIZES = len(f.SIZE_STEPS)
_HAND, _UNSEEN, _LEAD, _FOLLOW, _PASS, _SETUP = f.HAND, f.UNSEEN, f.LEAD, f.FOLLOW, f.PASS, f.SETUP
_MOVE_RANK, _MOVE_COUNT, _MOVE_JESTERS, _MOVE_HOLD = f.MOVE_RANK, f.MOVE_COUNT, f.MOVE_JESTERS, f.MOVE_HOLD
_TOP_RANK, _TOP_COUNT, _TOP_HOLD = f.TOP_RANK, f.TOP_COUNT, f.TOP_HOLD
_OWNER, _OWNER_IS_OUT, _OPPONENT, _WIDTH = f.OWNER, f.OWNER_IS_OUT, f.OPPONENT, f.OPPONENT_INPUTS
_PLAYERS, _FINISHED, _STANDING, _UNTAXED = f.PLAYERS, f.FINISHED, f.STANDING, f.UNTAXED
_KNOWN, _LOCKS_OUT, _IS_SHORT = f.KNOWN, f.LOCKS_OUT, f.IS_SHORT
_PROSPECTS = f.PROSPECTS
_SMALLEST, _LARGEST = f.SMALLEST, f.LARGEST


NETWORK = np.dtype(
    [
        ("w1", np.float32, (INPUTS, UNITS[0])),
        ("b1", np.float32, UNITS[0]),
        ("w2", np.float32, UNITS),
        ("b2", np.float32, UNITS[1]),
        ("w3", np.float32, (UNITS[1], PLACES)),
        ("b3", np.float32, PLACES),
    ]
)
"""Weights: inputs → ReLU → ReLU → one logit a place. Rows of a layer are its inputs."""

SPARSE = np.dtype([("which", np.int64, 512), ("amount", np.float32, 512), ("used", np.int64)])
"""A list of inputs being written, with room for every state and move; `used` of the pairs count."""

SUMS = np.dtype(
    [
        ("common", np.float32, UNITS[0]),
        ("first", np.float32, UNITS[0]),
        ("second", np.float32, UNITS[1]),
        ("logits", np.float32, PLACES),
        ("places", np.float32, PLACES),
        ("active", np.int64, UNITS[0]),
        ("amounts", np.float32, UNITS[0]),
    ]
)
"""What one evaluation works in: `common` the first layer's sums of a state, `places` the chances that come out."""


@compiled
def _put(inputs: np.record, index: int, amount: float) -> None:
    at = inputs.used
    inputs.which[at] = index
    inputs.amount[at] = amount
    inputs.used = at + 1


@compiled
def _thermometer(inputs: np.record, base: int, rank: int, count: int, amount: float) -> None:
    first = base + _START[rank]
    for step in range(min(count, _STEPS[rank])):
        if step < 5:
            _put(inputs, first + step, amount)
        else:
            _put(inputs, first + step, amount * (1 + (count - 6) / 4))


@compiled
def _change(inputs: np.record, base: int, rank: int, before: int, now: int) -> None:
    if before != now:
        _thermometer(inputs, base, rank, before, -1.0)
        _thermometer(inputs, base, rank, now, 1.0)


@compiled
def _jesters(inputs: np.record, first: int, count: int, amount: float) -> None:
    for number in range(count):
        _put(inputs, first + number, amount)


@compiled
def shared_into(
    table: np.record, seat: int, unseen: Ints, hold: Floats, before: Floats, inputs: np.record
) -> None:
    """Writes `features.shared` of a seat, and the prospects of its hand into `before`."""
    inputs.used = 0
    prospects_into(table.hands[seat], hold, before)
    for index in range(PROSPECTS):
        if before[index]:
            _put(inputs, _PROSPECTS + index, before[index])
    players, hand = table.players, table.hands[seat]
    for rank in range(1, 13):
        _thermometer(inputs, _HAND, rank, hand[rank], 1.0)
        _thermometer(inputs, _UNSEEN, rank, unseen[rank], 1.0)
    _jesters(inputs, _HAND + 57, hand[13], 1.0)
    _jesters(inputs, _UNSEEN + 57, unseen[13], 1.0)
    if table.count:
        _put(inputs, _TOP_RANK + table.rank - 1, 1.0)
        _put(inputs, _TOP_COUNT + min(table.count, 7) - 1, 1.0)
        _put(inputs, _OWNER + (table.owner - seat) % players - 1, 1.0)
        if table.places[table.owner]:
            _put(inputs, _OWNER_IS_OUT, 1.0)
        _put(inputs, _TOP_HOLD, hold[table.count, table.rank])
    smallest, largest = 99, 0
    for steps in range(1, players):
        other = (seat + steps) % players
        if table.places[other]:
            continue
        first, size = _OPPONENT + (steps - 1) * _WIDTH, table.sizes[other]
        smallest, largest = min(smallest, size), max(largest, size)
        _put(inputs, first, 1.0)
        _put(inputs, first + 1, size / 16)
        for step in range(_SIZES):
            if size <= _SIZE_STEPS[step]:
                _put(inputs, first + 2 + step, 1.0)
                break
        if table.passed[other]:
            _put(inputs, first + 8, 1.0)
    _put(inputs, _SMALLEST, smallest / 16)
    _put(inputs, _LARGEST, largest / 16)
    _put(inputs, _PLAYERS + players - 4, 1.0)
    _put(inputs, _FINISHED + table.finished, 1.0)
    _put(inputs, _STANDING + seat, 1.0)
    if not table.is_taxed:
        _put(inputs, _UNTAXED, 1.0)
    if table.locks_out:
        _put(inputs, _LOCKS_OUT, 1.0)
    if table.is_short:
        _put(inputs, _IS_SHORT, 1.0)
    for rank in range(1, 14):
        if table.known[seat, rank]:
            _put(inputs, _KNOWN + rank - 1, table.known[seat, rank] / 2)


@compiled
def move_into(
    table: np.record,
    seat: int,
    rank: int,
    count: int,
    jesters: int,
    hold: Floats,
    before: Floats,
    inputs: np.record,
) -> None:
    """Writes `features.of_move`."""
    inputs.used = 0
    if count == 0:
        _put(inputs, _PASS, 1.0)
        return
    hand = table.hands[seat]
    left = hand.copy()
    left[rank] -= count - jesters
    left[13] -= jesters
    _put(inputs, _FOLLOW if table.count else _LEAD, 1.0)
    _put(inputs, _MOVE_HOLD, hold[count, rank])
    _put(inputs, _MOVE_RANK + rank - 1, 1.0)
    _put(inputs, _MOVE_COUNT + min(count, 7) - 1, 1.0)
    _jesters(inputs, _MOVE_JESTERS, jesters, 1.0)
    if rank < 13:
        _change(inputs, _HAND, rank, hand[rank], left[rank])
    for number in range(left[13], hand[13]):
        _put(inputs, _HAND + 57 + number, -1.0)
    _difference(left, hold, before, inputs)


@compiled
def gift_into(
    table: np.record, seat: int, ranks: Ints, unseen: Ints, hold: Floats, before: Floats, inputs: np.record
) -> None:
    """Writes what `features.of_gifts` has for a gift of up to two ranks, 0 for none."""
    inputs.used = 0
    left = table.hands[seat].copy()
    _put(inputs, _SETUP, 1.0)
    first, second = ranks[0], ranks[1]
    if first:
        given = 2 if second == first else 1
        left[first] -= given
        _gift_changes(table, seat, first, given, unseen, inputs)
    if second and second != first:
        left[second] -= 1
        _gift_changes(table, seat, second, 1, unseen, inputs)
    _difference(left, hold, before, inputs)


@compiled
def _gift_changes(
    table: np.record, seat: int, rank: int, given: int, unseen: Ints, inputs: np.record
) -> None:
    held = table.hands[seat, rank]
    _change(inputs, _HAND, rank, held, held - given)
    _change(inputs, _UNSEEN, rank, unseen[rank], unseen[rank] + given)
    _put(inputs, _KNOWN + rank - 1, given / 2)


@compiled
def prospects_into(left: Ints, hold: Floats, out: Floats) -> None:
    """Writes `features.prospects`."""
    out[:] = 0
    groups, holds, sure, size = 0, 0.0, 0, left[13]
    for rank in range(1, 13):
        count = left[rank]
        if count:
            held = hold[count, rank]
            out[rank - 1] = held
            out[rank + 11] = hold[count + left[13], rank]
            groups += 1
            holds += held
            size += count
            if 1.0 - held < SURE:
                sure += 1
    out[24] = groups / 8
    out[25] = holds / 4
    out[26] = sure / 4
    out[27] = size / 16
    out[28] = (groups - 2 * holds) / 4
    plan = np.empty(5)
    plan_into(left, hold, plan)
    out[29] = plan[LOSS] / 4
    out[30] = plan[WORST]
    out[31] = (plan[LOSS] - plan[WORST]) / 4
    out[32] = plan[SURES] / 4


@compiled
def _difference(left: Ints, hold: Floats, before: Floats, inputs: np.record) -> None:
    now = np.empty(PROSPECTS)
    prospects_into(left, hold, now)
    for index in range(PROSPECTS):
        if now[index] != before[index]:
            _put(inputs, _PROSPECTS + index, now[index] - before[index])


@compiled
def see_state(network: np.record, inputs: np.record, sums: np.record) -> None:
    """Adds up what all moves of a state share."""
    sums.common[:] = network.b1
    _add(inputs.which, inputs.amount, inputs.used, network.w1, sums.common)


@compiled
def see_move(
    network: np.record, inputs: np.record, sums: np.record, finished: int, players: int, utility: Floats
) -> float:
    """What a move of the state is worth; `sums.places` are its chances."""
    sums.first[:] = sums.common
    _add(inputs.which, inputs.amount, inputs.used, network.w1, sums.first)
    sums.second[:] = network.b2
    count = _active(sums.first, sums)
    _add(sums.active, sums.amounts, count, network.w2, sums.second)
    logits, places = sums.logits, sums.places
    logits[:] = network.b3
    count = _active(sums.second, sums)
    _add(sums.active, sums.amounts, count, network.w3, logits)
    most = logits[finished]
    for place in range(finished, players):
        most = max(most, logits[place])
    places[:] = 0
    total, value = np.float32(0), 0.0
    for place in range(finished, players):
        places[place] = np.exp(logits[place] - most)
        total += places[place]
    for place in range(finished, players):
        places[place] /= total
        value += places[place] * utility[place]
    return value


@compiled
def _active(units: Singles, sums: np.record) -> int:
    """Lists the units above zero, so that adding up their rows does not branch."""
    count = 0
    for unit in range(len(units)):
        sums.active[count] = unit
        sums.amounts[count] = units[unit]
        count += int(units[unit] > 0)
    return count


@compiled_loosely
def _add(rows: Ints, amounts: Singles, count: int, weights: Singles, into: Singles) -> None:
    """Adds rows of weights, four at a time: the sums are read and written a quarter as often."""
    fours = count // 4 * 4
    for at in range(0, fours, 4):
        a, b, c, d = amounts[at], amounts[at + 1], amounts[at + 2], amounts[at + 3]
        row_a, row_b = weights[rows[at]], weights[rows[at + 1]]
        row_c, row_d = weights[rows[at + 2]], weights[rows[at + 3]]
        for unit in range(len(into)):
            into[unit] += a * row_a[unit] + b * row_b[unit] + c * row_c[unit] + d * row_d[unit]
    for at in range(fours, count):
        amount, row = amounts[at], weights[rows[at]]
        for unit in range(len(into)):
            into[unit] += amount * row[unit]
