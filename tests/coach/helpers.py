"""Decisions for the coach's tests: matches played by easy bots, at every place where a seat chose cards."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from game.bots import easy
from game.bots.blindness import any_options
from game.bots.selfplay import match_seed, play
from game.engine.actions import Action, Origin, Pass, Play, ReturnTax
from game.engine.cards import Seat
from game.engine.options import Options
from game.engine.record import LoggedAction, Opening
from game.engine.state import Match


def played(number: int, *, players: int = 5, **options: object) -> tuple[list[Match], list[LoggedAction]]:
    """The states of a whole match and its log, as if people had played it."""
    opening = Opening(players, Options(**{"rounds": 1, **options}), match_seed("coach", number), 0)  # type: ignore[arg-type]
    states: list[Match] = []
    log: list[LoggedAction] = []
    for logged, step in play(opening, easy.choose):
        states.append(step.match)
        if logged is not None:
            log.append(replace(logged, origin=Origin.PLAYER))
    return states, log


def decisions(matches: int) -> Iterator[tuple[Match, Seat, Action]]:
    """Every state of some matches with drawn options in which a seat chose cards, with the seat and what it did."""
    for number in range(matches):
        chance = Random(f"coach:{number}")
        opening = Opening(chance.randint(4, 8), any_options(chance), match_seed("coach", number), 0)
        before: Match | None = None
        for logged, step in play(opening, easy.choose):
            if (
                before is not None
                and logged is not None
                and isinstance(logged.action, Play | Pass | ReturnTax)
            ):
                yield before, logged.seat, logged.action
            before = step.match
