"""How fast bots think and rounds are simulated: `OPENBLAS_NUM_THREADS=1 python -m bench.bots`; in CPU time."""

import argparse
import json
from functools import partial
from time import process_time, process_time_ns
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from game import bots
from game.bots import expert
from game.bots.network import WEIGHTS, Lists
from game.bots.selfplay import Chooser, match_seed, play
from game.engine.actions import Action
from game.engine.observation import SeatObservation
from game.engine.options import Options
from game.engine.record import Opening
from game.simulation.duplicate import Player
from game.simulation.standings import count_places


def main() -> None:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=4000, help="with a choice, for each kind of bot")
    parser.add_argument("--rounds", type=int, default=20_000, help="simulated rounds of easy bots")
    arguments = parser.parse_args()
    choosers: dict[str, Chooser] = {
        level: partial(bots.choose, level) for level in ("easy", "hard", "expert")
    }
    choosers["expertWithoutNumPy"] = partial(_by_lists, Lists(WEIGHTS))
    figures = {name: decision_times(choose, arguments.decisions) for name, choose in choosers.items()}
    rounds_a_second(4, 1)
    easy_rounds = {players: rounds_a_second(players, arguments.rounds) for players in (4, 6)}
    print(
        json.dumps({"yardstickMs": yardstick(), "decisionMs": figures, "easyRoundsPerCpuSecond": easy_rounds})
    )


def _by_lists(lists: Lists, seen: SeatObservation) -> Action:
    with patch.object(expert, "expert", lambda: lists):
        return bots.choose("expert", seen)


def yardstick() -> float:
    """CPU milliseconds of a fixed piece of plain Python, to compare machines by."""
    start = process_time()
    sum(number * number % 7 for number in range(100_000))
    return round((process_time() - start) * 1000, 2)


def decision_times(choose: Chooser, decisions: int) -> dict[str, dict[str, float]]:
    """CPU milliseconds a decision of tables of 6, where there is a choice; by what is asked."""
    times: dict[str, list[int]] = {"play": [], "returnTax": []}

    def timed(seen: SeatObservation) -> Action:
        start = process_time_ns()
        action = choose(seen)
        spent = process_time_ns() - start
        owes = seen.owes
        if owes is not None and (len(seen.legal) + (not seen.must_lead) > 1 or owes.kind == "returnTax"):
            times[owes.kind].append(spent)
        return action

    number = 0
    while len(times["play"]) < decisions:
        opening = Opening(6, Options(rounds=1), match_seed("bench", number), at=0)
        for _ in play(opening, timed):
            pass
        number += 1
    return {kind: _shares(np.array(spent) / 1e6) for kind, spent in times.items()}


def _shares(milliseconds: NDArray[np.float64]) -> dict[str, float]:
    shares = {
        "mean": milliseconds.mean(),
        "p50": np.quantile(milliseconds, 0.5),
        "p99": np.quantile(milliseconds, 0.99),
    }
    return {name: round(float(value), 3) for name, value in shares.items()}


def rounds_a_second(players: int, rounds: int) -> int:
    """Simulated whole rounds of easy bots in a CPU second, deal, revolution and taxes included."""
    start = process_time()
    for _ in count_places(Player("easy"), players=players, rounds=rounds, seed=1):
        pass
    return round(rounds / (process_time() - start))


if __name__ == "__main__":
    main()
