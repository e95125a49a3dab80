"""Hold tables that read passes: who let a set go by holds none that beats it, or so it is taken with some trust.

Only to be measured (`manage.py ablate`): a pass is often a choice, and reading it was found to be worth little.
"""

import numpy as np

from game.simulation.compiled import compiled
from game.simulation.holding import Floats, hold_into
from game.simulation.table import Ints


@compiled
def read_into(
    table: np.record, seat: int, most: int, chances: np.record, trust: float, unseen: Ints, out: Floats
) -> None:
    """As `hold_into`, but with trust 1 nobody has a set better than one that they passed on; with 0 nothing is read."""
    hold_into(table, seat, most, chances, unseen, out)
    total = unseen[1:].sum()
    out[: most + 1] = 1.0
    for other in range(table.players):
        if other == seat or table.places[other]:
            continue
        size, passed_on = table.sizes[other], 0
        for count in range(1, min(most, size) + 1):
            # Who has no such set has no larger one of that rank either.
            passed_on = max(passed_on, table.refused[other, count])
            for rank in range(1, 14):
                held = 0.0
                for jesters in range(3):
                    fewer = chances.fewer[total, size, :, max(1, count - jesters)]
                    misses, left = 1.0, 1.0
                    for better in range(1, rank):
                        chance = fewer[unseen[better]]
                        misses *= chance
                        if better >= passed_on:
                            left *= chance
                    likely = chances.jesters[total, size, unseen[13], jesters]
                    held += likely * ((1 - trust) * misses + trust * left)
                out[count, rank] *= held
