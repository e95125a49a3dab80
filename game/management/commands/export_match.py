"""`manage.py export_match ID`: a finished match as one JSON object, everything needed to play it again."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.models import Match
from game.records import NoRecord, record_of


class Command(BaseCommand):
    """Writes the record of the protocol. A running match is refused: its record would show every hand."""

    help = "Write a finished match as one JSON object."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which match, and where to."""
        parser.add_argument("match", metavar="ID", help="public id or primary key")
        parser.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exports the match."""
        match = _find(options["match"])
        try:
            record = record_of(match, room=match.room_code or None)
        except NoRecord as reason:
            raise CommandError(str(reason)) from None
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        if options["output"] is None:
            self.stdout.write(text)
            return
        try:
            Path(options["output"]).write_text(text + "\n", "utf-8")
        except OSError as wrong:
            raise CommandError(f"cannot write {options['output']}: {wrong.strerror}") from None


def _find(name: str) -> Match:
    """The match with this public id, else with this primary key. Raises: CommandError."""
    match = Match.objects.filter(public_id=name).first()
    if match is None and name.isascii() and name.isdigit() and len(name) < 19:
        match = Match.objects.filter(pk=int(name)).first()
    if match is None:
        raise CommandError(f"there is no match {name!r}")
    return match
