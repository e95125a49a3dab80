"""What a finished log says of every seat in every round: the figures that statistics are added up from."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from game.engine.actions import Action, AskPause, ConfirmHand, Next, Origin, Play, Resume
from game.engine.cards import JESTER, JESTERS, Seat
from game.engine.history import RoundResult
from game.engine.sets import classify


class Logged(Protocol):
    """What is read of a committed action."""

    @property
    def seat(self) -> Seat: ...
    @property
    def action(self) -> Action: ...
    @property
    def origin(self) -> Origin: ...


class SeatRound(msgspec.Struct, kw_only=True):
    """How one seat fared in one round.

    `standing` is the one the round was dealt to, also where a great revolution turned the order round; `place` the
    one it ended with; both 1-based. `revolution`: 1 declared, 2 a great one. Of the jesters a seat had, `mixed` were
    laid down among others, `alone` as 13, `kept` were in its hand when the round ended. `timeouts`: answers that its
    deadline gave, pauses and the readiness for the next round left aside.
    """

    seat: Seat
    round: int
    players: int
    standing: int
    place: int
    revolution: int = 0
    mixed: int = 0
    alone: int = 0
    kept: int = 0
    timeouts: int = 0


_NO_ANSWER = (Next, AskPause, Resume)


def seat_rounds(
    first_order: Sequence[Seat], results: Sequence[RoundResult], log: Iterable[Logged]
) -> list[SeatRound]:
    """A line for every seat of every round, by round and seat.

    `first_order` are the seats that round 1 was dealt to, best first. One pass over the log, without its states: a
    round has ended when all seats have pressed `next` once more. Not checked: that results and log belong together.
    """
    players, order, lines = len(first_order), first_order, []
    for number, result in enumerate(results, start=1):
        lines += [
            SeatRound(
                seat=seat,
                round=number,
                players=players,
                standing=order.index(seat) + 1,
                place=result.order.index(seat) + 1,
            )
            for seat in range(players)
        ]
        order = result.order
    nexts = 0
    for logged in log:
        action = logged.action
        line = lines[nexts // players * players + logged.seat]
        if isinstance(action, Next):
            nexts += 1
        elif isinstance(action, Play):
            if action.cards & JESTERS:
                _count_jesters(line, action)
        elif isinstance(action, ConfirmHand) and action.declare_revolution:
            line.revolution = 2 if results[line.round - 1].revolution == "great" else 1
        if logged.origin is Origin.TIMEOUT and not isinstance(action, _NO_ANSWER):
            line.timeouts += 1
    for number, result in enumerate(results):
        laid = sum(line.mixed + line.alone for line in lines[number * players : (number + 1) * players])
        # One seat alone has cards at the end of a round: what was not laid down is in its hand.
        lines[number * players + result.order[-1]].kept = JESTERS.bit_count() - laid
    return lines


def _count_jesters(line: SeatRound, play: Play) -> None:
    played = classify(play.cards)
    if played.rank == JESTER:
        line.alone += played.jesters
    else:
        line.mixed += played.jesters
