"""Notes what connections do in a room whose match runs (`game.connections`): pages open and close, leases end."""

from datetime import datetime

from django.db import transaction

from game.connections import Kind, record
from game.models import Match
from game.moment import now_ms
from rooms.models import Membership, Room


def note_page(*, code: str, user_id: int, opened: bool, pages: int) -> None:
    """A page of this person opened or closed; this process has `pages` of theirs now."""
    kind = Kind.OPENED if opened else Kind.CLOSED
    _record(code, user_id, kind, now_ms(), pages)


def note_coming(*, code: str, user_id: int, since: datetime, away_since: datetime | None) -> None:
    """A lease began; the one before ended at `away_since`, which nobody may have noticed."""
    if away_since is not None:
        _record(code, user_id, Kind.WENT, _ms(away_since))
    _record(code, user_id, Kind.CAME, _ms(since))


def note_absence(*, membership_ids: list[int]) -> None:
    """The leases of these members are seen to have ended, when they say they did. All in one transaction."""
    rows = Membership.objects.filter(pk__in=membership_ids, user__isnull=False)
    with transaction.atomic():
        for code, user_id, until in rows.values_list("room__code", "user_id", "present_until"):
            if user_id is not None and until is not None and _ms(until) <= now_ms():
                _record(code, user_id, Kind.WENT, _ms(until))


def _record(code: str, user_id: int, kind: Kind, at: int, pages: int = 0) -> None:
    running = Room.objects.filter(code=code, match__status=Match.Status.PLAYING)
    match_id = running.values_list("match_id", flat=True).first()
    if match_id is not None:
        record(match_id=match_id, user_id=user_id, kind=kind, at=at, pages=pages)


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
