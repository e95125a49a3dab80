"""The rules of engine "1": opening a match and applying actions, dispatched by phase.

Golden matches hold them to what they are: whoever changes what a log leads to makes rules of a new engine beside them.
"""

from typing import assert_never

from msgspec.structs import replace

from game.engine import pauses, revolution, rounds, taxation, tricks
from game.engine.actions import Action, AskPause, Autoplay, Origin, Resume
from game.engine.attendance import all_present, attend
from game.engine.cards import Seat, full_deck
from game.engine.errors import MatchOver, Paused, StaleTurn
from game.engine.events import AutoplaySet, MatchOpened
from game.engine.fairness import commitment
from game.engine.legal import legal_follows, legal_leads
from game.engine.options import Options
from game.engine.sets import PlayedSet
from game.engine.standing import drawn_order, drawn_ranks, random_order
from game.engine.state import (
    Finished,
    Match,
    Playing,
    RevolutionCheck,
    Round,
    RoundOver,
    Setup,
    Step,
    TaxReturn,
    empty_table,
    turn_order,
)

VERSION = "1"

PLAYERS = range(4, 9)


def open_match(*, players: int, options: Options, seed: bytes, at: int, committed: str | None = None) -> Step:
    """A match with its first round dealt, at version 0.

    `committed` is the commitment everybody was shown; without one, it is that of the seed. `at` in ms. Raises:
    ValueError for players or seed.
    """
    if players not in PLAYERS:
        raise ValueError(f"a match has 4 to 8 players, not {players}")
    shown = committed or commitment(seed)
    if options.first_ranking == "draw":
        order, drawings = drawn_order(full_deck(options), players, seed=seed)
        setup = Setup(players, options, seed, shown, drawings, drawn_ranks(drawings, players), VERSION)
    else:
        order = random_order(players, seed=seed)
        setup = Setup(players, options, seed, shown, (), None, VERSION)
    blank = Match(
        setup=setup,
        version=0,
        decision=0,
        opened_at=at,
        attendance=all_present(players),
        round=Round(0, order, turn_order(order)),
        hands=(0,) * players,
        table=empty_table(players),
        phase=RoundOver((True,) * players),
        results=(),
        totals=(0,) * players,
    )
    return rounds.start(blank, 1, order, (MatchOpened(players, setup.commitment),), at=at)


def apply(
    match: Match, seat: Seat, action: Action, *, origin: Origin, at: int, decision: int | None = None
) -> Step:
    """The step that an action of a seat leads to, at `at` (ms).

    A `decision` that is not the open one makes the action stale; autoplay and pauses answer no question and ignore
    it.
    Raises: Refusal; ValueError for a seat that does not exist.
    """
    phase = match.phase
    if isinstance(phase, Finished):
        raise MatchOver()
    if not 0 <= seat < match.setup.players:
        raise ValueError(f"no seat {seat}")
    if isinstance(action, AskPause | Resume):
        return pauses.apply(replace(match, version=match.version + 1), seat, action, at=at)
    attendance = attend(match.attendance, seat, action, origin)
    now = replace(match, version=match.version + 1, attendance=attendance)
    if isinstance(action, Autoplay):
        return Step(now, (AutoplaySet(seat, action.on),))
    if decision is not None and decision != match.decision:
        raise StaleTurn()
    if match.is_paused:
        raise Paused()
    match phase:
        case Playing():
            step = tricks.apply(now, phase, seat, action, at=at)
        case RevolutionCheck():
            step = revolution.apply(now, phase, seat, action, at=at)
        case TaxReturn():
            step = taxation.apply(now, seat, action, at=at)
        case RoundOver():
            step = rounds.apply(now, phase, seat, action, at=at)
        case _:
            assert_never(phase)
    if match.attendance.autoplay[seat] and not attendance.autoplay[seat]:
        return Step(step.match, (AutoplaySet(seat, False), *step.events))
    return step


def legal_sets(match: Match, seat: Seat) -> tuple[PlayedSet, ...]:
    """Every set the seat may lay down now; empty unless it is its turn to play, and in a pause."""
    phase = match.phase
    if not isinstance(phase, Playing) or phase.current != seat or match.is_paused:
        return ()
    top = match.table.top
    return legal_leads(match.hands[seat]) if top is None else legal_follows(match.hands[seat], top)
