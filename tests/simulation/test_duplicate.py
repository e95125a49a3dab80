"""Duplicate matches: fair to equals, the same for the same seed, and a tripwire on the strength of the bots."""

import numpy as np
import pytest

from game.bots.network import WEIGHTS
from game.engine.options import Options
from game.simulation.duplicate import Player, duplicate_match, estimate
from game.simulation.release import released


def test_among_equals_every_place_comes_equally_often():
    outcome = duplicate_match(Player("easy"), Player("easy"), players=5, deals=40, seed=1)
    assert outcome.rounds == 200
    assert outcome.rank.mean == pytest.approx(3) and outcome.rank.margin == pytest.approx(0)
    assert outcome.first.mean == pytest.approx(0.2) and outcome.last.mean == pytest.approx(0.2)


def test_the_same_seed_gives_the_same_outcome_and_another_one_another():
    def outcome(seed, **options):
        return duplicate_match(
            Player("hard"), Player("easy"), players=6, deals=30, seed=seed, options=Options(**options)
        )

    assert outcome(1) == outcome(1) != outcome(2)
    assert outcome(1) != outcome(1, pass_locks_out=True) != outcome(1, remove_high_cards=True)


def test_a_confidence_interval_reaches_two_standard_errors():
    made = estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    assert made.mean == 2.5
    assert made.high - made.mean == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)
    assert made.low + made.high == pytest.approx(5)


def test_tripwire_hard_beats_easy_and_the_expert_beats_both():
    """Far below the figures of docs/bots.md, above what chance can do in 100 deals."""
    expert = Player("network", released(WEIGHTS))

    def rank(hero, field):
        return duplicate_match(hero, field, players=6, deals=100, seed=20260101).rank.mean

    assert rank(Player("hard"), Player("easy")) <= 2.65
    assert rank(expert, Player("easy")) <= 2.4
    assert rank(expert, Player("hard")) <= 3.4
    assert rank(Player("easy"), Player("hard")) >= 3.7


def test_temperature_makes_an_expert_weaker():
    expert = released(WEIGHTS)

    def rank(temperature):
        hero = Player("network", expert, temperature)
        return duplicate_match(hero, Player("hard"), players=6, deals=60, seed=2).rank.mean

    assert rank(0.0) < rank(0.8) - 0.5
