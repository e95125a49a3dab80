"""`manage.py fit_hard`: fits the hard bot's thirteen weights anew, judged by the expert's network."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from game.bots.network import WEIGHTS


class Command(BaseCommand):
    """Prints the weights after each turn; `game/bots/hard.py` takes what is kept."""

    help = "Fit the hard bot's weights to lose least as the expert's network judges (needs requirements-dev.txt)."

    def add_arguments(self, parser: CommandParser) -> None:
        """How much to play."""
        parser.add_argument("--decisions", type=int, default=60_000, help="a turn")
        parser.add_argument("--turns", type=int, default=3, help="of playing and fitting")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """One line a turn: the weights, and the places that they lose a decision."""
        from game.simulation.fitting import fit
        from game.simulation.release import released

        network = released(WEIGHTS)
        turns = fit(network, decisions=options["decisions"], turns=options["turns"], seed=options["seed"])
        for number, found in enumerate(turns):
            line = {"turn": number, "loss": round(found.loss, 5), "weights": found.weights._asdict()}
            self.stdout.write(json.dumps(line))
