"""`manage.py verify_shuffle FILE`: was the deck shuffled by nobody? From exports alone, without the database."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from game.engine.record import RecordError, replay_record


class Command(BaseCommand):
    """Prints a line a match; exit status 1 if anything differs from what was recorded."""

    help = (
        "Check exported matches (one JSON object, or one a line): the seed against the commitment and the nonces, "
        "every draw and deal against the seed, every action against the rules, and the links of the log."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file."""
        parser.add_argument("file", metavar="FILE", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Checks every record in the file."""
        wrong = 0
        for number, record in enumerate(_records(options["file"]), start=1):
            try:
                replay_record(record)
            except RecordError as error:
                wrong += 1
                self.stdout.write(f"match {record.get('match', number)}: {error}")
            else:
                self.stdout.write(f"match {record['match']}: {_verdict(record)}")
        if wrong:
            raise CommandError(f"{wrong} of {number} matches are not what they say")


def _records(file: Path) -> Iterator[dict[str, Any]]:
    """The records of a file. Raises: CommandError."""
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise CommandError(f"cannot read {file}: {wrong}") from None
    decoder, place = json.JSONDecoder(), 0
    while place < len(text.rstrip()):
        try:
            record, place = decoder.raw_decode(text, len(text) - len(text[place:].lstrip()))
        except (json.JSONDecodeError, RecursionError) as wrong:
            raise CommandError(f"{file} is no export: {wrong}") from None
        if not isinstance(record, dict):
            raise CommandError(f"{file} is no export: not an object")
        yield record
    if not place:
        raise CommandError(f"{file} is empty")


def _verdict(record: dict[str, Any]) -> str:
    given = sum(bool(nonce) for nonce in record.get("nonces", ()))
    if record.get("secret") is None:
        return "deals and log agree; its seed was chosen by whoever made it"
    return f"deals and log agree; its seed is made of the secret and {given} nonces"
