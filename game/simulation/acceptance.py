"""What the bots must reach: the table of docs/bots.md. The exploiter, row 9, has a command of its own."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from game.simulation.calibration import Calibration
from game.simulation.estimates import Bar
from game.simulation.levels import GREEDY
from game.simulation.matches import Matches
from game.simulation.pairing import SEED, Pairing
from game.simulation.rows import Row

_CLEARLY: Final = 0.15
"""Places better than the mean rank among equals: clearly stronger."""


def _most(rank: float, first: float | None = None) -> tuple[Bar, ...]:
    bars = (Bar("rank", "≤", rank),)
    return bars if first is None else (*bars, Bar("first", "≥", first))


def _clearly_better(players: int) -> tuple[Bar, ...]:
    return _most((players + 1) / 2 - _CLEARLY)


ROWS: Final = (
    Row(Pairing("hard", "easy", 5, 1000), _most(2.15, 0.39), "1"),
    Row(Pairing("hard", "easy", 6, 1000), _most(2.55, 0.31), "2"),
    Row(Pairing(GREEDY, "easy", 5, 1000), _most(1.88, 0.47), "3"),
    Row(Pairing(GREEDY, "easy", 6, 1000), _most(2.18, 0.38), "3"),
    Row(Pairing(GREEDY, "hard", 5, 1500), _most(2.78, 0.24), "4"),
    Row(Pairing(GREEDY, "hard", 6, 1500), _most(3.27, 0.21), "4"),
    *(Row(Pairing(GREEDY, "hard", players, 1000), _clearly_better(players), "5") for players in (4, 7, 8)),
    Row(Pairing("easy", "hard", 6, 1000), (Bar("rank", "≥", 3.7),), "6"),
    Row(Pairing("hard", GREEDY, 6, 1000), (Bar("rank", "≥", 3.75),), "6"),
    Row(Pairing(GREEDY, "hard", 6, 600, ("passLocksOut",)), _clearly_better(6), "7"),
    Row(Pairing(GREEDY, "hard", 5, 600, ("removeHighCards",)), _clearly_better(5), "7"),
    Row(Matches(GREEDY, "easy", 6, 3000), (Bar("wins", "≥", 0.66),), "8"),
    Row(Calibration(6, 1000), (Bar("gap", "≤", 0.15),), "10"),
)
"""Every row at its full size and with the seed of the document."""


def rows(*, seed: int = SEED, share: float = 1.0) -> Iterator[Row]:
    """The rows with another seed or a share of the size; below 1 the margins grow and fewer bars are cleared."""
    for row in ROWS:
        job: Any = row.job
        yield replace(row, job=replace(job, seed=seed, count=max(2, round(job.count * share))))
