"""Known figures of tables of easy bots, to tell whether engine and bot still play the same game.

They hold for default options with the standing carried on from round to round, and the easy bot's
revolution rule of later rounds in every round. All seats play alike, so rounds are independent of how many
make a match.
"""

from functools import partial
from typing import NamedTuple

import msgspec

from game.bots import easy
from game.bots.figures import Figures, Mean
from game.bots.selfplay import match_seed, play
from game.engine.options import Options
from game.engine.record import Opening

ROUNDS_A_MATCH = 20


class Known(NamedTuple):
    """Plays and passes a round, and how often the greater dalmuti comes first again."""

    turns: float
    stays: float


KNOWN: dict[int, Known] = {
    4: Known(81.8, 0.476),
    5: Known(103.9, 0.446),
    6: Known(126.1, 0.437),
    7: Known(147.7, 0.410),
    8: Known(168.6, 0.411),
}
"""By number of players."""

_ROUNDING = Known(0.05, 0.0005)
"""The known figures are rounded: so much may be due to that alone."""


class Verdict(msgspec.Struct, frozen=True):
    """How far one figure lies from the known one. `deviation` is in standard errors, rounding taken off."""

    name: str
    known: float
    found: float
    error: float
    deviation: float


def play_match(figures: Figures, *, players: int, name: str, number: int) -> None:
    """Adds one match of 20 rounds to the figures; the same names and numbers give the same match."""
    opening = Opening(players, Options(rounds=ROUNDS_A_MATCH), match_seed(name, number), at=0)
    for logged, step in play(opening, partial(easy.choose, first_round_shy=False)):
        figures.actions += logged is not None
        figures.add(step.events)


def judge(players: int, figures: Figures) -> tuple[Verdict, ...]:
    """The figures of a number of players beside the known ones."""
    known = KNOWN[players]
    return (
        _verdict("turns", known.turns, figures.turns, _ROUNDING.turns),
        _verdict("stays", known.stays, figures.stays, _ROUNDING.stays),
    )


def _verdict(name: str, known: float, found: Mean, rounding: float) -> Verdict:
    off = max(abs(found.mean - known) - rounding, 0.0)
    return Verdict(name, known, found.mean, found.error, off / found.error)
