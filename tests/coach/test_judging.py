"""Judging one decision: from the seat's observation alone, in places, with facts that are true of the cards."""

import itertools
from random import Random

import msgspec
import pytest

from game.bots.blindness import shuffled_unseen
from game.coach.judging import BEST, accuracy, best_choices, judge, look, option, option_of
from game.engine.actions import Play
from game.engine.cards import JESTER, rank_counts
from game.engine.observation import observe_seat
from tests.coach.helpers import decisions


def looked_at(matches):
    for state, seat, action in decisions(matches):
        looked = look(observe_seat(state, seat))
        if len(looked.options) > 1:
            yield state, seat, action, looked


def test_what_it_says_does_not_change_with_the_cards_the_seat_cannot_see():
    chance = Random(7)
    for state, seat, action, looked in itertools.islice(looked_at(6), 0, None, 3):
        other = look(observe_seat(shuffled_unseen(state, seat, chance), seat))
        told = [
            msgspec.json.encode(judge(each, option_of(action), state.version)) for each in (looked, other)
        ]
        assert told[0] == told[1]


def test_the_best_come_first_and_nothing_beats_them():
    for state, seat, action, looked in looked_at(3):
        decision = judge(looked, option_of(action), state.version)
        places = [choice.place for choice in decision.best]
        assert places == sorted(places) and len(places) == min(BEST, len(looked.options))
        assert (
            decision.lost == pytest.approx(decision.chosen.place - places[0], abs=2e-3) and decision.lost >= 0
        )
        assert best_choices(observe_seat(state, seat)) == decision.best
        assert 1 <= places[0] <= state.setup.players and 0 <= decision.accuracy <= 100


def test_the_last_set_takes_its_place_for_certain():
    found = 0
    for state, seat, action, looked in looked_at(4):
        if isinstance(action, Play) and action.cards == state.hands[seat]:
            chosen = judge(looked, option_of(action), state.version).chosen
            assert chosen.place == looked.view.finished + 1 and chosen.groups == 0
            found += 1
    assert found > 5


def test_its_reasons_are_facts_about_the_cards():
    for state, seat, action, looked in looked_at(3):
        hand, others = state.hands[seat], sum(state.hands) - state.hands[seat]
        for choice in judge(looked, option_of(action), state.version).best:
            if (laid := choice.set) is None:
                assert choice.hold is None and choice.beaten_by == 0
                continue
            held, away = rank_counts(hand), rank_counts(others)
            assert choice.splits == (laid.rank != JESTER and held[laid.rank] > laid.count - laid.jesters)
            beating = [r for r in range(1, laid.rank) if away[r] and away[r] + away[JESTER] >= laid.count]
            assert choice.beaten_by == len(beating)
            assert choice.hold == 1.0 or beating


def test_a_choice_and_an_action_mean_the_same_option():
    for state, _, action, looked in looked_at(3):
        decision = judge(looked, option_of(action), state.version)
        assert option(decision.chosen) == option_of(action)
        assert {option(choice) for choice in decision.best} <= set(looked.options)


def test_accuracy_falls_with_what_was_lost():
    values = [accuracy(lost) for lost in (0, 2, 10, 30, 100)]
    assert values == sorted(values, reverse=True) and values[0] > 99.9 and values[-1] == 0
