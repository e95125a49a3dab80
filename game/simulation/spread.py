"""Long measurements, cut into portions that threads take in turn. What comes out does not depend on how."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from game.simulation.estimates import Estimate

Results = NDArray[Any]

PORTION = 25


class Job(Protocol):
    """Something to play `count` times, each time by itself."""

    @property
    def count(self) -> int:
        """How often to play."""
        ...

    def play(self, start: int, stop: int) -> Results:
        """Plays numbers `start` to `stop - 1`: rows for each, the same whatever is played before or beside it."""
        ...

    def figures(self, found: Results) -> dict[str, Estimate]:
        """What the rows of all numbers add up to."""
        ...


def run(
    jobs: Sequence[Job], *, threads: int, progress: Callable[[int], object] | None = None
) -> list[Results]:
    """The rows of each job, in order. `progress` is told how many numbers were just played.

    Compiled code lets other threads run, so these use as many cores.
    """

    def play(job: Job, start: int) -> Results:
        stop = min(start + PORTION, job.count)
        rows = job.play(start, stop)
        if progress is not None:
            progress(stop - start)
        return rows

    with ThreadPoolExecutor(threads) as pool:
        coming = [[pool.submit(play, job, start) for start in range(0, job.count, PORTION)] for job in jobs]
        return [np.concatenate([portion.result() for portion in portions]) for portions in coming]
