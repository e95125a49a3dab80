"""`manage.py ablate`: what reading passes, hold probabilities and taxes by value are worth to the bots."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.management.documents import write_part
from game.management.measuring import add_measuring_arguments, find_rows, report


class Command(BaseCommand):
    """A line a part and field, the same deals with the part and without it."""

    help = (
        "Measure what parts of the bots are worth: heroes with and without them, alone among easy, hard and greedy "
        "expert bots. Needs requirements-dev.txt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much, and whether networks trained without an input are at hand."""
        parser.add_argument("--players", type=int, default=6, choices=range(4, 9))
        parser.add_argument("--deals", type=int, default=1000)
        parser.add_argument(
            "--trained", type=Path, help="a directory with the trainings full/ and without-hold/"
        )
        parser.add_argument("--docs", action="store_true", help="write the table of docs/bots.md anew")
        add_measuring_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays and prints."""
        from game.simulation.ablations import as_table, rows

        asked = {name: options[name] for name in ("players", "deals", "seed", "trained")}
        try:
            found = find_rows(list(rows(**asked)), options)
        except OSError as missing:
            raise CommandError(str(missing)) from None
        report(self, options, found, [row.as_dict() for row in found])
        if options["docs"]:
            write_part("bots.md", "ablate", as_table(found))
