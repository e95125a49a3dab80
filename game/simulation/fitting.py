"""Fits the hard bot's weights to lose least, as the expert's network judges its decisions.

A move's score is linear in the weights, so its parts are the scores under each weight alone. Minimised is the loss
expected when moves are drawn by the softmax of their scores; the hard bot then takes the best.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from game.bots.hard import Weights
from game.simulation.compiled import compiled
from game.simulation.hard import PARTS, hard_scores
from game.simulation.holding import Floats
from game.simulation.rounds import (
    EASY,
    HARD,
    NETWORK,
    NEVER,
    Brains,
    Recorder,
    Rules,
    choose_move,
    network_scores,
    new_brains,
    new_recorder,
    new_scratch,
    new_seats,
    open_round,
)
from game.simulation.table import Ints, deal, legal_moves, new_table, play, shuffled_deck

_MOST = 100
"""More than a decision has moves."""

START = Weights(2.5, 3.5, 1.645, 1.85, 5.4, 2.2, 1.65, 2.5, 3.3, 6.6, 0.67, 1.3, 3.0)
"""Weights set by hand, from which every fit begins."""

HOLDING = ("loss", "worst", "hold", "hold_loss", "hold_sure")
"""The weights of what comes from hold probabilities."""

_RATE = 0.02
_STEPS = 400
_SOFTNESS = 0.3
"""Scores that differ by so much are drawn e times as often."""


class Decisions(NamedTuple):
    """Decisions of hard bots, one row a move: `parts[row, weight]`, what it loses in places, its decision's number."""

    parts: Floats
    losses: Floats
    decision: Ints


class Fit(msgspec.Struct, frozen=True):
    """Weights, and the places that they lose a decision in play of their own."""

    weights: Weights
    loss: float


def fit(
    network: np.record, *, decisions: int, turns: int, seed: int, without: Collection[str] = ()
) -> Iterator[Fit]:
    """In turn: the weights set by hand, then after each turn of playing by them and fitting them anew.

    Weights named in `without` are and stay 0.
    """
    kept = np.array([name not in without for name in Weights._fields])
    weights = np.array(START) * kept
    for turn in range(turns + 1):
        seen = _collect(network, weights, decisions, np.random.default_rng([seed, turn]))
        yield Fit(Weights(*(round(float(weight), 3) for weight in weights)), _loss(seen, weights))
        weights = _descend(seen, weights, kept)


def _collect(network: np.record, weights: Floats, decisions: int, rng: np.random.Generator) -> Decisions:
    brains = new_brains(network)._replace(weights=weights)
    rows = decisions * 20
    seen = Decisions(np.zeros((rows, PARTS)), np.zeros(rows), np.zeros(rows, dtype=np.int64))
    used = _play(
        seen, brains, new_table(), new_seats(), new_scratch(), new_recorder(), rng, np.eye(PARTS), decisions
    )
    return Decisions(seen.parts[:used], seen.losses[:used], seen.decision[:used])


@compiled
def _play(
    seen: Decisions,
    brains: Brains,
    table: np.record,
    seats: np.record,
    scratch: np.record,
    recorder: Recorder,
    rng: np.random.Generator,
    units: Floats,
    decisions: int,
) -> int:
    """Rounds of mixed tables until there are enough decisions; returns the number of rows."""
    made, used, scores = 0, 0, np.empty(_MOST)
    rules = Rules(True, False, True, False)
    while made < decisions and used + 50 * _MOST < len(seen.losses):
        players = 4 + int(rng.random() * 5)
        brains.utility[:players] = np.linspace(1, 0, players)
        for seat in range(players):
            drawn = rng.random()
            seats.kind[seat] = HARD if drawn < 0.5 else (EASY if drawn < 0.75 else NETWORK)
            seats.explore[seat] = NEVER
        deal(table, shuffled_deck(rng, 0), players, 0, 0)
        open_round(table, seats, brains, rules, scratch, rng, recorder)
        over = False
        while not over:
            seat = table.current
            choose_move(table, seats, brains, scratch, rng, recorder)
            rank, laid, jesters = scratch.move
            count = legal_moves(table, scratch.moves)
            if seats.kind[seat] == HARD and count > 1 and laid < table.sizes[seat] and made < decisions:
                network_scores(table, seat, count, brains.network, brains, scratch)
                best = scratch.scores[:count].max()
                for index in range(count):
                    seen.losses[used + index] = (best - scratch.scores[index]) * (players - 1)
                    seen.decision[used + index] = made
                for part in range(len(units)):
                    hard_scores(table, scratch.moves, count, scratch.hold, units[part], scores)
                    seen.parts[used : used + count, part] = scores[:count]
                used += count
                made += 1
            over = play(table, rank, laid, jesters)
            if used + 2 * _MOST > len(seen.losses):
                return used
    return used


def _loss(seen: Decisions, weights: Floats) -> float:
    """Places lost a decision by taking the move of the highest score."""
    scores = seen.parts @ weights
    starts = np.flatnonzero(np.diff(seen.decision, prepend=-1))
    best = np.maximum.reduceat(scores, starts)[seen.decision]
    chosen = np.where(scores >= best, seen.losses, np.inf)
    return float(np.minimum.reduceat(chosen, starts).mean())


def _descend(seen: Decisions, weights: Floats, kept: Floats) -> Floats:
    """Adam on the expected loss, all decisions at once; only weights that are kept change."""
    weights, first, second = weights.copy(), np.zeros(PARTS), np.zeros(PARTS)
    starts = np.flatnonzero(np.diff(seen.decision, prepend=-1))
    for step in range(1, _STEPS + 1):
        scores = seen.parts @ weights
        scores -= np.maximum.reduceat(scores, starts)[seen.decision]
        drawn = np.exp(scores / _SOFTNESS)
        drawn /= np.add.reduceat(drawn, starts)[seen.decision]
        expected = np.add.reduceat(drawn * seen.losses, starts)
        pull = drawn * (seen.losses - expected[seen.decision])
        gradient = seen.parts.T @ pull / (len(starts) * _SOFTNESS)
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        move = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
        weights -= _RATE * (1 - step / (_STEPS + 1)) * move * kept
    return weights
