"""The trainer: its gradient is right, it learns, it goes on exactly where it stopped."""

import json
from collections import deque

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from game.bots import features
from game.bots.hold import hold_table
from game.bots.view import view_of
from game.engine.observation import observe_seat
from game.engine.sets import PlayedSet
from game.management.commands import train_exploiter
from game.simulation import training
from game.simulation.duplicate import Player, duplicate_match
from game.simulation.learning import Layers, Learner, layers_of, learn, network_record, new_learner
from game.simulation.network import INPUTS
from game.simulation.release import release, released
from game.simulation.rounds import new_brains, new_recorder, new_scratch, new_seats
from game.simulation.selfplay import fill
from game.simulation.table import new_table

from ..engine.positions import playing

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
    fill(recorder, new_table(), new_seats(), brains, new_scratch(), np.random.default_rng(1), 0.5, 0.45, 0)
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


def test_masked_inputs_never_get_a_weight(small_blocks):
    plan = training.Plan(seed=3, samples=4 * 1024, masked=training.HOLD_INPUTS)
    learner = last_of(training.train(plan, training.start(plan))).learner
    masked = np.zeros(INPUTS, dtype=bool)
    masked[list(plan.masked)] = True
    for weights in (learner.weights, learner.mean):
        assert not layers_of(weights).w1[masked].any()
        assert layers_of(weights).w1[~masked].any(axis=1).all()


def test_inputs_of_hold_probabilities_are_those_that_change_with_what_is_unseen():
    """Two views that differ in their hold table alone."""
    view = view_of(observe_seat(playing("1 2 2 9 12 J", "8 8", "7 7", "6 10", top="2x10", by=3), 0))
    found = []
    for hold in (hold_table(view.unseen, [2, 2, 2], 14), hold_table(view.unseen, [9, 9, 9], 14)):
        before = features.prospects(view.hand, hold)
        changes = features.of_move(view, PlayedSet(9, 2, 1), hold, before)
        found.append(dict(features.shared(view, hold, before)) | dict(changes))
    changed = {index for index in found[0] | found[1] if found[0].get(index) != found[1].get(index)}
    assert {features.MOVE_HOLD, features.TOP_HOLD} < changed <= set(training.HOLD_INPUTS)


def test_others_sit_at_as_many_tables_as_asked(small_blocks):
    """Where others have seats, there are fewer decisions of learners in a round."""
    beginning, recorder = training.start(PLAN), new_recorder(training.BLOCK)

    def decisions_a_round(mixed):
        plan = training.Plan(seed=1, samples=1, mixed=mixed)
        rounds = training._play(plan, 0, beginning.acting, beginning.rival, 0, recorder)
        return recorder.used[0] / rounds

    assert decisions_a_round(0.0) > 1.2 * decisions_a_round(1.0)


def test_an_exploiter_is_one_learner_among_rivals_that_stay_as_they_are(small_blocks):
    network = network_record(new_learner(np.random.default_rng(0)).mean)
    beginning = training.start_from(network)
    assert all(
        (layers_of(beginning.learner.mean)._asdict()[name] == network[name]).all() for name in Layers._fields
    )
    plan = training.Plan(seed=1, samples=4 * 1024, rival_every=0, lone=6)
    rival = beginning.rival.copy()
    recorder = new_recorder(training.BLOCK)
    rounds = training._play(plan, 0, beginning.acting, beginning.rival, 0, recorder)
    labels = recorder.labels[: recorder.used[0]]
    assert (labels[:, 2] == 6).all()
    # A round has some dozens of decisions; all six seats together would have six times as many.
    assert 5 < len(labels) / rounds < 40
    progress = last_of(training.train(plan, beginning))
    assert (progress.rival == rival).all() and not (progress.acting == rival).all()


def test_the_exploiter_is_trained_measured_and_judged(small_blocks, tmp_path, capsys, monkeypatch):
    arguments = [str(tmp_path), "--samples=4096", "--deals=20"]
    call_command("train_exploiter", *arguments, "--json=-")
    found = json.loads(capsys.readouterr().out)
    assert found["row"] == "9" and found["samples"] >= 4096 and found["bars"][0]["bar"] == "rank ≥ 3.4"
    assert found["hero"].endswith("training.npz") and found["field"] == "expert-greedy"
    monkeypatch.setattr(train_exploiter, "LEAST", 5)
    with pytest.raises(CommandError, match="exploited"):
        call_command("train_exploiter", *arguments)


def test_a_release_holds_the_weights_and_where_they_come_from(tmp_path):
    progress = training.start(PLAN)
    facts = release(progress, tmp_path / "expert.npz", command="x", seed=3)
    assert facts["samples"] == 0 and (tmp_path / "expert.json").exists()
    record = released(tmp_path / "expert.npz")
    for name, layer in layers_of(progress.learner.mean)._asdict().items():
        assert np.allclose(record[name], layer, rtol=1e-3, atol=1e-6)
