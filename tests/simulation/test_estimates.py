"""Intervals and the bars that they clear."""

import numpy as np
import pytest

from game.simulation.estimates import Bar, Estimate, estimate, parse_bar


def test_a_confidence_interval_reaches_two_standard_errors():
    made = estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    assert made.mean == 2.5
    assert made.high - made.mean == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)
    assert made.low + made.high == pytest.approx(5)


def test_a_bar_is_for_the_end_of_the_interval_on_the_bad_side():
    found = Estimate(2.5, 0.1)
    assert Bar("rank", "≤", 2.7).slack(found) == pytest.approx(0.1)
    assert Bar("rank", "≤", 2.5).slack(found) < 0
    assert Bar("rank", "≥", 2.3).slack(found) == pytest.approx(0.1)
    assert Bar("rank", "≥", 2.5).slack(found) < 0


def test_bars_are_read_as_they_are_typed():
    assert parse_bar("rank<=2.55") == Bar("rank", "≤", 2.55)
    assert parse_bar("first >= .31") == Bar("first", "≥", 0.31)
    for wrong in ("rank<2", "rank<=", "<=2", "rank<=2.", "rank<=2.5 or so"):
        with pytest.raises(ValueError, match="not a bar"):
            parse_bar(wrong)
