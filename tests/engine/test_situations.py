"""Situations that went wrong in other online games, as far as the rules alone decide them; named by number."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots import easy
from game.engine.actions import Autoplay, ConfirmHand, Next, Origin, Pass, ReturnTax
from game.engine.cards import JESTERS, lowest
from game.engine.codec import encode_observation
from game.engine.errors import NoTaxOwed, NotYourTurn, Refusal, StaleTurn
from game.engine.events import RoundDealt, TaxReturned, TrickWon
from game.engine.observation import hopeless_follow, observe_public, observe_seat
from game.engine.options import Options
from game.engine.record import Opening
from game.engine.rules import apply, deadline, owing, timeout_action, timing_out
from game.engine.state import Finished, Playing, RoundOver

from .positions import (
    both_jesters_at,
    dealt,
    do,
    fresh,
    lay,
    pass_all,
    playing,
    time_out,
    time_out_to_end,
)
from .walks import all_states, walk, walks

GIFTS = ("9 9 10 12", "8 8 12", "4 7 7", "5 6 6 11")


def tax_return():
    """Seats 0 and 1 owe 2 and 1 cards, both from time 1000 on."""
    match = dealt(*GIFTS)
    for seat in range(4):
        match = do(match, seat, ConfirmHand(), at=1000).match
    return match


@pytest.mark.rule("7-times")
def test_s26_a_forged_time_is_up_is_no_action_and_the_deadline_is_the_states_own():
    """Clients have no word for a timeout; what the deadline does is computed, and only for those who owe."""
    match = tax_return()
    assert deadline(match) == 31_000
    before = observe_public(match)
    for seat in range(4):
        with pytest.raises(Refusal):
            do(match, seat, Pass())
    assert observe_public(match) == before


@pytest.mark.rule("7-timeout-gift")
@pytest.mark.parametrize("first", [0, 1])
def test_s27_two_gifts_that_expire_in_the_same_sweep_are_made_once_each(first):
    match = tax_return()
    decision = match.decision
    actions = {seat: timeout_action(match, seat) for seat in owing(match)}
    second = 1 - first
    one = apply(match, first, actions[first], origin=Origin.TIMEOUT, at=31_000, decision=decision)
    with pytest.raises(NoTaxOwed):
        apply(one.match, first, actions[first], origin=Origin.TIMEOUT, at=31_000, decision=decision)
    two = apply(one.match, second, actions[second], origin=Origin.TIMEOUT, at=31_000, decision=decision)
    assert two.match.phase == Playing(0)
    assert two.match.attendance.missed == (1, 1, 0, 0)
    for seat in (0, 1):
        with pytest.raises(StaleTurn):
            apply(two.match, seat, actions[seat], origin=Origin.TIMEOUT, at=31_000, decision=decision)


@pytest.mark.rule("10-stale-turn")
def test_s28_a_pass_that_comes_after_the_automatic_one_is_not_taken_for_the_next_question():
    match = playing("5 9", "1 4", "2 10", "3 11", current=1, top="1x12", by=0)
    asked = match.decision
    match = do(match, 1, timeout_action(match, 1), Origin.TIMEOUT).match
    match = pass_all(lay(match, 2, "1x10"), 3, 0)
    assert owing(match) == (1,)  # it is this seat's turn again
    with pytest.raises(StaleTurn):
        apply(match, 1, Pass(), origin=Origin.PLAYER, at=0, decision=asked)
    assert owing(match) == (1,)


@pytest.mark.rule("7-times")
@given(walks(steps=1200))
def test_s30_the_clock_belongs_to_those_who_owe_and_to_nobody_else(played):
    for match in list(all_states(played))[::10]:
        seen = observe_public(match)
        assert seen.owing == owing(match)
        if seen.is_paused:
            assert seen.owing == ()
            continue
        if seen.phase == "playing":
            assert seen.owing == (seen.current,)
        else:
            assert seen.current is None
        if seen.phase == "taxReturn":
            assert set(seen.owing) == {tax.receiver for tax in seen.taxes if not tax.returned}
        if seen.phase in ("revolutionCheck", "roundOver"):
            assert set(seen.owing) == {seat for seat, done in enumerate(seen.confirmed) if not done}


@pytest.mark.rule("7-slow")
@pytest.mark.rule("7-autoplay")
def test_s31_a_missed_question_counts_once_and_autoplay_takes_over_where_the_match_stands():
    match = tax_return()
    match = time_out(match, at=31_000)
    assert match.attendance.missed == (1, 1, 0, 0)
    before = match
    taken = do(match, 0, Autoplay(True), Origin.ADMIN).match
    assert (taken.hands, taken.table, taken.round, taken.phase) == (
        before.hands,
        before.table,
        before.round,
        before.phase,
    )
    assert taken.attendance.missed == (1, 1, 0, 0)
    action = easy.choose(observe_seat(taken, 0))
    after = do(taken, 0, action, Origin.AUTOPLAY).match
    assert after.attendance.missed == (1, 1, 0, 0)
    assert after.attendance.autoplay[0]


@pytest.mark.rule("7-hopeless")
@given(walks(steps=900), st.integers(0, 2**32))
def test_s48_whether_a_pass_may_be_made_at_once_never_depends_on_a_hand(played, number):
    chance = random.Random(number)
    states = list(all_states(played))
    for match in chance.sample(states, min(20, len(states))):
        seen = observe_public(match)
        for seat in range(played.opening.players):
            if hopeless_follow(seen, seat) and owing(match) == (seat,) and seen.phase == "playing":
                assert observe_seat(match, seat).legal == ()  # and it is right


@pytest.mark.rule("4-turns")
@given(walks(steps=1500))
def test_s56_a_player_going_out_never_shifts_the_turns_of_the_others(played):
    """The next turn is always the next seat, in the order of standing, that can still act."""
    for before, after in zip(played.steps, played.steps[1:], strict=False):
        old, new = before.match, after.match
        if (
            not isinstance(old.phase, Playing)
            or not isinstance(new.phase, Playing)
            or old.decision == new.decision
        ):
            continue
        order = list(new.round.order)
        start = order.index(old.phase.current)
        seen = observe_public(new)
        following = [order[(start + step) % len(order)] for step in range(1, len(order) + 1)]
        if seen.top is not None:
            allowed = [s for s in following if seen.counts[s] and not seen.passed[s] and s != seen.top_by]
            assert new.phase.current == allowed[0]
        else:
            winner = seen.history[-1].winner
            start = order.index(winner)
            from_winner = [order[(start + step) % len(order)] for step in range(len(order))]
            assert new.phase.current == next(s for s in from_winner if seen.counts[s])


@pytest.mark.rule("5-trick-end-out")
@pytest.mark.parametrize("players", range(4, 9))
def test_s57_a_winner_who_is_out_in_the_last_seat_hands_the_lead_round_the_corner(players):
    last = players - 1
    hands = ["9 9 10"] + ["8 12"] * (players - 2) + ["3"]
    match = playing(*hands, current=last, top="1x7", by=last - 1)
    match = lay(match, last, "1x3")
    while observe_public(match).top is not None:
        match = pass_all(match, *owing(match))
    assert match.phase == Playing(0)
    hands[0] = "-"
    match = playing(*hands, current=last, top="1x7", by=last - 1, out={0: 1})
    match = lay(match, last, "1x3")
    while observe_public(match).top is not None:
        match = pass_all(match, *owing(match))
    assert match.phase == Playing(1)


@pytest.mark.rule("7-reaches-end")
@pytest.mark.parametrize("players", range(4, 9))
def test_s58_a_walk_through_states_finds_one_question_open_in_each_or_the_end(players):
    for number in range(12):
        chance = random.Random(f"{players}:{number}")
        options = Options(rounds=1, pass_locks_out=number % 2 == 0, remove_high_cards=number % 3 == 0)
        absent = frozenset(chance.sample(range(players), number % players))
        played = walk(Opening(players, options, chance.randbytes(32), 0), chance, absent, 5000)
        for match in all_states(played):
            assert bool(timing_out(match)) != isinstance(match.phase, Finished)
        assert isinstance(played.match.phase, Finished)


@pytest.mark.rule("5-trick-end")
@pytest.mark.rule("5-lock-out")
@pytest.mark.parametrize("lock", [False, True])
def test_s59_when_all_others_have_passed_the_trick_closes_and_out_seats_are_never_asked(lock):
    options = Options(pass_locks_out=lock)
    match = playing(
        "5 9",
        "-",
        "2 10",
        "3 11",
        "12",
        order=(4, 3, 2, 1, 0),
        top="1x9",
        by=3,
        current=2,
        out={1: 1},
        options=options,
    )
    asked = []
    while observe_public(match).top is not None:
        asked.append(match.phase.current)
        match = pass_all(match, match.phase.current)
    assert asked == [2, 0, 4]
    assert match.phase == Playing(3)


@pytest.mark.rule("4-gift")
@pytest.mark.rule("7-timeout-gift")
def test_s96_a_dalmuti_who_is_gone_holds_up_only_the_own_gift():
    match = tax_return()
    seen = observe_seat(match, 3)  # the greater peon sees the hand without the tribute at once
    assert seen.hand.bit_count() == 2
    assert seen.tax is not None and seen.tax.tribute & seen.hand == 0
    match = do(match, 1, ReturnTax(lowest(match.hands[1], 1)), at=5000).match
    assert owing(match) == (0,)
    assert deadline(match) == 31_000  # the clock did not begin again
    gift = timeout_action(match, 0)
    assert isinstance(gift, ReturnTax)
    after = do(match, 0, gift, Origin.TIMEOUT, at=31_000).match
    assert after.phase == Playing(0)
    assert observe_seat(after, 3).hand == seen.hand | gift.cards


@pytest.mark.rule("4-check")
@pytest.mark.rule("8-same-view")
def test_s97_jesters_together_or_apart_are_the_same_to_everybody_else():
    apart = fresh(5)
    for holder in range(5):
        together = both_jesters_at(holder, apart)
        left, right = apart, together
        for seat in (1, 3, 0, 4, 2):
            for viewer in range(5):
                if viewer != holder and left.hands[viewer] == right.hands[viewer]:
                    one, other = observe_seat(left, viewer), observe_seat(right, viewer)
                    assert encode_observation(one) == encode_observation(other)
            assert encode_observation(observe_public(left)) == encode_observation(observe_public(right))
            assert (owing(left), deadline(left)) == (owing(right), deadline(right))
            if seat == 2:
                break  # the last confirmation moves cards
            declare = seat == holder
            left = do(left, seat, ConfirmHand()).match
            right = do(right, seat, ConfirmHand(declare)).match
        assert together.hands[holder] & JESTERS == JESTERS


@pytest.mark.rule("4-gift")
@pytest.mark.parametrize("first", [0, 1])
def test_s98_both_gifts_in_one_millisecond_or_one_beside_a_deadline_start_the_round_once(first):
    match = tax_return()
    decision = match.decision
    gifts = {seat: ReturnTax(lowest(match.hands[seat], 2 - seat)) for seat in (0, 1)}
    second = 1 - first
    step = apply(match, first, gifts[first], origin=Origin.PLAYER, at=31_000, decision=decision)
    step = apply(
        step.match,
        second,
        timeout_action(step.match, second),
        origin=Origin.TIMEOUT,
        at=31_000,
        decision=decision,
    )
    assert step.match.phase == Playing(0)
    assert step.match.decision == decision + 1
    assert [type(event) for event in step.events].count(TaxReturned) == 1
    with pytest.raises(StaleTurn):
        apply(step.match, second, gifts[second], origin=Origin.PLAYER, at=31_000, decision=decision)


@pytest.mark.rule("5-trick-end-out")
def test_s99_the_last_automatic_pass_after_a_winner_went_out_moves_the_lead_once():
    match = playing("5 9", "4", "2 10", "3 11", current=1, top="1x12", by=0)
    match = pass_all(lay(match, 1, "1x4"), 2, 3)
    decision = match.decision
    step = apply(match, 0, timeout_action(match, 0), origin=Origin.TIMEOUT, at=20_000, decision=decision)
    assert step.events[-1] == TrickWon(1, 2)
    assert step.match.phase == Playing(2)
    for origin in (Origin.TIMEOUT, Origin.PLAYER):
        with pytest.raises(StaleTurn):
            apply(step.match, 0, Pass(), origin=origin, at=20_000, decision=decision)
    with pytest.raises(NotYourTurn):
        do(step.match, 1, Pass())


@pytest.mark.rule("7-hopeless")
def test_s102_the_same_table_with_other_hands_is_as_hopeless():
    tops = [("1x1", 1), ("3x7", 2), ("2x4+J", 3), ("1xJ", 1)]
    for top, by in tops:
        left = observe_public(playing("5 9", "3 3 11", "2 2 10", "10 11 11", top=top, by=by))
        right = observe_public(playing("J J", "12x3", "4x3", "1 6 6", top=top, by=by))
        assert [hopeless_follow(left, seat) for seat in range(4)] == [
            hopeless_follow(right, seat) for seat in range(4)
        ]
    seen = observe_public(playing("5 9", "3 3 11", "2 2 10", "10 11 11", top="3x7", by=2))
    assert [hopeless_follow(seen, seat) for seat in range(4)] == [True, False, False, False]


def test_s98_two_seats_press_next_at_once_and_the_round_is_dealt_once():
    match = fresh()
    while not isinstance(match.phase, RoundOver):
        match = time_out(match)
    decision, events = match.decision, []
    for seat in range(4):
        step = apply(match, seat, Next(), origin=Origin.PLAYER, at=0, decision=decision)
        match, events = step.match, [*events, *step.events]
    assert sum(isinstance(event, RoundDealt) for event in events) == 1
    with pytest.raises(StaleTurn):
        apply(match, 0, Next(), origin=Origin.TIMEOUT, at=0, decision=decision)


def test_s103_a_state_read_after_the_end_shows_the_result():
    seen = observe_public(time_out_to_end(fresh()))
    assert (seen.phase, seen.owing, seen.current, seen.seconds) == ("finished", (), None, None)
    assert seen.ranking is not None
    assert len(seen.ranking) == 4
