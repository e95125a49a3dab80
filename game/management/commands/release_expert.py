"""`manage.py release_expert`: makes a training's weights the ones that the server plays by."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.bots.network import WEIGHTS


class Command(BaseCommand):
    """Writes `game/bots/weights/expert.npz` and what made it."""

    help = "Write the weights of a training (manage.py train_expert) to where the expert reads them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which training."""
        parser.add_argument("directory", type=Path, help="where the training is kept")
        parser.add_argument("--seed", type=int, default=1, help="the seed it was started with")
        parser.add_argument(
            "--command", action="append", help="that trained it, where there was more than one or another one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes and prints the facts."""
        from game.simulation.release import release
        from game.simulation.training import load

        path = options["directory"] / "training.npz"
        if not path.exists():
            raise CommandError(f"no training at {path}")
        progress = load(path)
        simplest = f"manage.py train_expert DIRECTORY --samples {progress.samples} --seed {options['seed']}"
        command = " && ".join(options["command"] or [simplest])
        facts = release(progress, WEIGHTS, command=command, seed=options["seed"])
        self.stdout.write(json.dumps(facts))
