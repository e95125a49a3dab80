"""`manage.py league`: every level alone among every other one, as a table and as a picture."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from game.management.documents import DOCUMENTS, write_part
from game.management.measuring import add_measuring_arguments, find_rows, report


class Command(BaseCommand):
    """The same seed prints the same table."""

    help = (
        "Measure all levels and the greedy expert against each other: mean ranks of a hero (row) among a field "
        "(column), 95 % intervals. Needs requirements-dev.txt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much, and where it goes."""
        parser.add_argument("--players", type=int, default=6, choices=range(4, 9))
        parser.add_argument("--deals", type=int, default=1000, help="of each pair")
        parser.add_argument(
            "--docs", action="store_true", help="write docs/bots.md and docs/pictures/league.svg anew"
        )
        add_measuring_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays, prints, draws."""
        from game.simulation import league

        players, deals, seed = options["players"], options["deals"], options["seed"]
        found = find_rows(league.rows(players=players, deals=deals, seed=seed), options)
        ranks = league.ranks_of(found)
        table = league.as_table(ranks)
        made = {"players": players, "deals": deals, "seed": seed, "ranks": league.as_dict(ranks)}
        report(self, options, [table.rstrip()], made)
        if options["docs"]:
            write_part("bots.md", "league", table)
            (DOCUMENTS / "pictures" / "league.svg").write_text(league.chart(ranks, players))
