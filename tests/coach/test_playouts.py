"""Playing a mistake out: worlds that fit what the seat knows, and an answer that only the seed changes."""

from random import Random

import pytest

from game.bots.blindness import shuffled_unseen
from game.bots.view import view_of
from game.coach.judging import look
from game.coach.playouts import LOOKS, _End, check
from game.coach.worlds import deal_unseen, open_world
from game.engine.actions import Origin
from game.engine.cards import JESTER, rank_counts
from game.engine.observation import observe_public, observe_seat
from game.engine.rules import apply
from game.engine.state import Playing
from tests.coach.helpers import decisions


def test_a_world_fits_all_that_the_seat_knows():
    chance = Random(1)
    for state, seat, _ in decisions(4):
        seen = observe_seat(state, seat)
        view, hands = view_of(seen), deal_unseen(seen, chance)
        assert hands[seat] == state.hands[seat]
        owed = seen.owes.count if seen.owes and seen.owes.kind == "returnTax" else 0
        lacking = {seen.tax.payer: owed} if owed and seen.tax else {}
        for standing, other in enumerate(seen.public.order):
            if other != seat:
                assert hands[other].bit_count() == view.sizes[standing] - lacking.get(other, 0)
        away = [0] * (JESTER + 1)
        for other, hand in enumerate(hands):
            if other != seat:
                away = [a + b for a, b in zip(away, rank_counts(hand), strict=True)]
        assert away == list(view.unseen)
        if seen.tax is not None and not owed:
            partner = seen.tax.payer if seen.tax.receiver == seat else seen.tax.receiver
            held = rank_counts(hands[partner])
            assert all(a >= b for a, b in zip(held, view.known, strict=True))


def test_in_the_world_as_it_is_a_choice_leads_to_the_table_it_led_to():
    for state, seat, action in decisions(3):
        if not isinstance(state.phase, Playing):
            continue
        seen = observe_seat(state, seat)
        after = apply(state, seat, action, origin=Origin.BOT, at=0).match
        if not isinstance(after.phase, Playing):
            continue
        looked = look(seen)
        for option in looked.options:
            world = open_world(seen, state.hands, option)
            if world.hands == after.hands:
                assert (world.table, world.phase) == (after.table, after.phase)
                break
        else:
            pytest.fail("no option leads to what happened")


def a_decision():
    """Somebody at a table in full swing, with a choice that matters."""
    for state, seat, _ in decisions(1):
        seen = observe_seat(state, seat)
        if isinstance(state.phase, Playing) and len(observe_public(state).history) > 2:
            looked = look(seen)
            ranking = looked.ranking
            if looked.places[ranking[-1]] - looked.places[ranking[0]] > 0.3:
                return state, seat, looked.options[ranking[-1]], looked.options[ranking[0]]
    raise AssertionError("none found")


def test_an_answer_is_the_same_for_the_same_seed_however_the_unseen_cards_lie(monkeypatch):
    monkeypatch.setattr("game.coach.playouts.LOOKS", (3, 6))
    state, seat, chosen, better = a_decision()
    other = shuffled_unseen(state, seat, Random(3))
    first = check(observe_seat(state, seat), chosen, better, "seed", 99_999)
    assert first == check(observe_seat(other, seat), chosen, better, "seed", 99_999)
    assert first != check(observe_seat(state, seat), chosen, better, "another", 99_999)


def test_two_choices_alike_gain_nothing_and_stop_at_once(monkeypatch):
    monkeypatch.setattr("game.coach.playouts.LOOKS", (4, 8))
    state, seat, _, better = a_decision()
    effort = check(observe_seat(state, seat), better, better, "seed", 99_999)
    assert effort.checked.gain == effort.checked.margin == 0 and not effort.checked.is_sure
    assert effort.checked.pairs == 4


def test_a_gain_counts_only_where_chance_cannot_explain_it(monkeypatch):
    state, seat, chosen, better = a_decision()
    seen = observe_seat(state, seat)
    ends = {True: iter([3, 5] * 400), False: iter([4, 2] * 400)}  # worse by 3 or by -1
    monkeypatch.setattr("game.coach.playouts.open_world", lambda seen, hands, option: option == better)
    monkeypatch.setattr("game.coach.playouts._played_out", lambda world, seat: _End(next(ends[world]), 1))
    worse = check(seen, better, chosen, "seed", 99_999).checked
    assert worse.gain == 1 and worse.is_sure and worse.pairs == LOOKS[0]
    ends.update({True: iter([1, 3] * 400), False: iter([3, 1] * 400)})
    even = check(seen, better, chosen, "seed", 99_999).checked
    assert even.gain == 0 and not even.is_sure and even.pairs == LOOKS[-1]


def test_no_look_is_begun_that_costs_more_than_it_may(monkeypatch):
    state, seat, chosen, better = a_decision()
    monkeypatch.setattr("game.coach.playouts.open_world", lambda seen, hands, option: option == better)
    ends = iter([1, 3, 3, 1] * 400)  # never sure
    monkeypatch.setattr("game.coach.playouts._played_out", lambda world, seat: _End(next(ends), 10))
    effort = check(observe_seat(state, seat), chosen, better, "seed", most=1600)
    assert effort.checked.pairs == LOOKS[1] and effort.choices == 1600
    assert check(observe_seat(state, seat), chosen, better, "seed", most=0).checked.pairs == LOOKS[0]
