"""`manage.py count_standings`: how a standing leads to a place among experts, for what a place is worth to a bot."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from game.bots.network import WEIGHTS
from game.bots.utility import STANDINGS


class Command(BaseCommand):
    """Writes `game/bots/weights/standings.json`."""

    help = "Count how often each standing ends a round with each place among experts, and write it down."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many rounds."""
        parser.add_argument("--rounds", type=int, default=20_000, help="for each number of players")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Counts for 4 to 8 players."""
        from game.simulation.duplicate import Player
        from game.simulation.release import released
        from game.simulation.standings import count_places

        expert, found = Player("network", released(WEIGHTS)), {}
        for players in range(4, 9):
            steps = count_places(expert, players=players, rounds=options["rounds"], seed=options["seed"])
            for counts in tqdm(
                steps, desc=f"{players} players", unit="k", total=-(-options["rounds"] // 1000)
            ):
                found[players] = (counts / counts.sum(axis=1, keepdims=True)).round(4).tolist()
        lines = [f'"{players}": {json.dumps(rows)}' for players, rows in found.items()]
        STANDINGS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        self.stdout.write(f"written to {STANDINGS}")
