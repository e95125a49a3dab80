"""One level alone among another, as something to measure: duplicate deals by names that can be sent anywhere."""

from typing import Final

import msgspec

from game.engine.options import parse_options
from game.simulation.duplicate import Player, outcome, play_deals
from game.simulation.estimates import Estimate
from game.simulation.levels import player_named
from game.simulation.table import Ints

SEED: Final = 20260101
"""All strengths in docs/bots.md are measured with this seed."""

FIGURES: Final = ("rank", "first", "last")

OPTIONS: Final = ("passLocksOut", "removeHighCards", "jesterTaxable")
"""What can be switched on for a tournament."""


class Pairing(msgspec.Struct, frozen=True):
    """A `spread.Job`: `count` deals of a hero alone among a field, each a level or file of `levels`."""

    hero: str
    field: str
    players: int
    count: int
    options: tuple[str, ...] = ()
    seed: int = SEED

    def play(self, start: int, stop: int) -> Ints:
        """`ranks[deal, standing]`, see `duplicate.play_deals`."""
        return self.play_between(player_named(self.hero), player_named(self.field), range(start, stop))

    def play_between(self, hero: Player, field: Player, deals: range) -> Ints:
        """The same deals between any two players."""
        options = parse_options(dict.fromkeys(self.options, True))
        return play_deals(hero, field, players=self.players, deals=deals, seed=self.seed, options=options)

    def figures(self, ranks: Ints) -> dict[str, Estimate]:
        """The hero's mean rank (1 is first) and how often it came first and last."""
        found = outcome(ranks)
        return {name: getattr(found, name) for name in FIGURES}

    def __str__(self) -> str:
        options = "".join(f", {option}" for option in self.options)
        return f"{self.hero} in {self.field}, {self.players} players{options}"
