"""Rounds: dealing one, and waiting for everybody before the next (rules sections 4.3 and 5)."""

from msgspec.structs import replace

from game.engine import taxation
from game.engine.actions import Action, Next
from game.engine.cards import Seat, full_deck
from game.engine.dealing import deal
from game.engine.errors import AlreadyConfirmed, WrongPhase
from game.engine.events import Event, NextPressed, RoundDealt
from game.engine.state import (
    Match,
    RevolutionCheck,
    Round,
    RoundOver,
    Step,
    empty_table,
    nobody,
    open_question,
    turn_order,
    with_seat,
)


def start(match: Match, number: int, order: tuple[Seat, ...], events: tuple[Event, ...], *, at: int) -> Step:
    """Deals round `number` to the standing `order`; `events` come first in the step."""
    setup = match.setup
    dealt = replace(
        match,
        round=Round(number, order, turn_order(order)),
        hands=deal(full_deck(setup.options), order, seed=setup.seed, round_number=number),
        table=empty_table(setup.players),
    )
    events = (*events, RoundDealt(number, order))
    if setup.options.revolution:
        return Step(open_question(dealt, RevolutionCheck(nobody(setup.players)), at=at), events)
    return taxation.levy(dealt, events, at=at)


def apply(match: Match, phase: RoundOver, seat: Seat, action: Action, *, at: int) -> Step:
    """The step that a "next" leads to; the last one deals. Raises: Refusal."""
    if not isinstance(action, Next):
        raise WrongPhase()
    if phase.ready[seat]:
        raise AlreadyConfirmed()
    ready = with_seat(phase.ready, seat, True)
    pressed = replace(match, phase=RoundOver(ready))
    events = (NextPressed(seat),)
    if not all(ready):
        return Step(pressed, events)
    return start(pressed, match.round.number + 1, match.results[-1].order, events, at=at)
