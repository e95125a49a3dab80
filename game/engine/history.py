"""What everybody saw: turns, tricks and results in the public form that state and observations share.

There is room for no card id here: which copies were laid down stays with their owner.
"""

from typing import Literal, TypeAlias

import msgspec

from game.engine.cards import Seat
from game.engine.sets import PlayedSet

RevolutionName: TypeAlias = Literal["none", "revolution", "great"]


class Turn(msgspec.Struct, frozen=True):
    """One public act in a trick: `set` is None for a pass."""

    seat: Seat
    set: PlayedSet | None


class Trick(msgspec.Struct, frozen=True):
    """A trick as everybody saw it; `winner` is None while it runs. `turns` holds sets and passes in order."""

    leader: Seat
    turns: tuple[Turn, ...]
    winner: Seat | None


class RoundResult(msgspec.Struct, frozen=True):
    """A finished round: seats in finish order, best first, and whether a revolution had been declared."""

    order: tuple[Seat, ...]
    revolution: RevolutionName


class Ranked(msgspec.Struct, frozen=True):
    """One line of the final ranking. `places[round - 1]` is 1-based."""

    seat: Seat
    rank: int
    total: int
    places: tuple[int, ...]
