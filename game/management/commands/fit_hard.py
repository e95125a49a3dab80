"""`manage.py fit_hard`: fits the hard bot's thirteen weights anew, judged by the expert's network and by its bars."""

import json
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from game.bots.network import WEIGHTS


class Command(BaseCommand):
    """Prints the weights after each turn; `game/bots/hard.py` takes what is kept."""

    help = "Fit the hard bot's weights to lose least as the expert's network judges (needs requirements-dev.txt)."

    def add_arguments(self, parser: CommandParser) -> None:
        """How much to play."""
        parser.add_argument("--decisions", type=int, default=60_000, help="a turn")
        parser.add_argument("--turns", type=int, default=1, help="of playing and fitting")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--deals", type=int, default=1000, help="for each bar, to choose between blends; 0 for none"
        )
        parser.add_argument(
            "--without-hold",
            action="store_true",
            help="without what comes from hold probabilities, to compare",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """A line a turn: weights and the places that they lose a decision. A line a blend, the best one last."""
        from game.simulation.blending import SHARES, blends, tried_rows
        from game.simulation.fitting import HOLDING, fit
        from game.simulation.release import released

        turns = fit(
            released(WEIGHTS),
            decisions=options["decisions"],
            turns=options["turns"],
            seed=options["seed"],
            without=HOLDING if options["without_hold"] else (),
        )
        for number, found in enumerate(turns):
            line = {"turn": number, "loss": round(found.loss, 5), "weights": found.weights._asdict()}
            self.stdout.write(json.dumps(line))
        if not options["deals"] or options["without_hold"]:
            return
        measured = {"deals": options["deals"], "seed": options["seed"]}
        plays = len(SHARES) * options["deals"] * len(tried_rows(found.weights, **measured))
        with tqdm(total=plays, unit="deal", disable=None) as bar:
            made = blends(found.weights, **measured, threads=os.cpu_count() or 1, progress=bar.update)
        for blend in sorted(made, key=lambda blend: blend.clearance):
            line = {"share": blend.share, "clearance": round(blend.clearance, 2), "worst": blend.worst}
            self.stdout.write(json.dumps({**line, "weights": blend.weights._asdict()}))
