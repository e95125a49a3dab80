"""Measurements in portions: whatever the threads, all of it, once, in order."""

from collections import Counter

import numpy as np
import pytest

from game.simulation.spread import PORTION, run


class Numbers:
    """Gives each number back."""

    def __init__(self, count, start=0):
        self.count, self._start = count, start

    def play(self, start, stop):
        return self._start + np.arange(start, stop)


@pytest.mark.parametrize("threads", [1, 3])
def test_every_number_is_played_once_and_comes_back_in_order(threads):
    told = Counter()
    found = run([Numbers(PORTION + 3), Numbers(2, 100)], threads=threads, progress=lambda n: told.update(n=n))
    assert found[0].tolist() == list(range(PORTION + 3))
    assert found[1].tolist() == [100, 101]
    assert told["n"] == PORTION + 5


def test_what_fails_in_a_portion_fails_the_whole():
    class Broken(Numbers):
        def play(self, start, stop):
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        run([Broken(3)], threads=2)
