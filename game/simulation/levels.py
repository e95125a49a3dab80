"""Who plays in a measurement, by name: a level of the server, the greedy expert, or weights in a file."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from game import bots
from game.bots.network import WEIGHTS
from game.simulation.duplicate import Player
from game.simulation.learning import network_record
from game.simulation.release import released
from game.simulation.training import load

GREEDY: Final = "expert-greedy"
LEVELS: Final = (*bots.LEVELS, GREEDY)
"""The server's levels as it plays them, without characters; then the expert that never strays."""


def player_named(name: str) -> Player:
    """The player of a level, or the greedy one of an .npz file (released weights or a training).

    Raises: ValueError for any other name, OSError for a file that cannot be read.
    """
    if name in ("easy", "hard"):
        return Player(name)
    if name in LEVELS:
        return Player("network", _network(str(WEIGHTS)), bots.TEMPERATURES.get(name, 0.0))
    if name.endswith(".npz"):
        return Player("network", _network(name))
    raise ValueError(f"no such level: {name!r}; there are {', '.join(LEVELS)} and .npz files")


@cache
def _network(path: str) -> np.record:
    with np.load(path) as stored:
        is_release = "w1" in stored
    return released(Path(path)) if is_release else network_record(load(Path(path)).learner.mean)
