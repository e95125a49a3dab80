"""Whole rounds between policies: revolution, taxes and play on arrays, each seat by its own kind of bot."""

from typing import NamedTuple

import numpy as np

from game.bots.hard import WEIGHTS, Weights
from game.simulation.compiled import compiled, new_record
from game.simulation.easy import easy_gift, easy_move
from game.simulation.hard import hard_gift, hard_scores
from game.simulation.holding import Floats, chances, hold_into, most_needed
from game.simulation.network import (
    INPUTS,
    PLACES,
    PROSPECTS,
    SPARSE,
    SUMS,
    Singles,
    gift_into,
    move_into,
    see_move,
    see_state,
    shared_into,
)
from game.simulation.network import NETWORK as NETWORK_RECORD
from game.simulation.reading import read_into
from game.simulation.table import MOST_MOVES, SEATS, Ints, give_back, legal_moves, levy, play, reverse

EASY, HARD, NETWORK, OTHER, RANDOM, VARIANT = range(6)
"""Kinds of bots. NETWORK is the one that learns or is measured, OTHER a second one; VARIANT is a changed hard bot."""

KINDS = {"easy": EASY, "hard": HARD, "network": NETWORK, "random": RANDOM, "variant": VARIANT}

NEVER = 1000


SEATS_RECORD = np.dtype(
    [
        ("who", np.int64, SEATS),
        ("kind", np.int64, SEATS),
        ("temperature", np.float64, SEATS),
        ("explore", np.int64, SEATS),
        ("gives_worst", np.int64, SEATS),
    ]
)
"""Who sits at which standing, by standing: the player's number, the kind of bot, its temperature in places.

`gives_worst` is 1 for a bot that gives its worst cards back, as the easy one does, whatever it thinks of them.

`explore` counts down the decisions to the one that is made at random; NEVER or more: none is.
"""

SCRATCH = np.dtype(
    [
        ("moves", np.int64, (MOST_MOVES, 3)),
        ("unseen", np.int64, 14),
        ("hold", np.float64, (15, 14)),
        ("before", np.float64, PROSPECTS),
        ("shared", SPARSE),
        ("change", SPARSE),
        ("sums", SUMS),
        ("scores", np.float64, 100),
        ("move", np.int64, 3),
        ("ranks", np.int64, 2),
    ]
)
"""Room for one decision. `move` and `ranks` are what was chosen: a move, or the ranks to give back."""


class Brains(NamedTuple):
    """What the kinds of bots decide by. `utility[place]` is what a place (0 the first) is worth to a network.

    `variant` are the weights of a VARIANT, and `trust` is how far it reads passes (0 not at all).
    """

    weights: Floats
    variant: Floats
    trust: float
    network: np.record
    other: np.record
    chances: np.record
    utility: Floats


class Rules(NamedTuple):
    """What the opening of a round depends on."""

    revolution: bool
    jester_taxable: bool
    is_taxed: bool
    is_first: bool


class Recorder(NamedTuple):
    """Decisions of NETWORK seats: the inputs of what was chosen, and (seat, finished, players, place).

    Without rows nothing is recorded.
    """

    inputs: Singles
    labels: Ints
    used: Ints


def new_seats() -> np.record:
    """Eight easy bots in order."""
    seats = new_record(SEATS_RECORD)
    seats.who[:] = range(SEATS)
    seats.explore[:] = NEVER
    return seats


def new_brains(
    network: np.record | None = None,
    other: np.record | None = None,
    *,
    variant: Weights = WEIGHTS,
    trust: float = 0.0,
) -> Brains:
    """The hard bot's weights and up to two networks; without, none of the seats may ask one."""
    network = network or new_record(NETWORK_RECORD)
    weights = np.array(WEIGHTS), np.array(variant)
    return Brains(*weights, trust, network, other or network, chances(), np.zeros(PLACES))


def new_scratch() -> np.record:
    """Room for decisions."""
    return new_record(SCRATCH)


def new_recorder(rows: int = 0) -> Recorder:
    """Room for so many decisions."""
    return Recorder(
        np.zeros((rows, INPUTS), dtype=np.float32),
        np.zeros((rows, 4), dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@compiled
def open_round(
    table: np.record,
    seats: np.record,
    brains: Brains,
    rules: Rules,
    scratch: np.record,
    rng: np.random.Generator,
    recorder: Recorder,
) -> int:
    """Revolution and taxes of a round just dealt. Returns 0, 1 for a revolution, 2 for a great one."""
    players, revolution = table.players, 0
    for seat in range(players):
        if (
            rules.revolution
            and table.hands[seat, 13] == 2
            and _declares(seats.kind[seat], seat, players, rules)
        ):
            revolution = 2 if seat == players - 1 else 1
    if revolution == 2:
        reverse(table)
        for values in (seats.who, seats.kind, seats.explore):
            values[:players] = values[:players][::-1].copy()
        seats.temperature[:players] = seats.temperature[:players][::-1].copy()
    first_free = 0
    if revolution == 0 and rules.is_taxed:
        levy(table, rules.jester_taxable)
        for receiver in range(2):
            choose_gift(table, receiver, 2 - receiver, seats, brains, scratch, rng, recorder)
            for rank in scratch.ranks:
                if rank:
                    give_back(table, receiver, rank)
        first_free = 2
    if len(recorder.inputs):
        scratch.ranks[:] = 0
        for seat in range(first_free, players):
            if seats.kind[seat] == NETWORK:
                see(table, seat, brains.network, brains.chances, scratch)
                gift_into(
                    table, seat, scratch.ranks, scratch.unseen, scratch.hold, scratch.before, scratch.change
                )
                _record(table, seat, scratch, recorder)
    return revolution


@compiled
def play_round(
    table: np.record,
    seats: np.record,
    brains: Brains,
    scratch: np.record,
    rng: np.random.Generator,
    recorder: Recorder,
) -> None:
    """Plays an opened round to its end; `table.places` are the result."""
    over = False
    while not over:
        choose_move(table, seats, brains, scratch, rng, recorder)
        over = play(table, scratch.move[0], scratch.move[1], scratch.move[2])


@compiled
def choose_move(
    table: np.record,
    seats: np.record,
    brains: Brains,
    scratch: np.record,
    rng: np.random.Generator,
    recorder: Recorder,
) -> None:
    """Writes the move of who is to act into `scratch.move`."""
    seat = table.current
    kind, moves, scores = seats.kind[seat], scratch.moves, scratch.scores
    if kind == EASY:
        easy_move(table, scratch.move)
        return
    count = legal_moves(table, moves)
    chosen = 0
    if kind == RANDOM:
        chosen = int(rng.random() * count)
    elif count > 1:
        chosen = _last(table, seat, moves, count)
        if chosen < 0:
            if kind in (HARD, VARIANT):
                most = most_needed(table, seat)
                if kind == HARD or brains.trust == 0:
                    hold_into(table, seat, most, brains.chances, scratch.unseen, scratch.hold)
                else:
                    read_into(table, seat, most, brains.chances, brains.trust, scratch.unseen, scratch.hold)
                weights = brains.weights if kind == HARD else brains.variant
                hard_scores(table, moves, count, scratch.hold, weights, scores)
                chosen = int(np.argmax(scores[:count]))
            else:
                network = brains.network if kind == NETWORK else brains.other
                network_scores(table, seat, count, network, brains, scratch)
                chosen = _pick(table, seat, count, seats, scratch, rng, recorder)
                if kind == NETWORK and len(recorder.inputs):
                    rank, laid, jesters = moves[chosen]
                    move_into(table, seat, rank, laid, jesters, scratch.hold, scratch.before, scratch.change)
                    _record(table, seat, scratch, recorder)
    scratch.move[:] = moves[chosen]


@compiled
def network_scores(
    table: np.record, seat: int, count: int, network: np.record, brains: Brains, scratch: np.record
) -> None:
    """Writes what the network expects of each of the first `count` moves into `scratch.scores`."""
    see(table, seat, network, brains.chances, scratch)
    for index in range(count):
        rank, laid, jesters = scratch.moves[index]
        move_into(table, seat, rank, laid, jesters, scratch.hold, scratch.before, scratch.change)
        scratch.scores[index] = see_move(
            network, scratch.change, scratch.sums, table.finished, table.players, brains.utility
        )


@compiled
def _declares(kind: int, seat: int, players: int, rules: Rules) -> bool:
    if kind == RANDOM:
        return False
    if kind == EASY:
        return seat == players - 1 or (seat == players - 2 and not rules.is_first)
    return seat >= 2


@compiled
def _last(table: np.record, seat: int, moves: Ints, count: int) -> int:
    """The first move that empties the hand, -1 where none does."""
    for index in range(count):
        if moves[index, 1] == table.sizes[seat]:
            return index
    return -1


@compiled
def see(table: np.record, seat: int, network: np.record, chances: np.record, scratch: np.record) -> None:
    """Hold table, shared inputs and their sums of a seat."""
    hold_into(table, seat, most_needed(table, seat), chances, scratch.unseen, scratch.hold)
    shared_into(table, seat, scratch.unseen, scratch.hold, scratch.before, scratch.shared)
    see_state(network, scratch.shared, scratch.sums)


@compiled
def _pick(
    table: np.record,
    seat: int,
    count: int,
    seats: np.record,
    scratch: np.record,
    rng: np.random.Generator,
    recorder: Recorder,
) -> int:
    """The best move, one drawn by temperature, or where it is time to explore any or the second best."""
    scores = scratch.scores[:count]
    best = int(np.argmax(scores))
    seats.explore[seat] -= 1
    if seats.explore[seat] == -1:
        _forget(seat, recorder)
        if rng.random() < 0.5:
            return int(rng.random() * count)
        scores[best] = -1.0
        return int(np.argmax(scores))
    temperature = seats.temperature[seat]
    if temperature == 0:
        return best
    most, total = scores[best], 0.0
    for index in range(count):
        worse = (most - scores[index]) * (table.players - 1) / temperature
        scores[index] = np.exp(-worse) if worse <= 4 else 0.0
        total += scores[index]
    drawn = rng.random() * total
    for index in range(count):
        drawn -= scores[index]
        if drawn < 0:
            return index
    return best


@compiled
def choose_gift(
    table: np.record,
    seat: int,
    count: int,
    seats: np.record,
    brains: Brains,
    scratch: np.record,
    rng: np.random.Generator,
    recorder: Recorder,
) -> None:
    """Writes the ranks of the cards to give back into `scratch.ranks`."""
    kind, hand, ranks = seats.kind[seat], table.hands[seat], scratch.ranks
    ranks[:] = 0
    if kind in (EASY, RANDOM) or seats.gives_worst[seat]:
        easy_gift(hand, count, ranks)
        return
    if kind in (HARD, VARIANT):
        hold_into(table, seat, most_needed(table, seat), brains.chances, scratch.unseen, scratch.hold)
        hard_gift(hand, count, scratch.hold, brains.weights if kind == HARD else brains.variant, ranks)
        return
    network = brains.network if kind == NETWORK else brains.other
    see(table, seat, network, brains.chances, scratch)
    seats.explore[seat] -= 1
    explores = seats.explore[seat] == -1
    most, first_best, second_best = -np.inf, 0, 0
    for first in range(1, 13):
        for second in range(first if count == 2 else 12, 13):
            if hand[first] == 0 or (count == 2 and hand[second] < (2 if first == second else 1)):
                continue
            ranks[0] = first
            ranks[1] = second if count == 2 else 0
            if explores:
                value = rng.random()
            else:
                gift_into(table, seat, ranks, scratch.unseen, scratch.hold, scratch.before, scratch.change)
                value = see_move(
                    network, scratch.change, scratch.sums, table.finished, table.players, brains.utility
                )
            if value > most:
                most, first_best, second_best = value, ranks[0], ranks[1]
    ranks[0] = first_best
    ranks[1] = second_best
    if kind == NETWORK and len(recorder.inputs):
        gift_into(table, seat, ranks, scratch.unseen, scratch.hold, scratch.before, scratch.change)
        _record(table, seat, scratch, recorder)


@compiled
def _record(table: np.record, seat: int, scratch: np.record, recorder: Recorder) -> None:
    """Adds the inputs just written (`shared` and `change`) as a decision of the seat."""
    at = recorder.used[0]
    row = recorder.inputs[at]
    row[:] = 0
    for inputs in (scratch.shared, scratch.change):
        for index in range(inputs.used):
            row[inputs.which[index]] += inputs.amount[index]
    recorder.labels[at, 0] = seat
    recorder.labels[at, 1] = table.finished
    recorder.labels[at, 2] = table.players
    recorder.labels[at, 3] = -1
    recorder.used[0] = at + 1


@compiled
def _forget(seat: int, recorder: Recorder) -> None:
    """Takes back what the seat decided in this round: a random move follows, and its outcome is not theirs."""
    for at in range(recorder.used[0] - 1, -1, -1):
        if recorder.labels[at, 3] >= 0:
            break
        if recorder.labels[at, 0] == seat:
            recorder.labels[at, 0] = -1
