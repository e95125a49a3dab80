"""Fitting the hard bot's weights, on decisions made up for it."""

import numpy as np

from game.bots.hard import Weights
from game.simulation.fitting import HOLDING, PARTS, START, Decisions, _descend, _loss


def decisions(count=400):
    """Of four moves each; what a move loses follows from its parts."""
    rng = np.random.default_rng(1)
    parts = rng.normal(size=(count * 4, PARTS))
    worth = parts @ rng.normal(size=PARTS)
    best = worth.reshape(count, 4).max(axis=1).repeat(4)
    return Decisions(parts, best - worth, np.arange(count).repeat(4))


def test_a_fit_loses_less_than_the_weights_it_begins_with():
    seen, begin = decisions(), np.array(START)
    assert _loss(seen, _descend(seen, begin, np.ones(PARTS))) < 0.7 * _loss(seen, begin)


def test_weights_that_are_left_out_stay_out():
    kept = np.array([name not in HOLDING for name in Weights._fields])
    begin = np.array(START) * kept
    fitted = _descend(decisions(), begin, kept)
    assert not fitted[~kept].any() and (fitted[kept] != begin[kept]).all()
    assert begin.tolist() == (np.array(START) * kept).tolist()
