"""Whether bots keep to the rules: rounds of all options through the engine, which refuses whatever is illegal."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Final

from game import bots
from game.bots.selfplay import match_seed, play
from game.engine.actions import Action
from game.engine.observation import SeatObservation
from game.engine.options import Options
from game.engine.record import Opening

ROUNDS_A_MATCH: Final = 20

OPTIONS: Final = tuple(
    Options(
        rounds=ROUNDS_A_MATCH,
        pass_locks_out=locks_out,
        remove_high_cards=is_short,
        jester_taxable=taxable,
    )
    for locks_out, is_short, taxable in product((False, True), repeat=3)
)
"""Every set of options that changes what may be chosen."""


def play_match(levels: Sequence[str], options: Options, name: str, number: int) -> int:
    """Plays one match of 4 to 8 bots, the levels in turn from seat to seat; returns how many actions it took.

    Raises: what the engine refuses an illegal action with.
    """

    def choose(seen: SeatObservation) -> Action:
        return bots.choose(levels[(seen.seat + number) % len(levels)], seen)

    players = Random(f"{name}:{number}").randint(4, 8)
    steps = list(play(Opening(players, options, match_seed(name, number), at=0), choose))
    return len(steps) - 1
