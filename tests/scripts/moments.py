"""Two moments of a match that follow each other, to be shown one after the other."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from game.bots import easy
from game.engine.actions import Action, ConfirmHand
from game.engine.events import Event, RevolutionDeclared
from game.engine.observation import SeatObservation
from game.engine.options import Options
from tests.rendering.scenes import Scene, steps


class Change(NamedTuple):
    """A moment and the next one, nobody looking yet."""

    before: Scene
    after: Scene

    def seen_by(self, seat: int | None) -> "Change":
        """The same change for a viewer."""
        return Change(self.before.seen_by(seat), self.after.seen_by(seat))


def declaring(own: SeatObservation) -> Action:
    """The easy bot, but whoever holds both jesters declares."""
    return ConfirmHand(True) if own.can_declare else easy.choose(own)


def change(
    wanted: type[Event],
    when: Callable[[Change], bool] = lambda _: True,
    players: int = 6,
    options: Options | None = None,
    choose: Callable[[SeatObservation], Action] = easy.choose,
) -> Change:
    """The first change with such an event that is as asked for."""
    for seed in range(1, 300):
        moments = steps(players, seed=seed, options=options, choose=choose)
        for (match, events), (later, happened) in pairwise(moments):
            found = Change(Scene(match, events, None), Scene(later, happened, None))
            if any(isinstance(event, wanted) for event in happened) and when(found):
                return found
    raise LookupError(f"no such change: {wanted}")


def is_great(found: Change) -> bool:
    """Whether the last one declares."""
    return any(isinstance(event, RevolutionDeclared) and event.great for event in found.after.events)
