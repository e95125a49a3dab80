"""Verifies many matches with all cores. Imports nothing of Django at its top: other processes begin here."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.verification import Verdict

BATCH = 25
"""So many matches are in the memory of a process at a time."""


def verdicts(match_ids: Sequence[int], jobs: int) -> Iterator["list[Verdict]"]:
    """The verdicts on these matches, a batch at a time: in their order with one job, else as they are ready."""
    batches = [match_ids[start : start + BATCH] for start in range(0, len(match_ids), BATCH)]
    if jobs == 1 or len(batches) < 2:
        yield from map(_verify, batches)
        return
    # Spawned, not forked: a connection to the database is nothing to share.
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(batches)), spawning, _begin) as pool:
        for done in as_completed([pool.submit(_verify, batch) for batch in batches]):
            yield done.result()


def _begin() -> None:
    import django

    django.setup()


def _verify(match_ids: Sequence[int]) -> "list[Verdict]":
    from game.verification import verify_many

    return list(verify_many(match_ids))
