"""The engine's front door: the rules of every engine version this site knows, and the choice between them.

A match is opened by the newest one and keeps it: its state says by which rules it is played. `apply` is total: every
action either leads to a step or raises a Refusal, and its input is never changed.
"""

from collections.abc import Callable

import msgspec

from game.engine import rules1
from game.engine.actions import Action, Origin
from game.engine.cards import Seat
from game.engine.deadlines import deadline, owing, timeout_action, timing_out
from game.engine.options import Options
from game.engine.sets import PlayedSet
from game.engine.state import Match, Step

__all__ = [
    "ENGINE_VERSION",
    "Step",
    "apply",
    "deadline",
    "legal_sets",
    "open_match",
    "owing",
    "timeout_action",
    "timing_out",
]

ENGINE_VERSION = rules1.VERSION
"""What new matches are played by. Changes whenever an old log would no longer replay to the same match."""


class Rules(msgspec.Struct, frozen=True):
    """What one engine version does of its own. Deadlines are no part of it: the log has what they led to."""

    open_match: Callable[..., Step]
    apply: Callable[..., Step]
    legal_sets: Callable[[Match, Seat], tuple[PlayedSet, ...]]


ENGINES: dict[str, Rules] = {rules1.VERSION: Rules(rules1.open_match, rules1.apply, rules1.legal_sets)}
"""Every version in which a match may still be replayed or played to its end. None is ever taken out."""


class UnknownEngine(ValueError):
    """A match was played by an engine that this site does not have."""

    def __init__(self, version: str) -> None:
        super().__init__(f"engine {version!r} is not known here")
        self.version = version


def open_match(
    *,
    players: int,
    options: Options,
    seed: bytes,
    at: int,
    committed: str | None = None,
    engine: str = ENGINE_VERSION,
) -> Step:
    """A match with its first round dealt, at version 0.

    `committed` is the commitment everybody was shown; without one, it is that of the seed. `at` in ms. Raises:
    UnknownEngine; ValueError for players or seed.
    """
    if engine not in ENGINES:
        raise UnknownEngine(engine)
    rules = ENGINES[engine]
    return rules.open_match(players=players, options=options, seed=seed, at=at, committed=committed)


def apply(
    match: Match, seat: Seat, action: Action, *, origin: Origin, at: int, decision: int | None = None
) -> Step:
    """The step that an action of a seat leads to, at `at` (ms), by the rules the match is played by.

    A `decision` that is not the open one makes the action stale; autoplay and pauses answer no question and ignore
    it.
    Raises: Refusal; ValueError for a seat that does not exist.
    """
    rules = ENGINES[match.setup.engine]
    return rules.apply(match, seat, action, origin=origin, at=at, decision=decision)


def legal_sets(match: Match, seat: Seat) -> tuple[PlayedSet, ...]:
    """Every set the seat may lay down now; empty unless it is its turn to play."""
    return ENGINES[match.setup.engine].legal_sets(match, seat)
