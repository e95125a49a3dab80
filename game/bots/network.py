"""The expert's network: inputs in, how likely each place is out.

308 inputs → 128 → 64 → 8 places, ReLU between. Computed in fixed point, by NumPy where it is installed, else by
Python's integers: the same numbers to the last bit. Inputs are sparse (`game.bots.features`), so the first layer adds
up rows of weights.
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
    """The network on NumPy: whole numbers in doubles, small enough that no sum is ever rounded."""

    def __init__(self, path: Path) -> None:
        import numpy

        self._np = numpy
        with numpy.load(path) as stored:
            layers = {name: numpy.ldexp(stored[name].astype(float), _WEIGHT) for name in stored.files}
        self._w1, self._w2, self._w3 = layers["w1"], layers["w2"], layers["w3"]
        self._b1, self._b2, self._b3 = (numpy.ldexp(layers[name], _UNIT) for name in ("b1", "b2", "b3"))

    def places(self, shared: Inputs, changes: Sequence[Inputs], finished: int, players: int) -> list[Chances]:
        """As `Network.places`."""
        first = (self._dense([shared]) + self._dense(changes)) @ self._w1 + self._b1
        second = self._active(first) @ self._w2 + self._b2
        sums = self._active(second) @ self._w3 + self._b3
        return [_chances(row, finished, players) for row in sums.tolist()]

    def _dense(self, lists: Sequence[Inputs]) -> Any:
        np, width = self._np, len(self._w1)
        which, amounts = zip(*chain.from_iterable(lists), strict=True)
        rows = np.repeat(np.arange(len(lists)), [len(inputs) for inputs in lists])
        fixed = np.trunc(np.ldexp(amounts, _UNIT))
        return np.bincount(rows * width + np.array(which), fixed, len(lists) * width).reshape(-1, width)

    def _active(self, sums: Any) -> Any:
        return self._np.floor(self._np.ldexp(self._np.maximum(sums, 0), -_WEIGHT))


class Integers:
    """The network on Python's integers, a layer's units side by side in one of them (`game.bots.lanes`)."""

    def __init__(self, path: Path) -> None:
        stored = read_halves(path)
        self._w1, self._w2, self._w3 = (_packed_rows(*stored[name]) for name in ("w1", "w2", "w3"))
        self._b1, self._b2, self._b3 = (
            pack([_fixed(bias, _WEIGHT) << _UNIT for bias in stored[name][1]]) for name in ("b1", "b2", "b3")
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
            chances.append(_chances(sums, finished, players))
        return chances


_WEIGHT = 24
_UNIT = 18
"""Digits after the point in binary, of weights (halves have no more) and of inputs and what a unit hands on: sums
have both together, and stay exact in a double while they lie below 2¹¹."""


def _chances(sums: Sequence[float], finished: int, players: int) -> Chances:
    """The last layer's sums as chances of the places still free."""
    logits = [total / (1 << _WEIGHT + _UNIT) for total in sums[finished:players]]
    most = max(logits)
    likely = [exp(logit - most) for logit in logits]
    total = sum(likely)
    return [0.0] * finished + [chance / total for chance in likely] + [0.0] * (len(sums) - players)


def _fixed(number: float, digits: int) -> int:
    return int(number * (1 << digits))


def _packed_rows(shape: tuple[int, ...], numbers: tuple[float, ...]) -> list[int]:
    fixed = [_fixed(number, _WEIGHT) for number in numbers]
    return [pack(fixed[at : at + shape[1]]) for at in range(0, len(fixed), shape[1])]


def _add_inputs(sums: int, inputs: Inputs, rows: Sequence[int]) -> int:
    """The sums with each input's row of weights added."""
    for index, amount in inputs:
        sums += rows[index] * _fixed(amount, _UNIT)
    return sums


def _add_active(sums: int, units: int, rows: Sequence[int]) -> int:
    """The sums with the row of each unit above zero added."""
    for row, unit in zip(rows, unpack(units, len(rows)), strict=True):
        if unit > 0:
            sums += row * (unit >> _WEIGHT)
    return sums
