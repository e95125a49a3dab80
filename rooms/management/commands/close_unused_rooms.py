"""`manage.py close_unused_rooms`: rooms that were made and never played in are closed after a while."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from rooms import services
from rooms.models import Room

MANY = 50


class Command(BaseCommand):
    """Closes each unused room in a transaction of its own, so that it may be stopped and run again at any time."""

    help = "Close rooms without a single match that nobody has opened for 30 days. Rooms with matches stay."

    def add_arguments(self, parser: CommandParser) -> None:
        """How long is unused, and whether to look only."""
        parser.add_argument("--days", type=int, default=30, help="unopened for how many days (default 30)")
        parser.add_argument("--dry-run", action="store_true", help="only say which would be closed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Closes them, and says what it did."""
        days: int = options["days"]
        if not 1 <= days <= 3650:
            raise CommandError("--days: give 1 to 3650")
        limit = timezone.now() - timedelta(days=days)
        unused, still_open = services.unused_rooms(since=limit), Room.objects.filter(closed_at=None)
        if options["dry_run"]:
            for room in unused.order_by("pk").iterator():
                self.stdout.write(f"{room.name} ({room.code}): made {room.created_at:%Y-%m-%d}")
            self.stdout.write(
                f"Would close {_rooms(unused.count())} unused for {days} days; {still_open.count()} in all."
            )
            return
        keys = list(unused.order_by("pk").values_list("pk", flat=True))
        closed = 0
        for key in tqdm(keys, unit="room", disable=True if len(keys) < MANY else None):
            closed += services.close_unused_room(room_id=key, since=limit)
        self.stdout.write(
            f"Closed {_rooms(closed)} unused for {days} days; {_rooms(still_open.count())} left."
        )


def _rooms(count: int) -> str:
    return f"{count} room" if count == 1 else f"{count} rooms"
