"""What a place in this round is worth to a bot: its points, and what the next standing will bring.

How a standing leads to a place was counted among experts (`manage.py count_standings`); the rounds to come follow
from it as a chain.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final

from game.engine.observation import PublicObservation

STANDINGS: Final = Path(__file__).parent / "weights" / "standings.json"


def _counted() -> dict[int, list[list[float]]]:
    counted: dict[str, list[list[float]]] = json.loads(STANDINGS.read_text())
    return {
        int(players): [[chance / sum(chances) for chance in chances] for chances in rows]
        for players, rows in counted.items()
    }


FOLLOWING: Final = _counted()
"""`FOLLOWING[players][standing][place]`: how likely a standing ends a round with a place, both from 0."""

FORESIGHT: Final = 2
"""Where the last round alone counts: no standing makes itself felt over more rounds than these."""


def utility(public: PublicObservation) -> tuple[float, ...]:
    """`[place]`: what each place of the running round is worth, 1 the best and 0 the worst."""
    options = public.options
    return place_values(public.players, options.rounds - public.round, options.scoring == "last-round")


@cache
def place_values(players: int, rounds_left: int, last_round_only: bool) -> tuple[float, ...]:
    """The same, by how many rounds follow this one and whether only the last round's place counts."""
    points = [float(players - 1 - place) for place in range(players)]
    values = points
    for _ in range(min(rounds_left, FORESIGHT) if last_round_only else rounds_left):
        coming = [
            sum(chance * value for chance, value in zip(chances, values, strict=True))
            for chances in FOLLOWING[players]
        ]
        values = coming if last_round_only else [a + b for a, b in zip(points, coming, strict=True)]
    worst, best = min(values), max(values)
    return tuple([(value - worst) / (best - worst) for value in values])
