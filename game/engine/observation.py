"""What one viewer may know, and how it is read off the state.

These types have no room for another seat's hand, for card ids laid down, or for the seed of a running match.
"""

from typing import Literal, TypeAlias, assert_never

import msgspec

from game.engine.cards import Hand, Rank, Seat
from game.engine.deadlines import owed_count, owing, seconds
from game.engine.hidden import Hidden
from game.engine.history import Ranked, RevolutionName, RoundResult, Trick, Turn
from game.engine.options import Options
from game.engine.revolution import may_declare
from game.engine.rules import legal_sets
from game.engine.sets import PlayedSet
from game.engine.state import (
    Finished,
    Match,
    Pause,
    Playing,
    RevolutionCheck,
    RoundOver,
    TaxReturn,
    nobody,
)
from game.engine.taxes import OwnTax, TaxObservation

__all__ = [
    "Observation",
    "Owed",
    "OwnTax",
    "Pause",
    "PublicObservation",
    "Ranked",
    "RoundResult",
    "SeatObservation",
    "TaxObservation",
    "Trick",
    "Turn",
    "hopeless_follow",
    "observe_public",
    "observe_seat",
]

PhaseName: TypeAlias = Literal["revolutionCheck", "taxReturn", "playing", "roundOver", "finished"]
OwedKind: TypeAlias = Literal["confirm", "returnTax", "play", "next"]


class PublicObservation(msgspec.Struct, frozen=True):
    """The table as a spectator sees it. Tuples without another note are indexed by seat.

    `order` holds seat ids, best standing first. `confirmed` is meaningful in `revolutionCheck` (hand seen)
    and `roundOver` (pressed next). `out` is the place (1-based) of a seat without cards. `draws[seat]` are
    the ranks a seat drew for the first standing, redraws after the first. `history` holds this round's
    tricks, the last one perhaps still running (`winner is None`). `owing` are the seats that owe an answer
    to `decision`. `opened_at` (ms since the epoch, moved on by pauses) and `seconds` say when the open decision
    began and how long it may take. `pause` is a pause that lasts or is wished for.
    """

    options: Options
    players: int
    version: int
    decision: int
    phase: PhaseName
    round: int
    order: tuple[Seat, ...]
    counts: tuple[int, ...]
    passed: tuple[bool, ...]
    locked_out: tuple[bool, ...]
    out: tuple[int | None, ...]
    totals: tuple[int, ...]
    confirmed: tuple[bool, ...]
    autoplay: tuple[bool, ...]
    slow: tuple[bool, ...]
    draws: tuple[tuple[Rank, ...], ...] | None
    revolution: RevolutionName
    revolution_by: Seat | None
    taxes: tuple[TaxObservation, ...]
    history: tuple[Trick, ...]
    top: PlayedSet | None
    top_by: Seat | None
    current: Seat | None
    owing: tuple[Seat, ...]
    opened_at: int
    seconds: int | None
    results: tuple[RoundResult, ...]
    ranking: tuple[Ranked, ...] | None
    commitment: str
    seed: str | None
    pause: Pause | None

    @property
    def is_paused(self) -> bool:
        """Whether every question waits."""
        return self.pause is not None and self.pause.since is not None


class Owed(msgspec.Struct, frozen=True):
    """What this seat is being asked; `count` is the number of cards for `returnTax`, else 0."""

    kind: OwedKind
    count: int


class SeatObservation(Hidden, frozen=True):
    """What one seat may know: the public table, its own hand, its own tax, what it owes and may play.

    `legal` lists every set that may be played now, empty unless it is this seat's turn to play. `must_lead`
    is True where passing is refused. There is room for no other hand.
    """

    public: PublicObservation
    seat: Seat
    hand: Hand
    can_declare: bool
    owes: Owed | None
    legal: tuple[PlayedSet, ...]
    must_lead: bool
    tax: OwnTax | None


Observation: TypeAlias = PublicObservation | SeatObservation


def observe_public(match: Match) -> PublicObservation:
    """The match as a spectator may see it."""
    setup, now, table, attendance, phase = (
        match.setup,
        match.round,
        match.table,
        match.attendance,
        match.phase,
    )
    confirmed = nobody(setup.players)
    current: Seat | None = None
    ranking: tuple[Ranked, ...] | None = None
    seed: str | None = None
    name: PhaseName
    match phase:
        case Playing():
            name, current = "playing", phase.current
        case RevolutionCheck():
            name, confirmed = "revolutionCheck", phase.confirmed
        case TaxReturn():
            name = "taxReturn"
        case RoundOver():
            name, confirmed = "roundOver", phase.ready
        case Finished():
            name, ranking, seed = "finished", phase.ranking, setup.seed.hex()
        case _:
            assert_never(phase)
    # By position, in the order of the fields: with names, building this value costs many times as much.
    return PublicObservation(
        setup.options,
        setup.players,
        match.version,
        match.decision,
        name,
        now.number,
        now.order,
        tuple(map(int.bit_count, match.hands)),
        table.passed,
        table.passed if setup.options.pass_locks_out else nobody(setup.players),
        table.out,
        match.totals,
        confirmed,
        attendance.autoplay,
        attendance.slow,
        setup.draws if now.number == 1 else None,
        now.revolution,
        now.revolution_by,
        now.public_taxes,
        (*table.history, table.trick) if table.trick else table.history,
        table.top,
        table.top_by,
        current,
        owing(match),
        match.opened_at,
        seconds(match),
        match.results,
        ranking,
        setup.commitment,
        seed,
        match.pause,
    )


def observe_seat(match: Match, seat: Seat, public: PublicObservation | None = None) -> SeatObservation:
    """The match as one seat may see it. `public`, where given, must be this match's and is used as it is."""
    hand, phase = match.hands[seat], match.phase
    public = public or observe_public(match)
    own_tax = _own_tax(match, seat)
    if isinstance(phase, Playing):
        if phase.current != seat or match.is_paused:
            return SeatObservation(public, seat, hand, False, None, (), False, own_tax)
        must_lead = match.table.top is None
        return SeatObservation(
            public, seat, hand, False, _OWES_PLAY, legal_sets(match, seat), must_lead, own_tax
        )
    asks_hand = isinstance(phase, RevolutionCheck) and not phase.confirmed[seat] and not match.is_paused
    can_declare = asks_hand and may_declare(hand)
    return SeatObservation(public, seat, hand, can_declare, _owed(match, seat), (), False, own_tax)


def hopeless_follow(public: PublicObservation, seat: Seat) -> bool:
    """Whether everybody can see that a seat, if it must follow, cannot:

    too few cards left, or the top is rank 1.

    Only public facts count, so that a pass made for this reason tells nothing about the hand.
    """
    top = public.top
    return top is not None and (top.rank == 1 or public.counts[seat] < top.count)


_OWES_PLAY = Owed("play", 0)


def _owed(match: Match, seat: Seat) -> Owed | None:
    if seat not in owing(match):
        return None
    match match.phase:
        case RevolutionCheck():
            return Owed("confirm", 0)
        case TaxReturn():
            return Owed("returnTax", owed_count(match, seat))
        case Playing():
            return _OWES_PLAY
        case RoundOver():
            return Owed("next", 0)
        case Finished():
            return None
        case _:
            assert_never(match.phase)


def _own_tax(match: Match, seat: Seat) -> OwnTax | None:
    for tax in match.round.taxes:
        if seat == tax.payer or seat == tax.receiver:
            return tax
    return None
