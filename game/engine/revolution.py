"""The revolution check: everybody confirms, both jesters may declare (rules section 4.4)."""

from msgspec.structs import replace

from game.engine import taxation, tricks
from game.engine.actions import Action, ConfirmHand
from game.engine.cards import JESTERS, Hand, Seat
from game.engine.errors import AlreadyConfirmed, NeedsBothJesters, WrongPhase
from game.engine.events import Event, HandConfirmed, RevolutionDeclared
from game.engine.state import Match, RevolutionCheck, Step, turn_order, with_seat


def may_declare(hand: Hand) -> bool:
    """Whether a hand as dealt holds both jesters."""
    return hand & JESTERS == JESTERS


def apply(match: Match, phase: RevolutionCheck, seat: Seat, action: Action, *, at: int) -> Step:
    """The step that a confirmation leads to.

    A declaration takes effect when all have confirmed. Raises: Refusal.
    """
    if not isinstance(action, ConfirmHand):
        raise WrongPhase()
    if phase.confirmed[seat]:
        raise AlreadyConfirmed()
    if action.declare_revolution and not may_declare(match.hands[seat]):
        raise NeedsBothJesters()
    confirmed = with_seat(phase.confirmed, seat, True)
    declared_by = seat if action.declare_revolution else phase.declared_by
    checked = replace(match, phase=RevolutionCheck(confirmed, declared_by))
    events: tuple[Event, ...] = (HandConfirmed(seat),)
    if not all(confirmed):
        return Step(checked, events)
    if declared_by is None:
        return taxation.levy(checked, events, at=at)
    return _revolt(checked, declared_by, events, at=at)


def _revolt(match: Match, seat: Seat, events: tuple[Event, ...], *, at: int) -> Step:
    """No tax; the greater peon's declaration turns the whole order round."""
    order = match.round.order
    great = seat == order[-1]
    if great:
        order = order[::-1]
    now = replace(
        match.round,
        order=order,
        after=turn_order(order),
        revolution="great" if great else "revolution",
        revolution_by=seat,
    )
    events = (*events, RevolutionDeclared(seat, great, order))
    return Step(tricks.start(replace(match, round=now), at=at), events)
