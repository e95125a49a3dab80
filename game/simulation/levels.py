"""Who plays in a measurement, by name: a level of the server, the greedy expert, or weights in a file."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from game import bots
from game.bots.hard import Weights
from game.bots.network import WEIGHTS
from game.simulation.duplicate import Player
from game.simulation.learning import network_record
from game.simulation.release import released
from game.simulation.training import load

GREEDY: Final = "expert-greedy"
LEVELS: Final = (*bots.LEVELS, GREEDY)
"""The server's levels as it plays them, without characters; then the expert that never strays."""

VARIANTS: Final = ("hard-reads-passes", "hard-without-hold", "hard-gives-worst", "expert-gives-worst")
"""Bots with a part more or less, to be compared."""

_WITHOUT_HOLD: Final = Weights(3.723, 0, 0, 1.523, 0, 0, 0, 1.954, 3.419, 10.067, 2.071, 2.317, 2.714)
"""`manage.py fit_hard --seed 1 --without-hold`: what is left, fitted anew."""

_TRUST: Final = 0.5
"""Half of the passes are taken for what they seem: about as many are a choice."""


def player_named(name: str) -> Player:
    """The player of a level, or the greedy one of an .npz file (released weights or a training).

    Raises: ValueError for any other name, OSError for a file that cannot be read.
    """
    match name:
        case "easy" | "hard":
            return Player(name)
        case "hard-reads-passes":
            return Player("variant", trust=_TRUST)
        case "hard-without-hold":
            return Player("variant", weights=_WITHOUT_HOLD)
        case "hard-gives-worst":
            return Player("hard", gives_worst=True)
        case "expert-gives-worst":
            return Player("network", _network(str(WEIGHTS)), gives_worst=True)
    if name in LEVELS:
        return Player("network", _network(str(WEIGHTS)), bots.TEMPERATURES.get(name, 0.0))
    if name.endswith(".npz"):
        return Player("network", _network(name))
    raise ValueError(f"no such level: {name!r}; there are {', '.join((*LEVELS, *VARIANTS))}, and .npz files")


@cache
def _network(path: str) -> np.record:
    with np.load(path) as stored:
        is_release = "w1" in stored
    return released(Path(path)) if is_release else network_record(load(Path(path)).learner.mean)
