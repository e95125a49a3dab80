"""What one seat saw of a finished match whenever it had cards to decide on, read off the match's steps.

The one place here that touches states: it hands on observations only.
"""

from collections.abc import Iterator, Sequence

from game.coach.review import Moment
from game.engine.actions import Origin, Pass, Play, ReturnTax
from game.engine.cards import Seat
from game.engine.observation import observe_seat
from game.engine.record import LoggedAction
from game.engine.state import Match, Playing


def moments_of(states: Sequence[Match], log: Sequence[LoggedAction], seat: Seat) -> Iterator[Moment]:
    """The seat's moments: where play of each round begins, and each of its plays, passes and gifts.

    `states[n]` is the match after n actions of the log.
    """
    begun = 0
    for version, logged in enumerate(log):
        state = states[version]
        if isinstance(state.phase, Playing) and state.round.number != begun:
            begun = state.round.number
            yield Moment(version, observe_seat(state, seat), None, False)
        if logged.seat == seat and isinstance(logged.action, Play | Pass | ReturnTax):
            yield Moment(version, observe_seat(state, seat), logged.action, logged.origin is Origin.PLAYER)
