"""Rounds from which a network learns: mostly among its own kind, else beside other bots, with all options."""

import numpy as np

from game.simulation.compiled import compiled
from game.simulation.network import PLACES
from game.simulation.rounds import (
    EASY,
    HARD,
    NETWORK,
    NEVER,
    OTHER,
    Brains,
    Recorder,
    Rules,
    open_round,
    play_round,
)
from game.simulation.table import SEATS, deal, shuffled_deck

_TABLES = np.array([4, 5, 5, 6, 6, 7, 8])
"""Numbers of players, as often as they are played."""

_MOST_A_ROUND = 1500
"""No round has as many decisions."""


@compiled
def fill(
    recorder: Recorder,
    table: np.record,
    seats: np.record,
    brains: Brains,
    scratch: np.record,
    rng: np.random.Generator,
    exploring: float,
    mixed: float,
    lone: int,
) -> int:
    """Plays rounds until the recorder has hardly room for another. Returns how many.

    At `mixed` of the tables other bots have some of the seats. With `lone` players, one of them learns among others of
    the second network, by the default rules; with 0 there are tables of all kinds. Of the seats that learn,
    `exploring` make one decision of their round at random; what they decided before it is not recorded, because its
    outcome is not theirs.
    """
    rounds = 0
    recorder.used[0] = 0
    while recorder.used[0] + _MOST_A_ROUND <= len(recorder.labels):
        start = recorder.used[0]
        players = lone if lone else _TABLES[int(rng.random() * len(_TABLES))]
        locks_out, is_short, taxable, first = 0, 0, False, False
        if lone == 0 and rng.random() < 0.2:
            locks_out = int(rng.random() < 0.5)
            is_short = int(rng.random() < 0.5)
            taxable = rng.random() < 0.25
            first = rng.random() < 0.25
        _seat(seats, rng, exploring, mixed, lone)
        for place in range(PLACES):
            brains.utility[place] = (players - 1 - place) / (players - 1)
        deal(table, shuffled_deck(rng, is_short), players, locks_out, is_short)
        open_round(table, seats, brains, Rules(True, taxable, not first, first), scratch, rng, recorder)
        play_round(table, seats, brains, scratch, rng, recorder)
        _label(recorder, start, table)
        rounds += 1
    return rounds


@compiled
def _seat(seats: np.record, rng: np.random.Generator, exploring: float, mixed: float, lone: int) -> None:
    is_mixed = rng.random() < mixed
    learner = int(rng.random() * lone) if lone else -1
    for seat in range(SEATS):
        seats.who[seat] = seat
        seats.temperature[seat] = 0.0
        seats.explore[seat] = int(rng.random() * 12) if rng.random() < exploring else NEVER
        seats.kind[seat] = NETWORK
        if lone:
            if seat != learner:
                seats.kind[seat] = OTHER
        elif is_mixed:
            drawn = rng.random()
            if drawn < 0.15:
                seats.kind[seat] = EASY
            elif drawn < 0.32:
                seats.kind[seat] = HARD
            elif drawn < 0.4:
                seats.kind[seat] = OTHER


@compiled
def _label(recorder: Recorder, start: int, table: np.record) -> None:
    """Writes the places into the round's decisions and closes up over those taken back."""
    kept = start
    for at in range(start, recorder.used[0]):
        seat = recorder.labels[at, 0]
        if seat < 0:
            continue
        if kept != at:
            recorder.inputs[kept] = recorder.inputs[at]
            recorder.labels[kept] = recorder.labels[at]
        recorder.labels[kept, 3] = table.places[seat] - 1
        kept += 1
    recorder.used[0] = kept
