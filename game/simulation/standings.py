"""How a standing leads to a place: counted over many rounds in which all seats play alike."""

from collections.abc import Iterator

import numpy as np

from game.simulation.compiled import compiled
from game.simulation.duplicate import Player
from game.simulation.rounds import (
    KINDS,
    NEVER,
    Brains,
    Recorder,
    Rules,
    new_brains,
    new_recorder,
    new_scratch,
    new_seats,
    open_round,
    play_round,
)
from game.simulation.table import Ints, deal, new_table, shuffled_deck

_PORTION = 1000


def count_places(player: Player, *, players: int, rounds: int, seed: int) -> Iterator[Ints]:
    """`counts[standing, place]` of rounds of default options so far, a thousand rounds more each time."""
    brains, table, seats = new_brains(player.network), new_table(), new_seats()
    scratch, recorder, rng = new_scratch(), new_recorder(), np.random.default_rng([seed, players])
    brains.utility[:players] = np.linspace(1, 0, players)
    rules = Rules(revolution=True, jester_taxable=False, is_taxed=True, is_first=False)
    counts = np.zeros((players, players), dtype=np.int64)
    for start in range(0, rounds, _PORTION):
        portion = min(_PORTION, rounds - start)
        _count(table, seats, KINDS[player.kind], brains, rules, scratch, rng, recorder, portion, counts)
        yield counts


@compiled
def _count(
    table: np.record,
    seats: np.record,
    kind: int,
    brains: Brains,
    rules: Rules,
    scratch: np.record,
    rng: np.random.Generator,
    recorder: Recorder,
    rounds: int,
    counts: Ints,
) -> None:
    players = len(counts)
    for _ in range(rounds):
        for seat in range(players):
            seats.who[seat] = seat
        seats.kind[:] = kind
        seats.explore[:] = NEVER
        deal(table, shuffled_deck(rng, 0), players, 0, 0)
        open_round(table, seats, brains, rules, scratch, rng, recorder)
        play_round(table, seats, brains, scratch, rng, recorder)
        for seat in range(players):
            counts[seats.who[seat], table.places[seat] - 1] += 1
