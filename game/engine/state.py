"""The state of a match: small frozen values, split so that a play replaces only a few of them.

This is the whole truth, hands and seed included. It never leaves the server; viewers get observations. Card
ids laid down are not kept: the log has them, and no rule asks for them again. Tuples without another note
are by seat.
"""

from functools import cache
from typing import TypeAlias, TypeVar

import msgspec

from game.engine.cards import Hand, Rank, Seat
from game.engine.events import Event
from game.engine.hidden import Hidden
from game.engine.history import Ranked, RevolutionName, RoundResult, Trick
from game.engine.options import Options
from game.engine.sets import PlayedSet
from game.engine.standing import Drawing
from game.engine.taxes import OwnTax, TaxObservation

T = TypeVar("T")


class Setup(Hidden, frozen=True):
    """What never changes in a match. `draws[seat]` are the ranks drawn for the first standing, or None.

    `engine` is the version of the rules it is played by.
    """

    players: int
    options: Options
    seed: bytes
    commitment: str
    drawings: tuple[Drawing, ...]
    draws: tuple[tuple[Rank, ...], ...] | None
    engine: str


class Attendance(msgspec.Struct, frozen=True):
    """Who answers in time: own deadlines missed in a row, whether that makes a seat slow, and autoplay."""

    missed: tuple[int, ...]
    slow: tuple[bool, ...]
    autoplay: tuple[bool, ...]


class Round(Hidden, frozen=True):
    """What a round began with.

    `order` is best standing first; `after[seat]` is the next seat in turn order. `taxes` and
    `public_taxes` are the same taxes, with and without their cards.
    """

    number: int
    order: tuple[Seat, ...]
    after: tuple[Seat, ...]
    revolution: RevolutionName = "none"
    revolution_by: Seat | None = None
    taxes: tuple[OwnTax, ...] = ()
    public_taxes: tuple[TaxObservation, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """What lies on the table and was seen this round.

    `passed` counts since the top set was played; with `passLocksOut`, since the trick began. `out` is the
    place (1-based) of a seat without cards. `trick` is None between two tricks.
    """

    history: tuple[Trick, ...]
    trick: Trick | None
    top: PlayedSet | None
    top_by: Seat | None
    passed: tuple[bool, ...]
    out: tuple[int | None, ...]


class RevolutionCheck(Hidden, frozen=True, tag="revolutionCheck"):
    """Everybody looks at their hand. `declared_by` stays secret until the phase ends."""

    confirmed: tuple[bool, ...]
    declared_by: Seat | None = None


class TaxReturn(msgspec.Struct, frozen=True, tag="taxReturn"):
    """The receivers of `Round.taxes` choose what to give back."""


class Playing(msgspec.Struct, frozen=True, tag="playing"):
    """It is the turn of `current`: a lead where the table has no top, else a follow."""

    current: Seat


class RoundOver(msgspec.Struct, frozen=True, tag="roundOver"):
    """The result is shown until everybody is ready for the next round."""

    ready: tuple[bool, ...]


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """The match has ended. `ranking` is best first."""

    ranking: tuple[Ranked, ...]


class Pause(msgspec.Struct, frozen=True):
    """A pause that `seat` asked for at `asked_at` (ms); it lasts `since` (ms), or is only wished for (None).

    `votes` are the seats that wish for it, and once it lasts, those that wish to go on.
    """

    seat: Seat
    asked_at: int
    votes: tuple[Seat, ...]
    since: int | None = None


Phase: TypeAlias = RevolutionCheck | TaxReturn | Playing | RoundOver | Finished


class Match(Hidden, frozen=True):
    """A match at one version.

    `version` counts committed actions, `decision` the questions asked. `opened_at` is when the open
    question was asked, in ms since the epoch, moved on by pauses.
    """

    setup: Setup
    version: int
    decision: int
    opened_at: int
    attendance: Attendance
    round: Round
    hands: tuple[Hand, ...]
    table: Table
    phase: Phase
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    pause: Pause | None = None

    @property
    def is_paused(self) -> bool:
        """Whether every question waits."""
        return self.pause is not None and self.pause.since is not None


class Step(Hidden, frozen=True):
    """What an action leads to: the next state and what happened on the way, in order."""

    match: Match
    events: tuple[Event, ...]


@cache
def nobody(players: int) -> tuple[bool, ...]:
    """False for every seat."""
    return (False,) * players


@cache
def empty_table(players: int) -> Table:
    """The table before the first lead of a round."""
    return Table((), None, None, None, nobody(players), (None,) * players)


@cache
def turn_order(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """`after[seat]`: the seat whose turn follows, the standings taken clockwise."""
    after = [0] * len(order)
    for standing, seat in enumerate(order):
        after[seat] = order[(standing + 1) % len(order)]
    return tuple(after)


def with_seat(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The values with one seat's replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def open_question(match: Match, phase: Phase, *, at: int) -> Match:
    """The match asking its next question, from `at` (ms) on."""
    return msgspec.structs.replace(match, phase=phase, decision=match.decision + 1, opened_at=at)
