"""Who may start a match while the host is away: a room must not stand still because of one person."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from rooms.models import Membership

ABSENCE = timedelta(minutes=2)


def deputy_of(host_id: int | None, people: Iterable[Membership], now: datetime) -> int | None:
    """The account of the present person who has been a member for longest, once the host was away for two minutes.

    None before that, or when nobody is present. `people` come longest-standing first; bots among them are skipped.
    """
    deputy: int | None = None
    for person in people:
        if person.user_id == host_id:
            if now < _away_since(person) + ABSENCE:
                return None
        elif person.user_id is not None and deputy is None and _away_since(person) > now:
            deputy = person.user_id
    return deputy


def _away_since(person: Membership) -> datetime:
    """When the lease ran out; in the future for somebody who is here."""
    return person.present_until or person.joined_at
