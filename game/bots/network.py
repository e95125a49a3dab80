"""The expert's network: inputs in, how likely each place is out.

308 inputs → 128 → 64 → 8 places, ReLU between. Computed by NumPy where it is installed, else by integers: the same
choices. Inputs are sparse (`game.bots.features`): the first layer adds up rows of weights.
"""

import os
from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import exp
from pathlib import Path
from typing import Any, Protocol

from game.bots.archive import read_halves
from game.bots.features import Inputs
from game.bots.lanes import pack, unpack

WEIGHTS = Path(__file__).parent / "weights" / "expert.npz"

Chances = list[float]
"""`chances[place]`, place 0 the first; they add up to 1 over the places still free."""


class Network(Protocol):
    """What computes chances; see `Arrays` and `Integers`."""

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
        return Integers(path)


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
        inputs = self._dense([shared]) + self._dense(changes)
        first = inputs.astype(np.float32) @ self._w1 + self._b1
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
        which, amounts = zip(*chain.from_iterable(lists), strict=True)
        rows = np.repeat(np.arange(len(lists)), [len(inputs) for inputs in lists])
        sums = np.bincount(rows * width + np.array(which), np.array(amounts), len(lists) * width)
        return sums.reshape(len(lists), width)


class Integers:
    """The network on Python's integers: fixed point, a layer's units side by side in one of them (`game.bots.lanes`).

    Halves are whole numbers of 2⁻²⁴; sums have twice as many digits after the point and may reach ±2¹⁵.
    """

    def __init__(self, path: Path) -> None:
        stored = read_halves(path)
        self._w1, self._w2, self._w3 = (_packed_rows(*stored[name]) for name in ("w1", "w2", "w3"))
        self._b1, self._b2, self._b3 = (
            pack([_fixed(bias) << _POINT for bias in stored[name][1]]) for name in ("b1", "b2", "b3")
        )
        self._places = len(stored["b3"][1])

    def places(self, shared: Inputs, changes: Sequence[Inputs], finished: int, players: int) -> list[Chances]:
        """As `Network.places`."""
        common = _add_inputs(self._b1, shared, self._w1)
        chances = []
        for inputs in changes:
            first = _add_inputs(common, inputs, self._w1)
            second = _add_active(self._b2, first, self._w2)
            sums = unpack(_add_active(self._b3, second, self._w3), self._places)
            logits = [total / (1 << 2 * _POINT) for total in sums[finished:players]]
            most = max(logits)
            likely = [exp(logit - most) for logit in logits]
            total = sum(likely)
            free = [chance / total for chance in likely]
            chances.append([0.0] * finished + free + [0.0] * (self._places - players))
        return chances


_POINT = 24
"""Digits after the point of weights, inputs and what a unit hands on, in binary."""


def _fixed(number: float) -> int:
    return int(number * (1 << _POINT))


def _packed_rows(shape: tuple[int, ...], numbers: tuple[float, ...]) -> list[int]:
    fixed = [_fixed(number) for number in numbers]
    return [pack(fixed[at : at + shape[1]]) for at in range(0, len(fixed), shape[1])]


def _add_inputs(sums: int, inputs: Inputs, rows: Sequence[int]) -> int:
    """The sums with each input's row of weights added."""
    for index, amount in inputs:
        sums += rows[index] * _fixed(amount)
    return sums


def _add_active(sums: int, units: int, rows: Sequence[int]) -> int:
    """The sums with the row of each unit above zero added."""
    for row, unit in zip(rows, unpack(units, len(rows)), strict=True):
        if unit > 0:
            sums += row * (unit >> _POINT)
    return sums
