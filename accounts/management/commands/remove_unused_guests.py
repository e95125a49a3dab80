"""`manage.py remove_unused_guests`: guests who have not been here for a while go, and their names with them."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from accounts.departures import finish_departures
from accounts.models import User
from accounts.services import remove_guest

MANY = 50


class Command(BaseCommand):
    """Removes each unused guest in a transaction of its own, so that it may be stopped and run again at any time."""

    help = (
        "Remove guests who have not been seen for 30 days, as deleted accounts go: with their names. Also ends what is "
        "left of accounts whose removal was interrupted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How long is unused, and whether to look only."""
        parser.add_argument("--days", type=int, default=30, help="unseen for how many days (default 30)")
        parser.add_argument("--dry-run", action="store_true", help="only say who would go")

    def handle(self, *args: Any, **options: Any) -> None:
        """Removes them, and says what it did."""
        days: int = options["days"]
        if not 1 <= days <= 3650:
            raise CommandError("--days: give 1 to 3650")
        limit = timezone.now() - timedelta(days=days)
        guests = User.objects.filter(is_guest=True)
        unused = guests.filter(last_seen__lt=limit).order_by("last_seen", "pk")
        if options["dry_run"]:
            for guest in unused.iterator():
                self.stdout.write(f"{guest.display_name}: last seen {guest.last_seen:%Y-%m-%d}")
            self.stdout.write(
                f"Would remove {_guests(unused.count())} not seen for {days} days; {guests.count()} in all."
            )
            return
        finish_departures()
        keys = list(unused.values_list("pk", flat=True))
        removed = 0
        for key in tqdm(keys, unit="guest", disable=True if len(keys) < MANY else None):
            removed += remove_guest(user_id=key, unseen_since=limit)
        self.stdout.write(
            f"Removed {_guests(removed)} not seen for {days} days; {_guests(guests.count())} left."
        )


def _guests(count: int) -> str:
    return f"{count} guest" if count == 1 else f"{count} guests"
