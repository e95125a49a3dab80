"""The trainer: its gradient is right, it learns, it goes on exactly where it stopped."""

from collections import deque

import numpy as np
import pytest

from game.simulation import training
from game.simulation.duplicate import Player, duplicate_match
from game.simulation.learning import Learner, layers_of, learn, network_record, new_learner
from game.simulation.release import release, released
from game.simulation.rounds import new_brains, new_recorder, new_scratch, new_seats
from game.simulation.selfplay import fill
from game.simulation.table import new_table

PLAN = training.Plan(seed=3, samples=6 * 1024)


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(training, "BLOCK", 4096)
    monkeypatch.setattr(training, "BATCH", 512)


def recorded(rows=3000):
    """Decisions of a network that knows nothing."""
    recorder, brains = (
        new_recorder(rows),
        new_brains(network_record(new_learner(np.random.default_rng(0)).mean)),
    )
    fill(recorder, new_table(), new_seats(), brains, new_scratch(), np.random.default_rng(1), 0.5)
    used = int(recorder.used[0])
    return recorder.inputs[:used], recorder.labels[:used]


def last_of(steps):
    """The last of an iterator."""
    return deque(steps, maxlen=1).pop()


def test_every_decision_ends_with_a_place_that_was_still_free():
    inputs, labels = recorded()
    assert len(labels) > 1000
    assert (labels[:, 3] >= labels[:, 1]).all() and (labels[:, 3] < labels[:, 2]).all()
    assert np.isfinite(inputs).all() and (inputs != 0).sum(axis=1).min() > 10


def test_a_step_goes_down_the_slope():
    """Along the gradient the loss changes as fast as differences say."""
    inputs, labels = recorded()
    learner = new_learner(np.random.default_rng(2))

    def loss_at(weights):
        fresh = Learner(weights.copy(), np.zeros_like(weights), np.zeros_like(weights), weights.copy())
        loss = learn(fresh, inputs, labels, step=1, rate=0.0, keep=0.0)
        return loss, fresh.first / 0.1

    _, gradient = loss_at(learner.weights)
    direction = gradient / np.linalg.norm(gradient)
    step = np.float32(0.01)
    slope = (
        loss_at(learner.weights + step * direction)[0] - loss_at(learner.weights - step * direction)[0]
    ) / 0.02
    assert slope == pytest.approx(np.linalg.norm(gradient), rel=0.03)


def test_it_goes_on_where_it_stopped(small_blocks, tmp_path):
    whole = last_of(training.train(PLAN, training.start(PLAN)))
    stopped = next(step for step in training.train(PLAN, training.start(PLAN)) if step.blocks == 2)
    training.save(stopped, tmp_path / "training.npz")
    again = last_of(training.train(PLAN, training.load(tmp_path / "training.npz")))
    assert (again.samples, again.blocks, again.rounds) == (whole.samples, whole.blocks, whole.rounds)
    assert np.array_equal(again.learner.mean, whole.learner.mean)
    assert np.array_equal(again.learner.weights, whole.learner.weights)


def test_a_little_training_beats_chance(small_blocks):
    """Within a few thousand decisions it plays better than at random."""
    plan = training.Plan(seed=5, samples=20_000)
    progress = last_of(training.train(plan, training.start(plan)))
    hero = Player("network", network_record(progress.learner.mean))
    outcome = duplicate_match(hero, Player("random"), players=4, deals=60, seed=1)
    assert outcome.rank.high < 2.3


def test_a_release_holds_the_weights_and_where_they_come_from(tmp_path):
    progress = training.start(PLAN)
    facts = release(progress, tmp_path / "expert.npz", command="x", seed=3)
    assert facts["samples"] == 0 and (tmp_path / "expert.json").exists()
    record = released(tmp_path / "expert.npz")
    for name, layer in layers_of(progress.learner.mean)._asdict().items():
        assert np.allclose(record[name], layer, rtol=1e-3, atol=1e-6)
