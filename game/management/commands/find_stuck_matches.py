"""`manage.py find_stuck_matches`: running matches that stand still or contradict their log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from game.anomalies import anomalies_of, stuck
from game.moment import now_ms


class Command(BaseCommand):
    """Prints a line for every stuck match; exit status 1 if there is any."""

    help = (
        "Find running matches with no open decision, a deadline or a due moment long past, or a log that does not "
        "end where the match's row says. For a monitor: the exit status is 1 if there is any."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Looks at all running matches."""
        at, found = now_ms(), 0
        for match in stuck(at).order_by("pk").iterator():
            found += 1
            wrong = ", ".join(each.value for each in anomalies_of(match, at))
            self.stdout.write(f"match {match.public_id} (room {match.room_code or '-'}): {wrong}")
        self.stdout.write(f"{found} stuck")
        if found:
            raise CommandError(f"{found} matches are stuck")
