"""Decisions of experts to remember: `python -m tests.bots.decisions` writes down what the present weights choose."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from game import bots
from game.bots import expert
from game.bots.network import Network
from game.bots.selfplay import match_seed, play
from game.bots.view import view_of
from game.engine.actions import Action, Play
from game.engine.notation import format_hand
from game.engine.observation import SeatObservation
from game.engine.options import Options
from game.engine.record import Opening

KEPT = Path(__file__).parent / "expert_decisions.json"


def open_choices(count: int, name: str = "decisions") -> Iterator[SeatObservation]:
    """Observations of tables of hard bots where there is more than one thing to do."""
    seen: list[SeatObservation] = []

    def choose(observation: SeatObservation) -> Action:
        if len(expert.moves_of(observation)) > 1 and observation.legal:
            seen.append(observation)
        return bots.choose("hard", observation)

    number = 0
    while count > 0:
        opening = Opening(4 + number % 5, Options(rounds=3), match_seed(name, number), at=0)
        for _ in play(opening, choose):
            while seen and count > 0:
                yield seen.pop()
                count -= 1
            if count == 0:
                return
        number += 1


def best(observation: SeatObservation, network: Network) -> tuple[list[float], int]:
    """What each move is worth to the expert, and the index of the best."""
    moves = expert.moves_of(observation)
    values = expert.expected(expert.move_chances(view_of(observation), moves, network), observation)
    return values, values.index(max(values))


def fixed() -> list[str]:
    """What the expert does in twenty states, as text."""
    chosen = []
    for number, observation in enumerate(open_choices(20 * 37)):
        if number % 37 == 0:
            action = expert.choose(observation, Random(number))
            chosen.append(format_hand(action.cards) if isinstance(action, Play) else "pass")
    return chosen


if __name__ == "__main__":
    KEPT.write_text(json.dumps(fixed()) + "\n")
