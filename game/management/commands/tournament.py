"""`manage.py tournament`: how strong one level is alone among another, with bars that its exit status tells of."""

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game import bots
from game.bots import expert
from game.bots.timing import decision_times, shares
from game.management.measuring import add_measuring_arguments, find_rows, report

if TYPE_CHECKING:
    from game.simulation.estimates import Bar
    from game.simulation.pairing import Pairing


class Command(BaseCommand):
    """The same seed prints the same, whatever the number of threads; only `--decisions` measures time."""

    help = (
        "One hero alone among equals: duplicate deals, the hero at every standing in turn, 95 % intervals by deal. "
        "Exit status 1 where an interval does not clear a bar. Needs requirements-dev.txt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Who plays, how much, and what must hold."""
        parser.add_argument(
            "--hero", required=True, help="a level, expert-greedy, or an .npz file of weights"
        )
        parser.add_argument("--field", required=True, help="the same")
        parser.add_argument("--players", type=int, default=6, choices=range(4, 9))
        parser.add_argument("--deals", type=int, default=1000)
        parser.add_argument("--options", default="", help="such as passLocksOut,removeHighCards")
        parser.add_argument(
            "--bar",
            action="append",
            default=[],
            help='such as "rank<=2.55" or "first>=0.31"; may be repeated',
        )
        parser.add_argument(
            "--decisions", type=int, default=0, help="plays of the hero as the server asks it, to be timed"
        )
        add_measuring_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays, prints, and judges."""
        from game.simulation.pairing import Pairing
        from game.simulation.rows import Row

        switched = tuple(filter(None, options["options"].split(",")))
        pairing = Pairing(
            options["hero"], options["field"], options["players"], options["deals"], switched, options["seed"]
        )
        found = find_rows([Row(pairing, _bars(pairing, options["bar"]))], options)[0]
        lines, made = [str(found)], found.as_dict()
        if options["decisions"]:
            made["cpuMsADecision"] = times = _times(pairing, options["decisions"])
            lines += [f"CPU ms of a {kind}: {spent}" for kind, spent in times.items()]
        report(self, options, lines, made)
        if not found.holds:
            raise CommandError("a bar was missed")


def _bars(pairing: "Pairing", texts: list[str]) -> "tuple[Bar, ...]":
    """The bars, once everything asked for exists. Raises: CommandError."""
    from game.simulation.estimates import parse_bar
    from game.simulation.levels import player_named
    from game.simulation.pairing import FIGURES, OPTIONS

    try:
        for name in (pairing.hero, pairing.field):
            player_named(name)
        bars = tuple(parse_bar(text) for text in texts)
    except (ValueError, OSError) as wrong:
        raise CommandError(str(wrong)) from None
    for asked, known in (({bar.figure for bar in bars}, FIGURES), (set(pairing.options), OPTIONS)):
        if unknown := asked - set(known):
            raise CommandError(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return bars


def _times(pairing: "Pairing", decisions: int) -> dict[str, dict[str, float]]:
    """CPU milliseconds of the hero's decisions, of a level as the server asks it. Raises: CommandError."""
    from game.simulation.levels import GREEDY

    if pairing.hero == GREEDY:
        choose = partial(expert.choose, chance=Random(0))
    elif pairing.hero in bots.LEVELS:
        choose = partial(bots.choose, pairing.hero)
    else:
        raise CommandError("--decisions times the server's levels only")
    times = decision_times(choose, decisions=decisions, players=pairing.players)
    return {kind: shares(spent) for kind, spent in times.items()}
