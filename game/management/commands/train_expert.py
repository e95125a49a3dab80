"""`manage.py train_expert`: trains the expert's network by self-play; stops and goes on at any time."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm


class Command(BaseCommand):
    """Keeps everything in one directory: `training.npz` to go on from and `curve.jsonl`."""

    help = (
        "Train the expert's network by self-play (needs requirements-dev.txt). Goes on where the directory's "
        "training stopped; the same seed and samples give the same weights up to rounding."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to train and where."""
        parser.add_argument("directory", type=Path, help="where the training is kept")
        parser.add_argument("--samples", type=int, default=300_000_000, help="decisions to learn from in all")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--high-rate", type=float, default=1e-3, help="rate of learning at the start")
        parser.add_argument("--low-rate", type=float, default=1e-5, help="rate of learning at the end")
        parser.add_argument(
            "--mixed", type=float, default=0.45, help="of the tables, with other bots at some of the seats"
        )
        parser.add_argument(
            "--without-hold", action="store_true", help="with inputs of hold probabilities masked, to compare"
        )
        parser.add_argument(
            "--measure-every", type=int, default=5_000_000, help="decisions between two points of the curve"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Trains, saving every few minutes and at the end."""
        try:
            from game.simulation import training
        except ImportError as missing:
            raise CommandError(f"training needs requirements-dev.txt: {missing}") from None
        directory: Path = options["directory"]
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / "training.npz"
        plan = training.Plan(
            seed=options["seed"],
            samples=options["samples"],
            high_rate=options["high_rate"],
            low_rate=options["low_rate"],
            mixed=options["mixed"],
            masked=training.HOLD_INPUTS if options["without_hold"] else (),
        )
        progress = training.load(path) if path.exists() else training.start(plan)
        every = options["measure_every"]
        with tqdm(total=plan.samples, initial=progress.samples, unit="decision", unit_scale=True) as bar:
            for _ in training.train(plan, progress):
                before = int(bar.n)
                bar.update(progress.samples - before)
                bar.set_postfix(loss=f"{progress.loss:.4f}")
                is_due = before // every != progress.samples // every or progress.samples >= plan.samples
                if is_due:
                    with open(directory / "curve.jsonl", "a", encoding="utf-8") as curve:
                        curve.write(json.dumps(training.measure(progress)) + "\n")
                if is_due or progress.blocks % 30 == 0:
                    training.save(progress, path)
