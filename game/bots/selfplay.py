"""Whole matches played by bots through the real engine: for measurements, golden matches and tests."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import TypeAlias

from game.engine.actions import Action, Origin
from game.engine.observation import SeatObservation, observe_public, observe_seat
from game.engine.record import LoggedAction, Opening
from game.engine.rules import Step, apply, open_match, owing

Chooser: TypeAlias = Callable[[SeatObservation], Action]

STEP_MS = 1000
"""The time that passes before every action of a match played here."""


def match_seed(name: str, number: int) -> bytes:
    """The seed of one match of a series: SHA-256 of "<name>:<number>"."""
    return sha256(f"{name}:{number}".encode()).digest()


def play(opening: Opening, choose: Chooser) -> Iterator[tuple[LoggedAction | None, Step]]:
    """Every step of a match in which all seats choose alike, with its action (None for the opening).

    Those who owe an answer at once all see the table as it was when the question was asked.
    """
    step = open_match(players=opening.players, options=opening.options, seed=opening.seed, at=opening.at)
    yield None, step
    at = opening.at
    while seats := owing(step.match):
        asked = step.match
        public = observe_public(asked)
        for seat in seats:
            action = choose(observe_seat(asked, seat, public))
            at += STEP_MS
            step = apply(step.match, seat, action, origin=Origin.BOT, at=at, decision=asked.decision)
            yield LoggedAction(step.match.version, seat, action, Origin.BOT, at), step
