"""Duplicate matches: one hero among equals, every deal played with the hero at every standing in turn."""

import msgspec
import numpy as np

from game.bots.hard import WEIGHTS, Weights
from game.engine.options import Options
from game.simulation.compiled import compiled
from game.simulation.estimates import Estimate, estimate
from game.simulation.holding import Floats
from game.simulation.rounds import (
    KINDS,
    NEVER,
    OTHER,
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


class Player(msgspec.Struct, frozen=True):
    """A kind of bot: "random", "easy", "hard", "network" (with one, and a temperature) or "variant".

    A variant is a hard bot with weights of its own that reads passes as far as it trusts them; one table has room for
    one kind of them. `gives_worst`: its worst cards back, without thinking.
    """

    kind: str
    network: np.record | None = None
    temperature: float = 0.0
    weights: Weights = WEIGHTS
    trust: float = 0.0
    gives_worst: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What became of the hero: its mean rank (1 is first) and how often it came first and last."""

    rounds: int
    rank: Estimate
    first: Estimate
    last: Estimate


def duplicate_match(
    hero: Player, field: Player, *, players: int, deals: int, seed: int, options: Options | None = None
) -> Outcome:
    """The hero alone among `players - 1` of the field, over so many deals; see `play_deals`."""
    return outcome(play_deals(hero, field, players=players, deals=range(deals), seed=seed, options=options))


def play_deals(
    hero: Player, field: Player, *, players: int, deals: range, seed: int, options: Options | None = None
) -> Ints:
    """`ranks[deal, standing]`: the place that the hero reached from each standing; deal d comes from (seed, d) alone.

    Every deal is one round, opened as a later round of a match. Shuffles do not depend on who plays, so two heroes
    measured with one seed get the same cards.

    Raises: ValueError for two kinds of variants.
    """
    if hero.kind == field.kind == "variant" and hero != field:
        raise ValueError("one table has room for one kind of variant")
    ranks = np.zeros((len(deals), players), dtype=np.int64)
    options = options or Options()
    seats, table = new_seats(), new_table()
    variant = hero if hero.kind == "variant" else field
    brains = new_brains(
        hero.network, field.network or hero.network, variant=variant.weights, trust=variant.trust
    )
    scratch, recorder = new_scratch(), new_recorder()
    brains.utility[:players] = np.linspace(1, 0, players)
    rules = Rules(options.revolution, options.jester_taxable, True, False)
    kinds = np.array([KINDS[hero.kind], OTHER if field.kind == "network" else KINDS[field.kind]])
    temperatures = np.array([hero.temperature, field.temperature])
    gives_worst = np.array([int(hero.gives_worst), int(field.gives_worst)])
    for row, number in zip(ranks, deals, strict=True):
        _play_deal(
            np.random.default_rng([seed, number]),
            players,
            options.pass_locks_out,
            options.remove_high_cards,
            kinds,
            temperatures,
            gives_worst,
            table,
            seats,
            brains,
            rules,
            scratch,
            recorder,
            row,
        )
    return ranks


def outcome(ranks: Ints) -> Outcome:
    """What `ranks[deal, standing]` add up to; deals are independent, rounds of one deal are not."""
    return Outcome(
        ranks.size,
        estimate(ranks.mean(1)),
        estimate((ranks == 1).mean(1)),
        estimate((ranks == ranks.shape[1]).mean(1)),
    )


@compiled
def _play_deal(
    rng: np.random.Generator,
    players: int,
    locks_out: bool,
    is_short: bool,
    kinds: Ints,
    temperatures: Floats,
    gives_worst: Ints,
    table: np.record,
    seats: np.record,
    brains: Brains,
    rules: Rules,
    scratch: np.record,
    recorder: Recorder,
    ranks: Ints,
) -> None:
    deck = shuffled_deck(rng, int(is_short))
    for standing in range(players):
        deal(table, deck, players, int(locks_out), int(is_short))
        for seat in range(players):
            which = int(seat != standing)
            seats.who[seat] = seat
            seats.kind[seat] = kinds[which]
            seats.temperature[seat] = temperatures[which]
            seats.gives_worst[seat] = gives_worst[which]
            seats.explore[seat] = NEVER
        open_round(table, seats, brains, rules, scratch, rng, recorder)
        play_round(table, seats, brains, scratch, rng, recorder)
        for seat in range(players):
            if seats.who[seat] == standing:
                ranks[standing] = table.places[seat]
