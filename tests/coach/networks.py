"""A network that was never trained: it has opinions, always the same, and asks for no weights to be committed."""

from pathlib import Path

import numpy as np

from game.bots.features import COUNT
from game.bots.network import Network, load

SHAPES = {"w1": (COUNT, 128), "b1": (128,), "w2": (128, 64), "b2": (64,), "w3": (64, 8), "b3": (8,)}


def untrained(folder: Path) -> Network:
    """The network; its weights are written into the folder."""
    chance, path = np.random.default_rng(20260101), folder / "untrained.npz"
    np.savez(
        path, **{name: chance.normal(0, 0.2, shape).astype(np.float16) for name, shape in SHAPES.items()}
    )
    return load(path)
