"""A stand-in for an older engine, for tests: its rules let a leader pass, to whoever is next."""

from typing import Any

from msgspec.structs import replace

from game.engine import rules1
from game.engine.actions import Action, Pass
from game.engine.events import Passed
from game.engine.rules import Rules
from game.engine.state import Match, Playing, Step, open_question

OLD = "0"


def open_match(**opening: Any) -> Step:
    """As engine 1 does."""
    step = rules1.open_match(**opening)
    return Step(replace(step.match, setup=replace(step.match.setup, engine=OLD)), step.events)


def apply(match: Match, seat: int, action: Action, *, at: int, **rest: Any) -> Step:
    """As engine 1 does, but for a leader who passes."""
    phase = match.phase
    leads = isinstance(phase, Playing) and phase.current == seat and match.table.trick is None
    if leads and isinstance(action, Pass):
        now = replace(match, version=match.version + 1)
        return Step(open_question(now, Playing(match.round.after[seat]), at=at), (Passed(seat),))
    return rules1.apply(match, seat, action, at=at, **rest)


OLD_RULES = Rules(open_match, apply, rules1.legal_sets)
