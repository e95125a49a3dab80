"""How fast bots think and rounds are simulated: `OPENBLAS_NUM_THREADS=1 python -m bench.bots`; in CPU time."""

import argparse
import json
from functools import partial
from time import process_time
from unittest.mock import patch

from game import bots
from game.bots import expert
from game.bots.network import WEIGHTS, Integers
from game.bots.selfplay import Chooser
from game.bots.timing import decision_times, shares
from game.engine.actions import Action
from game.engine.observation import SeatObservation
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
    choosers["expertWithoutNumPy"] = partial(_by_integers, Integers(WEIGHTS))
    figures = {
        name: {
            kind: shares(spent)
            for kind, spent in decision_times(choose, decisions=arguments.decisions).items()
        }
        for name, choose in choosers.items()
    }
    rounds_a_second(4, 1)
    easy_rounds = {players: rounds_a_second(players, arguments.rounds) for players in (4, 6)}
    print(
        json.dumps({"yardstickMs": yardstick(), "decisionMs": figures, "easyRoundsPerCpuSecond": easy_rounds})
    )


def _by_integers(network: Integers, seen: SeatObservation) -> Action:
    with patch.object(expert, "expert", lambda: network):
        return bots.choose("expert", seen)


def yardstick() -> float:
    """CPU milliseconds of a fixed piece of plain Python, to compare machines by."""
    start = process_time()
    sum(number * number % 7 for number in range(100_000))
    return round((process_time() - start) * 1000, 2)


def rounds_a_second(players: int, rounds: int) -> int:
    """Simulated whole rounds of easy bots in a CPU second, deal, revolution and taxes included."""
    start = process_time()
    for _ in count_places(Player("easy"), players=players, rounds=rounds, seed=1):
        pass
    return round(rounds / (process_time() - start))


if __name__ == "__main__":
    main()
