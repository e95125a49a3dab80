"""`manage.py verify_matches`: replay every stored log and compare it with what was stored."""

import os
from datetime import datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import is_naive, make_aware
from tqdm import tqdm

from game.checking import verdicts
from game.verification import Verdict, ids_since


class Command(BaseCommand):
    """Prints a line for every difference and every match left out; exit status 1 if anything differs."""

    help = (
        "Replay the log of every stored match by its own engine and compare the outcome with what is stored: the "
        "result of a finished match, version and open decision of a running one, the links of the log, the lines for "
        "statistics. A match of an unknown engine is left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which matches, and with how many processes."""
        parser.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)"
        )
        parser.add_argument(
            "--since",
            metavar="DATE",
            help="only matches opened on this day or later (or an ISO date and time)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Goes through the matches."""
        if options["jobs"] < 1:
            raise CommandError("--jobs: give 1 or more")
        ids = ids_since(None if options["since"] is None else _moment(options["since"]))
        verified = skipped = differing = 0
        with tqdm(total=len(ids), desc="verifying", unit="match") as bar:
            for batch in verdicts(ids, options["jobs"]):
                for verdict in batch:
                    if verdict.skipped is not None:
                        skipped += 1
                    else:
                        verified += 1
                        differing += bool(verdict.differences)
                    self._say(verdict)
                bar.update(len(batch))
        self.stdout.write(f"{verified} verified, {differing} differ, {skipped} skipped")
        if differing:
            raise CommandError(f"{differing} of {verified} matches differ from their log")

    def _say(self, verdict: Verdict) -> None:
        lines = verdict.differences
        if verdict.skipped is not None:
            lines = (f"skipped: {verdict.skipped}",)
        if lines:
            with tqdm.external_write_mode():
                for line in lines:
                    self.stdout.write(f"match {verdict.match}: {line}")


def _moment(text: str) -> int:
    """A day or a moment of the site's time zone, in ms since the epoch. Raises: CommandError."""
    try:
        day = parse_date(text)
        at = parse_datetime(text) if day is None else datetime.combine(day, time())
    except ValueError:  # 2026-02-30
        at = None
    if at is None:
        raise CommandError(f"--since: {text!r} is no date; write 2026-11-30 or 2026-11-30T18:00")
    return int((make_aware(at) if is_naive(at) else at).timestamp() * 1000)
