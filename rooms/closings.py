"""Which open pages an administrator has told to close. The word is in the database, so that no process misses it."""

from datetime import datetime, timedelta

import msgspec
from django.utils import timezone

from rooms.models import Closing

HEEDED = timedelta(minutes=10)  # a process that could not look for so long has no pages any more


class Closed(msgspec.Struct, frozen=True):
    """Pages of this account, or of the room with this code, that were opened before `at`."""

    user_id: int | None
    code: str | None
    at: datetime

    def covers(self, *, user_id: int, code: str, opened_at: datetime) -> bool:
        """Whether a page of this person in this room is meant."""
        return opened_at < self.at and (self.user_id == user_id or self.code == code)


def closed_lately() -> list[Closed]:
    """What was told lately, in no order."""
    rows = Closing.objects.filter(at__gt=timezone.now() - HEEDED)
    return [Closed(*row) for row in rows.values_list("user_id", "room__code", "at")]
