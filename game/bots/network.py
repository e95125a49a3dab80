"""The expert's network: inputs in, how likely each place is out.

308 inputs → 128 → 64 → 8 places, ReLU between. Computed by NumPy where it is installed, else by lists of numbers:
slower, but the same choices. Inputs are sparse (`game.bots.features`): the first layer adds up rows of weights.
"""

import os
from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Protocol

from game.bots.archive import read_halves
from game.bots.features import Inputs

WEIGHTS = Path(__file__).parent / "weights" / "expert.npz"

Chances = list[float]
"""`chances[place]`, place 0 the first; they add up to 1 over the places still free."""


class Network(Protocol):
    """What computes chances; see `Arrays` and `Lists`."""

    def places(self, shared: Inputs, changes: Sequence[Inputs], finished: int, players: int) -> list[Chances]:
        """For each list of changes to the shared inputs, how likely each place is.

        Places before `finished` and from `players` on get no chance.
        """
        ...


@cache
def expert() -> Network:
    """The trained network."""
    return load(WEIGHTS)


def load(path: Path) -> Network:
    """The network of a file, on NumPy if there is one."""
    try:
        # One thread: a bot's few numbers are not worth waking others for.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        return Arrays(path)
    except ImportError:
        return Lists(path)


class Arrays:
    """The network on NumPy."""

    def __init__(self, path: Path) -> None:
        import numpy

        self._np = numpy
        with numpy.load(path) as stored:
            layers = {name: stored[name].astype(numpy.float32) for name in stored.files}
        self._w1, self._w2, self._w3 = layers["w1"], layers["w2"], layers["w3"]
        self._b1, self._b2, self._b3 = layers["b1"], layers["b2"], layers["b3"]

    def places(self, shared: Inputs, changes: Sequence[Inputs], finished: int, players: int) -> list[Chances]:
        """As `Network.places`."""
        np = self._np
        first = self._dense([shared]) @ self._w1 + self._b1 + self._dense(changes) @ self._w1
        second = np.maximum(np.maximum(first, 0) @ self._w2 + self._b2, 0)
        logits = (second @ self._w3 + self._b3)[:, finished:players]
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        chances = np.zeros((len(changes), len(self._b3)))
        chances[:, finished:players] = likely
        result: list[Chances] = chances.tolist()
        return result

    def _dense(self, lists: Sequence[Inputs]) -> Any:
        np, width = self._np, len(self._w1)
        pairs = np.array([pair for inputs in lists for pair in inputs])
        rows = np.repeat(np.arange(len(lists)), [len(inputs) for inputs in lists])
        cells = rows * width + pairs[:, 0].astype(np.int64)
        sums: Any = np.bincount(cells, weights=pairs[:, 1], minlength=len(lists) * width)
        return sums.reshape(len(lists), width).astype(np.float32)


class Lists:
    """The network on plain lists."""

    def __init__(self, path: Path) -> None:
        stored = read_halves(path)
        self._w1, self._w2, self._w3 = (_rows(*stored[name]) for name in ("w1", "w2", "w3"))
        self._b1, self._b2, self._b3 = (list(stored[name][1]) for name in ("b1", "b2", "b3"))

    def places(self, shared: Inputs, changes: Sequence[Inputs], finished: int, players: int) -> list[Chances]:
        """As `Network.places`."""
        common = _add_rows(self._b1, shared, self._w1)
        chances = []
        for inputs in changes:
            first = _add_rows(common, inputs, self._w1)
            second = _add_rows(self._b2, _active(first), self._w2)
            logits = _add_rows(self._b3, _active(second), self._w3)[finished:players]
            most = max(logits)
            likely = [exp(logit - most) for logit in logits]
            total = sum(likely)
            free = [chance / total for chance in likely]
            chances.append([0.0] * finished + free + [0.0] * (len(self._b3) - players))
        return chances


def _rows(shape: tuple[int, ...], numbers: tuple[float, ...]) -> list[tuple[float, ...]]:
    return [numbers[at : at + shape[1]] for at in range(0, len(numbers), shape[1])]


def _active(sums: Sequence[float]) -> Inputs:
    return [(unit, value) for unit, value in enumerate(sums) if value > 0]


def _add_rows(sums: Sequence[float], inputs: Inputs, weights: Sequence[Sequence[float]]) -> Sequence[float]:
    """The sums with each input's row of weights added, four rows at a time."""
    fours = len(inputs) // 4 * 4
    for at in range(0, fours, 4):
        (i, a), (j, b), (k, c), (m, d) = inputs[at : at + 4]
        rows = zip(sums, weights[i], weights[j], weights[k], weights[m], strict=True)
        sums = [s + a * w + b * x + c * y + d * z for s, w, x, y, z in rows]
    for i, a in inputs[fours:]:
        sums = [s + a * w for s, w in zip(sums, weights[i], strict=True)]
    return sums
