"""Deadlines.

How long a question may stay open, and what is done for a seat that lets it pass (rules section 7).
"""

from typing import assert_never

from game.engine.actions import Action, ConfirmHand, Next, Pass, Play, Resume, ReturnTax
from game.engine.cards import RANK, Seat, weakest, worst_rank
from game.engine.errors import MatchOver, NoTaxOwed
from game.engine.state import Finished, Match, Playing, RevolutionCheck, RoundOver, TaxReturn

REVOLUTION_CHECK_SECONDS = 20
TAX_RETURN_SECONDS = 30
ROUND_OVER_SECONDS = 8
SLOW_SECONDS = 5
PAUSE_SECONDS = 600


def owing(match: Match) -> tuple[Seat, ...]:
    """The seats that owe an answer to the open question; empty in a pause and when the match has ended."""
    if match.is_paused:
        return ()
    phase = match.phase
    match phase:
        case Playing():
            return (phase.current,)
        case RevolutionCheck():
            return tuple([seat for seat, done in enumerate(phase.confirmed) if not done])
        case TaxReturn():
            return tuple([tax.receiver for tax in match.round.public_taxes if not tax.returned])
        case RoundOver():
            return tuple([seat for seat, done in enumerate(phase.ready) if not done])
        case Finished():
            return ()
        case _:
            assert_never(phase)


def timing_out(match: Match) -> tuple[Seat, ...]:
    """The seats for which something is done at the deadline: those that owe; in a pause, the one that asked for it."""
    return (match.pause.seat,) if match.pause is not None and match.is_paused else owing(match)


def seconds(match: Match) -> int | None:
    """How long the open question may stay open, or a pause last; None when the match has ended."""
    if match.is_paused:
        return PAUSE_SECONDS
    phase = match.phase
    match phase:
        case Playing():
            slow = match.attendance.slow[phase.current]
            return SLOW_SECONDS if slow else match.setup.options.turn_seconds
        case RevolutionCheck():
            allowed = REVOLUTION_CHECK_SECONDS
        case TaxReturn():
            allowed = TAX_RETURN_SECONDS
        case RoundOver():
            allowed = ROUND_OVER_SECONDS
        case Finished():
            return None
        case _:
            assert_never(phase)
    return SLOW_SECONDS if all(match.attendance.slow[seat] for seat in owing(match)) else allowed


def deadline(match: Match) -> int | None:
    """When the open question, or a pause, times out, in ms since the epoch; None when the match has ended."""
    allowed = seconds(match)
    if allowed is None:
        return None
    since = match.pause.since if match.pause is not None else None
    return (match.opened_at if since is None else since) + 1000 * allowed


def timeout_action(match: Match, seat: Seat) -> Action:
    """What is done for a seat at the deadline. Raises: MatchOver, NoTaxOwed."""
    if match.is_paused:
        return Resume(needed=0)
    match match.phase:
        case RevolutionCheck():
            return ConfirmHand(declare_revolution=False)
        case TaxReturn():
            return ReturnTax(weakest(match.hands[seat], owed_count(match, seat)))
        case Playing():
            return Pass() if match.table.top else _whole_worst_group(match, seat)
        case RoundOver():
            return Next()
        case Finished():
            raise MatchOver()
        case _:
            assert_never(match.phase)


def owed_count(match: Match, seat: Seat) -> int:
    """How many cards a seat must still give back. Raises: NoTaxOwed."""
    for tax in match.round.public_taxes:
        if tax.receiver == seat and not tax.returned:
            return tax.count
    raise NoTaxOwed()


def _whole_worst_group(match: Match, seat: Seat) -> Play:
    hand = match.hands[seat]
    worst = worst_rank(hand)
    return Play(hand & RANK[worst] if worst else hand)
