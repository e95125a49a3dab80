"""Pauses: asked for, granted, ended. While one lasts, every question waits and no clock runs."""

from msgspec.structs import replace

from game.engine.actions import AskPause, Resume
from game.engine.cards import Seat
from game.engine.errors import AlreadyConfirmed, NotPaused, Paused
from game.engine.events import PauseAsked, PauseBegan, PauseDropped, PauseEnded, ResumeAsked
from game.engine.state import Match, Pause, Step

ASK_MS = 60_000
"""How long a wish for a pause stands."""


def apply(match: Match, seat: Seat, action: AskPause | Resume, *, at: int) -> Step:
    """The step of a wish for a pause or for going on. Raises: Paused, NotPaused, AlreadyConfirmed."""
    if isinstance(action, AskPause):
        return _ask(match, seat, action.needed, at=at)
    return _resume(match, seat, action.needed, at=at)


def is_open(pause: Pause | None, at: int) -> bool:
    """Whether a wish for a pause, not granted yet, still stands at `at` (ms)."""
    return pause is not None and pause.since is None and at < pause.asked_at + ASK_MS


def _ask(match: Match, seat: Seat, needed: int, *, at: int) -> Step:
    pause = match.pause
    if pause is not None and pause.since is not None:
        raise Paused()
    if pause is None or not is_open(pause, at):
        pause = Pause(seat, at, ())
    votes = _votes(pause, seat, needed)
    if len(votes) < needed:
        return Step(
            replace(match, pause=replace(pause, votes=votes)), (PauseAsked(seat, len(votes), needed),)
        )
    return Step(replace(match, pause=replace(pause, votes=(), since=at)), (PauseBegan(pause.seat),))


def _resume(match: Match, seat: Seat, needed: int, *, at: int) -> Step:
    pause = match.pause
    if pause is not None and pause.since is not None:
        votes = _votes(pause, seat, needed)
        if len(votes) < needed:
            event = ResumeAsked(seat, len(votes), needed)
            return Step(replace(match, pause=replace(pause, votes=votes)), (event,))
        # The open question moves on by as long as it waited: what was left of its time is left still.
        opened_at = match.opened_at + at - pause.since
        return Step(replace(match, pause=None, opened_at=opened_at), (PauseEnded(seat),))
    if pause is not None and pause.seat == seat and is_open(pause, at):
        return Step(replace(match, pause=None), (PauseDropped(seat),))
    raise NotPaused()


def _votes(pause: Pause, seat: Seat, needed: int) -> tuple[Seat, ...]:
    """The votes with this seat's. A second vote of a seat counts only where it decides by itself."""
    if seat not in pause.votes:
        return (*pause.votes, seat)
    if len(pause.votes) < needed:
        raise AlreadyConfirmed()
    return pause.votes
