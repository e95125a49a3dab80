"""How strong the bots are: `python -m bench.strength`. One hero among equals, duplicate deals, every standing."""

import argparse

from game.bots.network import WEIGHTS
from game.engine.options import Options
from game.simulation.duplicate import Player, duplicate_match
from game.simulation.release import released

SEED = 20260101


def main() -> None:
    """Prints a line a pairing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="for each pairing")
    deals = parser.parse_args().deals
    easy, hard, expert = Player("easy"), Player("hard"), Player("network", released(WEIGHTS))
    plain, locked, short = Options(), Options(pass_locks_out=True), Options(remove_high_cards=True)
    pairings = [(hard, easy, players, plain) for players in (5, 6)]
    pairings += [(expert, easy, players, plain) for players in (5, 6)]
    pairings += [(expert, hard, players, plain) for players in (4, 5, 6, 7, 8)]
    pairings += [(easy, hard, 6, plain), (hard, expert, 6, plain)]
    pairings += [(expert, hard, 6, locked), (expert, hard, 5, short)]
    for hero, field, players, options in pairings:
        found = duplicate_match(hero, field, players=players, deals=deals, seed=SEED, options=options)
        option = "lock" if options.pass_locks_out else "short" if options.remove_high_cards else "plain"
        print(
            f"{hero.kind:8} in {field.kind:8} {players} players {option:6} "
            f"rank {found.rank.mean:.3f} ± {found.rank.margin:.3f}  first {found.first.mean:.3f} ± "
            f"{found.first.margin:.3f}  last {found.last.mean:.3f}"
        )


if __name__ == "__main__":
    main()
