"""Whole matches of one level alone among another: each round opens with the standing that the last one left."""

import msgspec
import numpy as np

from game.bots.utility import place_values
from game.simulation.duplicate import Player
from game.simulation.estimates import Estimate, estimate
from game.simulation.levels import player_named
from game.simulation.pairing import SEED
from game.simulation.rounds import (
    KINDS,
    NEVER,
    OTHER,
    Rules,
    new_brains,
    new_recorder,
    new_scratch,
    new_seats,
    open_round,
    play_round,
)
from game.simulation.table import Ints, deal, new_table, shuffled_deck

HERO = 0


class Matches(msgspec.Struct, frozen=True):
    """A `spread.Job`: `count` matches of default options, won by points, among equals by the last round's place.

    The hero begins at each standing equally often. Networks know how many rounds are to come.
    """

    hero: str
    field: str
    players: int
    count: int
    rounds: int = 3
    seed: int = SEED

    def play(self, start: int, stop: int) -> Ints:
        """`places[match]`: the hero's in the final ranking, 1 the first."""
        table = _Table(player_named(self.hero), player_named(self.field))
        return np.array([table.play(self, number) for number in range(start, stop)])

    def figures(self, places: Ints) -> dict[str, Estimate]:
        """How many matches the hero wins, and its mean place."""
        return {"wins": estimate((places == 1).astype(float)), "rank": estimate(places.astype(float))}

    def __str__(self) -> str:
        return f"{self.hero} in {self.field}, matches of {self.rounds} rounds, {self.players} players"


class _Table:
    """Where one match is played after the other."""

    def __init__(self, hero: Player, field: Player) -> None:
        self._kinds = KINDS[hero.kind], OTHER if field.kind == "network" else KINDS[field.kind]
        self._temperatures = hero.temperature, field.temperature
        self._brains = new_brains(hero.network, field.network or hero.network)
        self._table, self._seats = new_table(), new_seats()
        self._scratch, self._recorder = new_scratch(), new_recorder()

    def play(self, job: Matches, number: int) -> int:
        """The hero's place in the match of that number."""
        rng, players = np.random.default_rng([job.seed, number]), job.players
        order = 1 + rng.permutation(players - 1)
        order = np.insert(order, number % players, HERO)
        points = np.zeros(players, dtype=np.int64)
        for round_number in range(job.rounds):
            to_come = job.rounds - 1 - round_number
            self._brains.utility[:players] = place_values(players, to_come, False)
            order = self._play_round(order, rng, is_first=round_number == 0)
            points[order] += range(players - 1, -1, -1)
        ranking = sorted(range(players), key=lambda who: (-points[who], list(order).index(who)))
        return ranking.index(HERO) + 1

    def _play_round(self, order: Ints, rng: np.random.Generator, *, is_first: bool) -> Ints:
        """The finish order of a round with that standing."""
        table, seats, players = self._table, self._seats, len(order)
        seats.who[:players] = order
        for seat, who in enumerate(order):
            is_field = int(who != HERO)
            seats.kind[seat], seats.temperature[seat] = self._kinds[is_field], self._temperatures[is_field]
        seats.explore[:] = NEVER
        deal(table, shuffled_deck(rng, 0), players, 0, 0)
        rules = Rules(revolution=True, jester_taxable=False, is_taxed=True, is_first=is_first)
        open_round(table, seats, self._brains, rules, self._scratch, rng, self._recorder)
        play_round(table, seats, self._brains, self._scratch, rng, self._recorder)
        return np.array(seats.who[np.argsort(table.places[:players])])
