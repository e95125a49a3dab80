"""The line that tells a room of a restart: one, however many processes restart one after the other."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from rooms.errors import NoSuchRoom
from rooms.models import Line
from rooms.services._locks import lock_room
from rooms.services.chat import note

QUIET = timedelta(minutes=10)


def note_restart(codes: Iterable[str]) -> None:
    """Adds a system line to each of these rooms that has got none within `QUIET`; passes over closed rooms."""
    for code in codes:
        with transaction.atomic():
            try:
                room = lock_room(code=code)
            except NoSuchRoom:
                continue
            lines = Line.objects.filter(room=room, kind=Line.Kind.SYSTEM, text="restarted")
            if not lines.filter(at__gt=timezone.now() - QUIET).exists():
                note(room, "restarted")
