"""What the expert's network is told: numbers about a view and a move, as sparse lists.

One move differs from another in few inputs, so a state gives one list that all its moves share and each move a
short list of changes; inputs that appear in both add up. The layout is part of the weights: changing it means
training anew.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from game.bots.gifts import without
from game.bots.hard import SURE, plan
from game.bots.hold import HoldTable
from game.bots.view import View, after
from game.engine.cards import JESTER, Rank
from game.engine.sets import PlayedSet

Inputs: TypeAlias = list[tuple[int, float]]
"""(input, amount) pairs; an input may come more than once, amounts add up."""

STEPS: Final = tuple(min(rank, 6) for rank in range(JESTER))
"""How many inputs tell the number of a rank's cards: one a card, the sixth for all further ones."""


def _thermometer_starts() -> tuple[int, ...]:
    return tuple(sum(STEPS[:rank]) for rank in range(JESTER))


START: Final = _thermometer_starts()
"""`START[rank]`: the first input of a rank within a thermometer of 57."""

SIZE_STEPS: Final = (1, 2, 3, 4, 6, 9)
"""An opponent's hand is told apart as at most so many cards, the first that fits."""

HAND: Final = 0
UNSEEN: Final = 59
LEAD, FOLLOW, PASS, SETUP = range(118, 122)
MOVE_RANK: Final = 122
MOVE_COUNT: Final = 135
MOVE_JESTERS: Final = 142
TOP_RANK: Final = 144
TOP_COUNT: Final = 157
OWNER: Final = 164
OWNER_IS_OUT: Final = 171
OPPONENT: Final = 172
OPPONENT_INPUTS: Final = 9
PLAYERS: Final = 235
FINISHED: Final = 240
STANDING: Final = 247
UNTAXED: Final = 255
KNOWN: Final = 256
LOCKS_OUT: Final = 269
IS_SHORT: Final = 270
MOVE_HOLD: Final = 271
PROSPECTS: Final = 272
SMALLEST: Final = 305
LARGEST: Final = 306
TOP_HOLD: Final = 307
COUNT: Final = 308


def shared(view: View, hold: HoldTable, before: Sequence[float]) -> Inputs:
    """The inputs of the state, with the hand and its prospects as they are before any move."""
    inputs: Inputs = [(index, value) for index, value in enumerate(before, start=PROSPECTS) if value]
    for rank in range(1, JESTER):
        _change(inputs, HAND, rank, 0, view.hand[rank])
        _change(inputs, UNSEEN, rank, 0, view.unseen[rank])
    _jesters(inputs, HAND + 57, view.hand[JESTER], 1.0)
    _jesters(inputs, UNSEEN + 57, view.unseen[JESTER], 1.0)
    if view.top is not None:
        _set(inputs, TOP_RANK, TOP_COUNT, view.top)
        inputs.append((OWNER + (view.top_by - view.me) % view.players - 1, 1.0))
        if view.places[view.top_by]:
            inputs.append((OWNER_IS_OUT, 1.0))
        inputs.append((TOP_HOLD, hold[view.top.count][view.top.rank]))
    _opponents(inputs, view)
    inputs += [
        (PLAYERS + view.players - 4, 1.0),
        (FINISHED + view.finished, 1.0),
        (STANDING + view.me, 1.0),
    ]
    if not view.is_taxed:
        inputs.append((UNTAXED, 1.0))
    if view.locks_out:
        inputs.append((LOCKS_OUT, 1.0))
    if view.is_short:
        inputs.append((IS_SHORT, 1.0))
    for rank, count in enumerate(view.known):
        if count:
            inputs.append((KNOWN + rank - 1, count / 2))
    return inputs


def of_move(view: View, move: PlayedSet | None, hold: HoldTable, before: Sequence[float]) -> Inputs:
    """The changes of a move, None a pass."""
    if move is None:
        return [(PASS, 1.0)]
    left = after(view.hand, move)
    inputs: Inputs = [(LEAD if view.top is None else FOLLOW, 1.0), (MOVE_HOLD, hold[move.count][move.rank])]
    _set(inputs, MOVE_RANK, MOVE_COUNT, move)
    _jesters(inputs, MOVE_JESTERS, move.jesters, 1.0)
    if move.rank < JESTER:
        _change(inputs, HAND, move.rank, view.hand[move.rank], left[move.rank])
    for number in range(left[JESTER], view.hand[JESTER]):
        inputs.append((HAND + 57 + number, -1.0))
    _difference(inputs, PROSPECTS, before, prospects(left, hold))
    return inputs


def of_gifts(
    view: View, gifts: Sequence[Sequence[Rank]], hold: HoldTable, before: Sequence[float]
) -> list[Inputs]:
    """The changes of giving cards back before play begins; without ranks, of beginning to play as it is.

    `hold` is the table of the hand before the gift. What one rank's cards change is reckoned once for all gifts.
    """
    parts: dict[tuple[Rank, int], tuple[Inputs, int, float, int]] = {}
    found = []
    for ranks in gifts:
        inputs: Inputs = [(SETUP, 1.0)]
        groups, holds, sure = before[24] * 8, before[25] * 4, before[26] * 4
        for given in {(rank, ranks.count(rank)) for rank in ranks}:
            if given not in parts:
                parts[given] = _given(view, *given, hold)
            changes, fewer_groups, fewer_holds, fewer_sure = parts[given]
            inputs += changes
            groups, holds, sure = groups - fewer_groups, holds - fewer_holds, sure - fewer_sure
        if ranks:
            sums = _sums(groups, holds, sure, without(view.hand, ranks), hold)
            _difference(inputs, PROSPECTS + 24, before[24:], sums)
        found.append(inputs)
    return found


def _given(view: View, rank: Rank, count: int, hold: HoldTable) -> tuple[Inputs, int, float, int]:
    """What giving so many cards of a rank changes by itself; by how much groups, their holds and sure ones go down."""
    held, jesters = view.hand[rank], view.hand[JESTER]
    left = held - count
    inputs: Inputs = [(KNOWN + rank - 1, count / 2)]
    _change(inputs, HAND, rank, held, left)
    _change(inputs, UNSEEN, rank, view.unseen[rank], view.unseen[rank] + count)
    old, new = hold[held][rank], hold[left][rank] if left else 0.0
    inputs.append((PROSPECTS + rank - 1, new - old))
    joined = hold[left + jesters][rank] if left else 0.0
    inputs.append((PROSPECTS + rank + 11, joined - hold[held + jesters][rank]))
    was_sure, is_sure = 1.0 - old < SURE, left > 0 and 1.0 - new < SURE
    return inputs, int(not left), old - new, was_sure - is_sure


def prospects(left: Sequence[int], hold: HoldTable) -> list[float]:
    """What the rest of a hand promises, inputs GROUP_HOLD and following.

    How surely each group holds, alone and with all jesters; what that adds up to; the hard bot's plan.
    """
    alone, joined, jesters = [0.0] * 12, [0.0] * 12, left[JESTER]
    groups, holds, sure = 0, 0.0, 0
    for rank in range(1, JESTER):
        if count := left[rank]:
            alone[rank - 1] = held = hold[count][rank]
            joined[rank - 1] = hold[count + jesters][rank]
            groups += 1
            holds += held
            sure += 1.0 - held < SURE
    return [*alone, *joined, *_sums(groups, holds, sure, left, hold)]


def _sums(groups: float, holds: float, sure: float, left: Sequence[int], hold: HoldTable) -> list[float]:
    """The last of the prospects: what groups add up to, and the hard bot's plan."""
    rest = plan(left, hold)
    return [
        groups / 8,
        holds / 4,
        sure / 4,
        sum(left) / 16,
        (groups - 2 * holds) / 4,
        rest.loss / 4,
        rest.worst,
        (rest.loss - rest.worst) / 4,
        rest.sure / 4,
    ]


def _difference(inputs: Inputs, first: int, before: Sequence[float], now: Sequence[float]) -> None:
    for index, (old, new) in enumerate(zip(before, now, strict=True), start=first):
        if old != new:
            inputs.append((index, new - old))


def _opponents(inputs: Inputs, view: View) -> None:
    for steps in range(1, view.players):
        seat = (view.me + steps) % view.players
        if view.places[seat]:
            continue
        first, size = OPPONENT + (steps - 1) * OPPONENT_INPUTS, view.sizes[seat]
        inputs.append((first, 1.0))
        inputs.append((first + 1, size / 16))
        for step, most in enumerate(SIZE_STEPS):
            if size <= most:
                inputs.append((first + 2 + step, 1.0))
                break
        if view.passed[seat]:
            inputs.append((first + 8, 1.0))
    others = view.others
    inputs.append((SMALLEST, min(others) / 16))
    inputs.append((LARGEST, max(others) / 16))


def _change(inputs: Inputs, base: int, rank: Rank, before: int, now: int) -> None:
    """The steps in which two counts of a rank differ."""
    first, steps = base + START[rank], STEPS[rank]
    low, high, sign = (before, now, 1.0) if before < now else (now, before, -1.0)
    for step in range(low, min(high, steps, 5)):
        inputs.append((first + step, sign))
    if high > 5:
        inputs.append((first + 5, sign * (_sixth(high) - _sixth(low))))


def _sixth(count: int) -> float:
    """The step of a thermometer that tells the number of all cards from the sixth on."""
    return 1 + (count - 6) / 4 if count > 5 else 0.0


def _jesters(inputs: Inputs, first: int, count: int, amount: float) -> None:
    for number in range(count):
        inputs.append((first + number, amount))


def _set(inputs: Inputs, rank: int, count: int, laid: PlayedSet) -> None:
    inputs.append((rank + laid.rank - 1, 1.0))
    inputs.append((count + min(laid.count, 7) - 1, 1.0))
