"""Between the hard bot's weights set by hand and those fitted: which clear its bars by most.

A fit alone is not it: it loses least against the players whom it was judged among, and gives away places elsewhere.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from game.bots.hard import Weights
from game.simulation.acceptance import ROWS
from game.simulation.duplicate import Player
from game.simulation.estimates import Estimate
from game.simulation.fitting import START
from game.simulation.levels import player_named
from game.simulation.pairing import Pairing
from game.simulation.rows import Row, find
from game.simulation.table import Ints

SHARES: Final = tuple(tenth / 10 for tenth in range(11))


class Tried(msgspec.Struct, frozen=True):
    """A `spread.Job`: a pairing in which hard bots play by other weights than theirs."""

    pairing: Pairing
    weights: Weights

    @property
    def count(self) -> int:
        """How many deals."""
        return self.pairing.count

    def play(self, start: int, stop: int) -> Ints:
        """As the pairing does."""
        hero, field = (self._player(name) for name in (self.pairing.hero, self.pairing.field))
        return self.pairing.play_between(hero, field, range(start, stop))

    def figures(self, ranks: Ints) -> dict[str, Estimate]:
        """As the pairing's."""
        return self.pairing.figures(ranks)

    def _player(self, name: str) -> Player:
        return Player("variant", weights=self.weights) if name == "hard" else player_named(name)


class Blend(msgspec.Struct, frozen=True):
    """Weights a share of the way from those set by hand to those fitted.

    `clearance` is by how many half-widths of its interval the worst of the bars is cleared; below 0 it is missed.
    """

    share: float
    weights: Weights
    clearance: float
    worst: str


def blend(fitted: Weights, share: float) -> Weights:
    """Weights so far on the way from those set by hand (0) to those fitted (1)."""
    return Weights(
        *(round(begin + share * (end - begin), 3) for begin, end in zip(START, fitted, strict=True))
    )


def tried_rows(weights: Weights, *, deals: int, seed: int) -> list[Row]:
    """The rows of the acceptance table that hard bots are part of, by the weights."""
    rows = []
    for row in ROWS:
        pairing = row.job
        if isinstance(pairing, Pairing) and "hard" in (pairing.hero, pairing.field):
            rows.append(replace(row, job=Tried(replace(pairing, count=deals, seed=seed), weights)))
    return rows


def blends(
    fitted: Weights,
    *,
    deals: int,
    seed: int,
    threads: int,
    shares: Sequence[float] = SHARES,
    progress: Callable[[int], object] | None = None,
) -> list[Blend]:
    """Blends of all shares, measured on deals of a seed of their own: not those of the acceptance."""
    made = []
    for share in shares:
        weights = blend(fitted, share)
        found = find(tried_rows(weights, deals=deals, seed=seed), threads=threads, progress=progress)
        clearances = [
            (bar.slack(figure) / figure.margin, f"row {each.row.number}, {bar}")
            for each in found
            for bar in each.row.bars
            for figure in (each.figures[bar.figure],)
        ]
        made.append(Blend(share, weights, *min(clearances)))
    return made
