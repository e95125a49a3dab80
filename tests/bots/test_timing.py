"""Thinking times: only where there is a choice, by what was asked."""

from functools import partial

from game import bots
from game.bots.timing import decision_times, shares


def test_plays_with_a_choice_and_gifts_are_timed():
    times = decision_times(partial(bots.choose, "easy"), decisions=30, players=4)
    assert len(times["play"]) >= 30 and len(times["returnTax"]) in (2, 4)
    assert all(spent > 0 for spent in times["play"])


def test_shares_are_the_middle_and_all_but_a_hundredth():
    numbers = [float(number) for number in range(101)]
    assert shares(numbers) == {"mean": 50.0, "p50": 50.0, "p99": 99.0}
    assert shares([0.25]) == {"mean": 0.25, "p50": 0.25, "p99": 0.25}
