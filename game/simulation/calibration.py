"""Whether the network's expected places come true: among greedy experts, what it expects beside what comes out."""

from typing import Final

import msgspec
import numpy as np

from game.simulation.estimates import Estimate, estimate
from game.simulation.holding import Floats
from game.simulation.levels import GREEDY, player_named
from game.simulation.network import Singles
from game.simulation.pairing import SEED
from game.simulation.rounds import (
    NETWORK,
    Rules,
    new_brains,
    new_recorder,
    new_scratch,
    new_seats,
    open_round,
    play_round,
)
from game.simulation.table import Ints, deal, new_table, shuffled_deck

BINS: Final = 10

_DECISIONS: Final = 2000
"""More than a round has."""


class Calibration(msgspec.Struct, frozen=True):
    """A `spread.Job`: `count` rounds of default options among greedy experts."""

    players: int
    count: int
    level: str = GREEDY
    seed: int = SEED

    def play(self, start: int, stop: int) -> Floats:
        """A row a decision, moves and gifts where there is a choice: the expected place, and the one that came out."""
        network = player_named(self.level).network
        assert network is not None
        brains, table, seats = new_brains(network), new_table(), new_seats()
        scratch, recorder = new_scratch(), new_recorder(_DECISIONS)
        brains.utility[: self.players] = np.linspace(1, 0, self.players)
        seats.kind[:] = NETWORK
        rules = Rules(revolution=True, jester_taxable=False, is_taxed=True, is_first=False)
        rows = []
        for number in range(start, stop):
            rng = np.random.default_rng([self.seed, number])
            recorder.used[0] = 0
            deal(table, shuffled_deck(rng, 0), self.players, 0, 0)
            open_round(table, seats, brains, rules, scratch, rng, recorder)
            play_round(table, seats, brains, scratch, rng, recorder)
            used = int(recorder.used[0])
            labels = recorder.labels[:used]
            expected = expected_places(network, recorder.inputs[:used], labels)
            rows.append(np.column_stack([expected, table.places[labels[:, 0]]]))
        return np.concatenate(rows)

    def figures(self, rows: Floats) -> dict[str, Estimate]:
        """`gap`: the largest difference of the bins; `bin…`: how much worse than expected its decisions ended.

        Bins are equally wide from the first place to the last. Margins take decisions as independent, which they are
        not within a round.
        """
        expected, came = rows.T
        bins = np.minimum((expected - 1) / (self.players - 1) * BINS, BINS - 1).astype(int)
        found = {
            f"bin{number + 1}": estimate((came - expected)[bins == number])
            for number in range(BINS)
            if (bins == number).any()
        }
        return {"gap": Estimate(max(abs(each.mean) for each in found.values()), 0.0), **found}

    def __str__(self) -> str:
        return f"expected places of {self.level}, {self.players} players"


def expected_places(network: np.record, inputs: Singles, labels: Ints) -> Floats:
    """What the network expects for each row of inputs; `labels` as in `rounds.Recorder`."""
    first = np.maximum(inputs @ network.w1 + network.b1, 0)
    second = np.maximum(first @ network.w2 + network.b2, 0)
    logits = (second @ network.w3 + network.b3).astype(np.float64)
    places = np.arange(logits.shape[1])
    logits[(places < labels[:, 1:2]) | (places >= labels[:, 2:3])] = -np.inf
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    expected: Floats = chances @ (places + 1.0) / chances.sum(axis=1)
    return expected
