"""Who has the room open: a lease in the database, renewed by open tabs; never the absence of a goodbye."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from rooms.connections import note_absence, note_coming
from rooms.models import Membership
from rooms.signals import room_changed

LEASE_SECONDS = 30
YOUNG_SECONDS = 8


def renew_presence(*, code: str, user_id: int, seconds: int = LEASE_SECONDS) -> bool:
    """Says that this person's tab is open for `seconds` more. Returns whether they were away until now.

    Tells the room when they were. Does nothing for somebody who is no member.
    """
    now = timezone.now()
    with transaction.atomic():
        members = Membership.objects.filter(room__code=code, user_id=user_id)
        before = members.values_list("present_until", flat=True).first()
        changed = members.update(present_until=now + timedelta(seconds=seconds)) == 1
        came = changed and (before is None or before <= now)
        if came:
            members.update(present_since=now)
            note_coming(code=code, user_id=user_id, since=now, away_since=before)
            transaction.on_commit(lambda: room_changed.send(sender=Membership, code=code))
    return came


def shorten_presence(*, code: str, user_id: int, seconds: float) -> None:
    """Says that this person's last tab of one process is closed: their lease lasts `seconds` at most from now.

    Another process where they have a tab renews it before that. Tells nobody.
    """
    until = timezone.now() + timedelta(seconds=seconds)
    members = Membership.objects.filter(room__code=code, user_id=user_id)
    members.filter(present_until__gt=until).update(present_until=until)


def tell_absence(*, code: str, user_id: int) -> None:
    """Tells the room if this member's lease has run out."""
    members = Membership.objects.filter(room__code=code, user_id=user_id, present_until__lte=timezone.now())
    if gone := list(members.values_list("pk", flat=True)):
        note_absence(membership_ids=gone)
        room_changed.send(sender=Membership, code=code)


def renew_leases(membership_ids: list[int]) -> None:
    """Says that these members' tabs are still open. One statement for all of them; tells nobody.

    A lease of the last moments is left as it is: of all rows these would be written most often.
    """
    until = timezone.now() + timedelta(seconds=LEASE_SECONDS)
    young = until - timedelta(seconds=YOUNG_SECONDS)
    old = Membership.objects.filter(pk__in=membership_ids).exclude(present_until__gte=young)
    old.update(present_until=until)
