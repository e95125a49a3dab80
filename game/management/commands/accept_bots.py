"""`manage.py accept_bots`: whether the bots are as strong as docs/bots.md asks, rows 1 to 8 and 10 of its table."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.management.documents import write_part
from game.management.measuring import add_measuring_arguments, find_rows, report


class Command(BaseCommand):
    """A line a row, with bar, figure and margin; the same seed prints the same."""

    help = (
        "Measure the bots against every bar of docs/bots.md but the exploiter's (manage.py train_exploiter). "
        "Exit status 1 where one is missed. Needs requirements-dev.txt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much of it, and where it goes."""
        parser.add_argument("--share", type=float, default=1.0, help="of the size, for a first look")
        parser.add_argument("--docs", action="store_true", help="write the table of docs/bots.md anew")
        add_measuring_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays, prints, and judges."""
        from game.simulation.acceptance import rows
        from game.simulation.rows import as_table

        found = find_rows(list(rows(seed=options["seed"], share=options["share"])), options)
        missed = sum(not row.holds for row in found)
        report(self, options, found, [row.as_dict() for row in found])
        if options["docs"]:
            write_part("bots.md", "accept_bots", as_table(found))
        if missed:
            raise CommandError(f"{missed} of {len(found)} rows are missed")
