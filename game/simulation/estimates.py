"""Means with their 95 % confidence intervals, and bars that an interval has to clear."""

import re
from math import sqrt
from typing import Final, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

_WIDTH: Final = 1.96
"""A 95 % confidence interval reaches so many standard errors to each side."""

_BAR: Final = re.compile(r"(\w+)(<=|>=)(\d*\.?\d+)")


class Estimate(msgspec.Struct, frozen=True):
    """A mean of independent values and half the width of its 95 % confidence interval."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.margin:.3f}"


def estimate(values: NDArray[np.float64]) -> Estimate:
    """The mean of independent values with its confidence interval."""
    deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return Estimate(float(values.mean()), _WIDTH * deviation / sqrt(len(values)))


class Bar(msgspec.Struct, frozen=True):
    """What an interval must clear: with "≤" its upper end is at most the bound, with "≥" its lower end at least."""

    figure: str
    sign: Literal["≤", "≥"]
    bound: float

    def slack(self, found: Estimate) -> float:
        """How far the interval is on the good side; below zero the bar is missed."""
        return self.bound - found.high if self.sign == "≤" else found.low - self.bound

    def __str__(self) -> str:
        return f"{self.figure} {self.sign} {self.bound:g}"


def parse_bar(text: str) -> Bar:
    """A bar from "rank<=2.65" or "first>=0.3". Raises: ValueError."""
    found = _BAR.fullmatch(text.replace(" ", ""))
    if found is None:
        raise ValueError(f"not a bar: {text!r}; write one like rank<=2.65 or first>=0.3")
    figure, sign, bound = found.groups()
    return Bar(figure, "≤" if sign == "<=" else "≥", float(bound))
