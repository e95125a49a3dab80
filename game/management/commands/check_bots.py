"""`manage.py check_bots`: the long versions of what the tests of the bots show in short."""

from functools import partial
from itertools import product
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from game import bots
from game.bots.blindness import peeks
from game.bots.legality import OPTIONS, ROUNDS_A_MATCH, play_match


class Command(BaseCommand):
    """Fails at the first thing that does not hold."""

    help = (
        "Check bots at length: simulated rounds are the engine's (needs requirements-dev.txt), unseen cards change "
        "no choice, every choice is legal."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much of each; 0 leaves it out."""
        parser.add_argument("--mirrors", type=int, default=10_000, help="rounds played in both forms")
        parser.add_argument(
            "--states", type=int, default=10_000, help="states with shuffled unseen cards, a level"
        )
        parser.add_argument(
            "--rounds",
            type=int,
            default=20_000,
            help="legal rounds a set of options, levels mixed at each table",
        )
        parser.add_argument("--levels", nargs="+", default=list(bots.LEVELS), choices=bots.LEVELS)
        parser.add_argument("--seed", default="check")

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs the three checks."""
        if options["mirrors"]:
            self._mirror(options["mirrors"], options["seed"])
        for level in options["levels"] if options["states"] else ():
            self._blind(level, options["states"], options["seed"])
        if options["rounds"]:
            self._legal(options["levels"], options["rounds"], options["seed"])

    def _mirror(self, rounds: int, seed: str) -> None:
        from game.simulation.mirror import Mirror
        from game.simulation.rounds import new_brains

        brains, decisions = new_brains(), 0
        for number in tqdm(range(rounds), desc="mirrors", unit="round"):
            mirror = Mirror(brains, None, name=seed, number=number)
            mirror.run()
            decisions += mirror.decisions
        self.stdout.write(f"{rounds} rounds and {decisions} choices are the same in both forms")

    def _blind(self, level: str, states: int, seed: str) -> None:
        asked = peeks(partial(bots.choose, level), states=states, name=seed)
        if any(tqdm(asked, desc=f"{level}: unseen cards", total=states, unit="state")):
            raise CommandError(f"{level}: a choice changed with cards that it does not see")
        self.stdout.write(f"{level}: unseen cards changed none of {states} choices")

    def _legal(self, levels: list[str], rounds: int, seed: str) -> None:
        """Illegal choices are refused by the engine, which raises."""
        matches, actions = -(-rounds // ROUNDS_A_MATCH), 0
        for number, rules in tqdm(
            list(product(range(matches), OPTIONS)), desc=f"{', '.join(levels)}: legal", unit="match"
        ):
            actions += play_match(levels, rules, seed, number)
        self.stdout.write(
            f"{', '.join(levels)}: {matches * ROUNDS_A_MATCH} rounds for each of {len(OPTIONS)} sets of options, "
            f"{actions} actions, none illegal"
        )
