"""Pauses: who begins and ends one, what waits meanwhile, and that nobody gains or loses time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import AskPause, Autoplay, ConfirmHand, Next, Origin, Pass, Resume
from game.engine.errors import AlreadyConfirmed, NotPaused, Paused
from game.engine.events import PauseAsked, PauseBegan, PauseDropped, PauseEnded, ResumeAsked
from game.engine.observation import observe_public, observe_seat
from game.engine.pauses import ASK_MS
from game.engine.rules import deadline, owing, timeout_action

from .positions import answer_all, do, fresh, lay, play, playing, time_out
from .walks import walks


def paused(match, seat=0, at=0):
    return do(match, seat, AskPause(needed=1), at=at).match


def phases():
    """A match in every phase that asks something."""
    return [
        fresh(),
        answer_all(fresh(), ConfirmHand()),
        playing("9 9", "8 8", "7 7", "6 6"),
        lay(playing("4", "9 9", "-", "-", out={2: 1, 3: 2}), 0, "1x4"),
    ]


@pytest.mark.rule("7-pause")
def test_a_pause_begins_when_as_many_have_asked_as_are_needed():
    step = do(fresh(), 2, AskPause(needed=3), at=1000)
    assert step.events == (PauseAsked(2, 1, 3),)
    assert not step.match.is_paused and owing(step.match) == owing(fresh())
    with pytest.raises(AlreadyConfirmed):
        do(step.match, 2, AskPause(needed=3), at=1001)
    step = do(step.match, 0, AskPause(needed=3), at=2000)
    assert step.events == (PauseAsked(0, 2, 3),)
    step = do(step.match, 3, AskPause(needed=3), at=3000)
    assert step.events == (PauseBegan(2),)
    assert observe_public(step.match).pause == step.match.pause
    assert step.match.pause is not None and step.match.pause.since == 3000


@pytest.mark.rule("7-pause")
def test_who_decides_needs_no_votes_even_after_having_voted():
    asked = do(fresh(), 2, AskPause(needed=3), at=0).match
    assert do(asked, 2, AskPause(needed=1), at=1).events == (PauseBegan(2),)


@pytest.mark.rule("7-pause")
def test_a_wish_stands_for_a_minute_and_may_be_taken_back():
    asked = do(fresh(), 2, AskPause(needed=3), at=0).match
    assert do(asked, 1, AskPause(needed=3), at=ASK_MS - 1).events == (PauseAsked(1, 2, 3),)
    assert do(asked, 1, AskPause(needed=3), at=ASK_MS).events == (PauseAsked(1, 1, 3),)
    assert do(asked, 2, Resume(needed=1), at=5).events == (PauseDropped(2),)
    with pytest.raises(NotPaused):
        do(asked, 1, Resume(needed=1), at=5)


@pytest.mark.rule("7-paused")
@pytest.mark.parametrize("match", phases())
def test_in_a_pause_every_question_waits_and_nobody_owes_anything(match):
    resting = paused(match, at=10)
    assert owing(resting) == () == observe_public(resting).owing
    assert resting.decision == match.decision and resting.phase == match.phase
    for seat in range(4):
        own = observe_seat(resting, seat)
        assert (own.owes, own.legal, own.can_declare) == (None, (), False)
        for action in (ConfirmHand(), Pass(), Next()):
            with pytest.raises(Paused):
                do(resting, seat, action)
    with pytest.raises(Paused):
        do(resting, 0, AskPause(needed=1))
    assert do(resting, 1, Autoplay(True)).match.attendance.autoplay[1]


@pytest.mark.rule("10-paused")
def test_a_play_in_a_pause_is_refused():
    match = playing("9 9", "8 8", "7 7", "6 6")
    with pytest.raises(Paused) as caught:
        do(paused(match), 0, play(match, 0, "1x9"))
    assert (caught.value.code, caught.value.params) == ("paused", {})


@pytest.mark.rule("10-not-paused")
def test_what_is_not_paused_cannot_go_on():
    with pytest.raises(NotPaused) as caught:
        do(fresh(), 0, Resume(needed=0))
    assert (caught.value.code, caught.value.params) == ("not_paused", {})


@pytest.mark.rule("7-pause-time")
@given(walks(steps=120), st.integers(0, 40_000), st.lists(st.integers(0, 700_000), min_size=1, max_size=4))
def test_s20_a_pause_at_any_moment_keeps_what_is_left_of_the_time(played, waited, lengths):
    match = played.match
    while match.is_paused:
        match = do(match, match.pause.seat, Resume(needed=0), at=match.pause.since).match
    if not (seats := owing(match)):
        return
    at = match.opened_at + waited
    for length in lengths:
        before = deadline(match) - at
        resting = paused(match, seats[0], at)
        assert deadline(resting) == at + 600_000
        at += length
        match = do(resting, seats[0], Resume(needed=1), at=at).match
        assert deadline(match) - at == before
        assert owing(match) == seats and match.decision == resting.decision
        assert match.opened_at <= at


@pytest.mark.rule("7-pause-end")
def test_a_pause_ends_by_votes():
    resting = paused(fresh(), 2, at=100)
    step = do(resting, 1, Resume(needed=2), at=200)
    assert step.events == (ResumeAsked(1, 1, 2),) and step.match.is_paused
    with pytest.raises(AlreadyConfirmed):
        do(step.match, 1, Resume(needed=2), at=201)
    step = do(step.match, 3, Resume(needed=2), at=300)
    assert step.events == (PauseEnded(3),) and step.match.pause is None


@pytest.mark.rule("7-pause-end")
def test_a_pause_ends_by_itself_after_ten_minutes_and_counts_as_nobodys_miss():
    resting = paused(fresh(), 2, at=100)
    resting = do(
        resting, 2, Resume(needed=2), at=200
    ).match  # its vote does not keep the clock from ending it
    assert deadline(resting) == 600_100
    step = do(resting, 2, timeout_action(resting, 2), Origin.TIMEOUT, at=600_100)
    assert step.events == (PauseEnded(2),)
    assert step.match.attendance == fresh().attendance
    assert time_out(step.match).version == step.match.version + len(owing(step.match))
