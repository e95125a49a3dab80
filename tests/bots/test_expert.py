"""The expert: its weights are the released ones, NumPy or not, and it takes what its network thinks best."""

import json
import random
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import bots
from game.bots import expert, features
from game.bots.archive import read_halves
from game.bots.gifts import gifts
from game.bots.network import WEIGHTS, Arrays, Integers, load
from game.bots.utility import place_values, utility
from game.bots.view import view_of
from game.engine.actions import ConfirmHand, Next, Origin
from game.engine.cards import rank_counts
from game.engine.notation import format_hand
from game.engine.observation import observe_seat
from game.engine.rules import apply, owing
from game.engine.state import RoundOver

from ..engine.positions import answer_all, both_jesters_at, dealt, fresh, playing, time_out
from ..engine.walks import all_states, walks
from . import decisions


def test_the_weights_are_small_and_those_that_their_training_made():
    facts = json.loads(WEIGHTS.with_suffix(".json").read_text())
    data = WEIGHTS.read_bytes()
    assert len(data) <= 100_000
    assert sha256(data).hexdigest() == facts["sha256"]
    assert facts["command"].startswith("manage.py train_expert") and facts["samples"] > 0


def test_it_decides_as_it_did_when_the_weights_were_released():
    """After a release: `python -m tests.bots.decisions`."""
    assert decisions.fixed() == json.loads(decisions.KEPT.read_text())


def test_with_numpy_and_without_the_numbers_are_the_same():
    arrays, integers = Arrays(WEIGHTS), Integers(WEIGHTS)
    for seen in decisions.open_choices(700):
        assert decisions.best(seen, arrays) == decisions.best(seen, integers)


def test_sums_stay_far_below_what_a_double_holds_exactly():
    class Watched(Arrays):
        largest = 0.0

        def _active(self, sums):
            self.largest = max(self.largest, abs(sums).max())
            return super()._active(sums)

    arrays = Watched(WEIGHTS)
    for seen in decisions.open_choices(300):
        decisions.best(seen, arrays)
    assert 0 < arrays.largest < 2**53 / 16


def test_without_numpy_integers_are_taken(monkeypatch):
    assert isinstance(load(WEIGHTS), Arrays)
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    assert isinstance(load(WEIGHTS), Integers)


def test_an_archive_of_anything_else_is_refused(tmp_path):
    import numpy as np

    np.savez(tmp_path / "a.npz", w1=np.zeros((2, 3), dtype=np.float32))
    with pytest.raises(ValueError, match="halves"):
        read_halves(tmp_path / "a.npz")
    np.savez(tmp_path / "b.npz", w1=np.array([[1.5, -2.0, 0.25]], dtype=np.float16))
    assert read_halves(tmp_path / "b.npz") == {"w1": ((1, 3), (1.5, -2.0, 0.25))}


def test_chances_add_up_over_the_places_still_free():
    for seen in decisions.open_choices(60, "chances"):
        view = view_of(seen)
        for chances in expert.move_chances(view, expert.moves_of(seen)):
            assert sum(chances) == pytest.approx(1)
            assert not any(chances[: view.finished]) and not any(chances[view.players :])


def test_inputs_lie_within_the_layout():
    for seen in decisions.open_choices(60, "inputs"):
        view = view_of(seen)
        hold = expert.hold_of(view)
        before = features.prospects(view.hand, hold)
        lists = [features.shared(view, hold, before)]
        lists += [features.of_move(view, move, hold, before) for move in expert.moves_of(seen)]
        for inputs in lists:
            assert all(0 <= index < features.COUNT and abs(amount) <= 4 for index, amount in inputs)


def test_it_lays_down_its_last_set():
    match = playing("9 9", "3 3 3", "5 6 7", "6 8 8", top="2x12", by=3)
    assert format_hand(bots.choose("expert", observe_seat(match, 0)).cards) == "9 9"


@pytest.mark.parametrize("standing", range(5))
def test_it_declares_unless_it_is_a_dalmuti(standing):
    order = (3, 1, 4, 0, 2)
    plain = dealt("3 4 5", "6 6 7", "8 8 9", "2 2 J", "11 12 J", order=order)
    seat = order[standing]
    seen = observe_seat(both_jesters_at(seat, plain), seat)
    assert bots.choose("expert", seen) == ConfirmHand(standing >= 2)


def test_its_gift_is_the_one_that_it_expects_most_of():
    match = answer_all(dealt("1 2 2 9 10 10 11x3", "8", "7", "5 6"), ConfirmHand())
    seen = observe_seat(match, 0)
    options = gifts(view_of(seen).hand, 2)
    values = expert.expected(expert.gift_chances(view_of(seen), options), seen)
    given = rank_counts(bots.choose("expert", seen).cards)
    ranks = tuple(rank for rank, count in enumerate(given) for _ in range(count))
    assert values[options.index(ranks)] == max(values)


def test_both_dalmutis_see_the_same_sizes_whoever_gave_first():
    match = answer_all(dealt("1 2 2 9", "8 8 8 9", "7 10 11 12", "5 6 6 12"), ConfirmHand())
    before = view_of(observe_seat(match, 1))
    first = bots.choose("expert", observe_seat(match, 0))
    match = apply(match, 0, first, origin=Origin.BOT, at=0).match
    assert view_of(observe_seat(match, 1)) == before


def test_with_temperature_it_errs_by_little_and_by_its_own_generator_alone():
    changed = 0
    for seen in decisions.open_choices(60, "temperature"):
        values, best = decisions.best(seen, load(WEIGHTS))
        drawn = [
            expert._pick(values, seen.public.players, random.Random(number), 0.2) for number in range(12)
        ]
        assert drawn == [
            expert._pick(values, seen.public.players, random.Random(number), 0.2) for number in range(12)
        ]
        for index in drawn:
            assert (values[best] - values[index]) * (seen.public.players - 1) <= 0.8
        changed += any(index != best for index in drawn)
    assert changed > 10


def test_it_is_ready_for_the_next_round_and_silent_where_it_owes_nothing():
    match = fresh()
    while not isinstance(match.phase, RoundOver):
        match = time_out(match)
    assert bots.choose("expert", observe_seat(match, 0)) == Next()
    with pytest.raises(ValueError, match="owes nothing"):
        bots.choose("expert", observe_seat(playing("9", "8", "7", "6"), 1))


@settings(deadline=None)
@given(walks(steps=900), st.integers(0, 2**32))
def test_its_choice_is_always_accepted_and_always_the_same(played, number):
    chance = random.Random(number)
    states = list(all_states(played))
    for match in chance.sample(states, min(len(states), 5)):
        for seat in owing(match):
            action = bots.choose("expert", observe_seat(match, seat))
            assert action == bots.choose("expert", observe_seat(match, seat))
            apply(match, seat, action, origin=Origin.BOT, at=0, decision=match.decision)


@pytest.mark.parametrize("players", range(4, 9))
@pytest.mark.parametrize("rounds_left", [0, 1, 4, 19])
@pytest.mark.parametrize("last_round_only", [True, False])
def test_a_better_place_is_worth_more(players, rounds_left, last_round_only):
    values = place_values(players, rounds_left, last_round_only)
    assert len(values) == players
    assert max(values) == values[0] == 1 and min(values) == 0
    # Standings in the middle are worth nearly the same once their round's points are past.
    slack = 0.05 if last_round_only and rounds_left else 0
    assert all(better > worse - slack for better, worse in pairwise(values))


def test_in_the_only_round_a_place_is_worth_its_points():
    assert place_values(5, 0, False) == pytest.approx((1, 0.75, 0.5, 0.25, 0))
    assert utility(observe_seat(fresh(5), 0).public) == place_values(5, 2, False)


def test_with_rounds_to_come_the_first_place_is_worth_more_than_its_points():
    values = place_values(6, 2, False)
    assert values[0] - values[1] > 0.2
    assert values[3] - values[4] < 0.2
