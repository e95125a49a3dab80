"""The end of a round and of a match, and what comes between two rounds."""

import pytest

from game.engine.actions import Next
from game.engine.events import MatchEnded, NextPressed, RoundDealt, RoundEnded, SetPlayed, WentOut
from game.engine.notation import format_hand
from game.engine.observation import observe_public, observe_seat
from game.engine.options import Options
from game.engine.rules import owing
from game.engine.state import Finished, RevolutionCheck, RoundOver, TaxReturn

from .positions import do, fresh, lay, pass_all, play, playing, press_next, time_out, time_out_to_end

ORDER = (2, 0, 3, 1)


def two_left(**changes):
    """Seats 3 and 0 are out in this order; seat 1 can go out, then seat 2 is last."""
    hands = ("-", "4", "9 9 10", "-")
    return playing(*hands, current=1, order=ORDER, top="1x5", by=2, out={3: 1, 0: 2}, **changes)


@pytest.mark.rule("5-round-end")
def test_the_round_ends_at_once_when_one_seat_is_left_with_cards():
    match = two_left()
    step = do(match, 1, play(match, 1, "1x4"))
    order = (3, 0, 1, 2)
    assert [type(event) for event in step.events] == [SetPlayed, WentOut, RoundEnded]
    assert step.events[-1] == RoundEnded(1, order)
    assert isinstance(step.match.phase, RoundOver)
    seen = observe_public(step.match)
    assert seen.results[0].order == order
    assert seen.out == (2, 3, None, 1)
    assert (seen.counts[2], seen.current) == (3, None)  # the last cards are not played
    assert format_hand(observe_seat(step.match, 2).hand) == "9 9 10"


@pytest.mark.rule("5-round-end")
def test_a_round_ends_even_when_the_last_seats_have_not_answered_the_set():
    match = playing("12 12", "9 9 10", "-", "-", current=0, order=ORDER, out={2: 1, 3: 2})
    assert isinstance(lay(match, 0, "2x12").phase, RoundOver)


@pytest.mark.rule("5-next-round")
def test_the_next_round_begins_when_everybody_is_ready_in_the_finish_order():
    match = lay(two_left(), 1, "1x4")
    decision = match.decision
    for count, seat in enumerate((1, 3, 0)):
        assert observe_public(match).confirmed.count(True) == count
        step = do(match, seat, Next())
        assert step.events == (NextPressed(seat),)
        match = step.match
        assert match.decision == decision
    step = do(match, 2, Next())
    assert step.events == (NextPressed(2), RoundDealt(2, (3, 0, 1, 2)))
    assert step.match.round.number == 2
    assert step.match.round.order == (3, 0, 1, 2)
    assert isinstance(step.match.phase, RevolutionCheck)
    assert [hand.bit_count() for hand in step.match.hands] == [20] * 4
    assert observe_public(step.match).history == ()
    assert observe_public(step.match).out == (None,) * 4


@pytest.mark.rule("5-next-round")
def test_the_tax_of_the_next_round_follows_the_new_standing():
    match = press_next(lay(two_left(options=Options(revolution=False)), 1, "1x4"))
    assert isinstance(match.phase, TaxReturn)
    assert [(tax.payer, tax.receiver) for tax in match.round.public_taxes] == [(2, 3), (1, 0)]


@pytest.mark.rule("5-match-end")
def test_after_the_last_round_the_match_ends_at_once():
    match = two_left(options=Options(rounds=1))
    step = do(match, 1, play(match, 1, "1x4"))
    assert isinstance(step.match.phase, Finished)
    assert [type(event) for event in step.events][-2:] == [RoundEnded, MatchEnded]
    assert owing(step.match) == ()
    assert observe_public(step.match).phase == "finished"
    assert observe_public(step.match).seed == step.match.setup.seed.hex()


@pytest.mark.rule("5-match-end")
@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_a_match_has_as_many_rounds_as_its_option_says(rounds):
    match = time_out_to_end(fresh(options=Options(rounds=rounds)))
    assert len(match.results) == rounds == match.round.number


@pytest.mark.rule("5-going-out")
def test_two_rounds_without_help_from_anybody():
    match = lay(two_left(options=Options(rounds=3)), 1, "1x4")
    match = press_next(match)
    while match.round.number == 2:
        match = time_out(match)
    assert len(match.results) == 2
    assert match.round.order == match.results[1].order


@pytest.mark.rule("5-round-end")
@pytest.mark.parametrize("players", range(4, 9))
def test_the_last_two_of_any_number_of_players(players):
    hands = ["-"] * players
    hands[1], hands[2] = "3 3", "5 5"
    places = {
        seat: place for place, seat in enumerate((s for s in range(players) if s not in (1, 2)), start=1)
    }
    match = playing(*hands, current=1, out=places)
    match = lay(match, 1, "1x3")
    match = pass_all(match, 2)
    ended = lay(match, 1, "1x3")
    assert ended.results[0].order == (0, *range(3, players), 1, 2)
