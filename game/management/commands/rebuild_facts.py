"""`manage.py rebuild_facts`: the lines that statistics are added up from, made again from the logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from game.engine.errors import Refusal
from game.engine.rules import ENGINES
from game.facts import rebuild, without_facts
from game.models import Match


class Command(BaseCommand):
    """Goes through finished matches, one at a time; exit status 1 where a log cannot be replayed."""

    help = "Make the lines for statistics of every finished match again from its log."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches."""
        parser.add_argument("--missing", action="store_true", help="only of matches that have none")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuilds; a match of an unknown engine is left as it is."""
        chosen = without_facts() if options["missing"] else Match.objects.filter(status=Match.Status.FINISHED)
        ids = list(chosen.filter(engine__in=ENGINES).order_by("pk").values_list("pk", flat=True))
        damaged = 0
        for match_id in tqdm(ids, desc="rebuilding", unit="match"):
            match = Match.objects.get(pk=match_id)
            try:
                rebuild(match)
            except (Refusal, ValueError) as wrong:
                damaged += 1
                self.stdout.write(f"match {match.public_id}: its log does not replay ({wrong})")
        self.stdout.write(f"{len(ids) - damaged} matches rebuilt, {damaged} damaged")
        if damaged:
            raise CommandError(f"{damaged} of {len(ids)} logs are damaged: verify_matches says more")
