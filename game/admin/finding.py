"""How matches are searched among a hundred thousand: by what indexes find, and with a count that stops."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import cached_property

from game.models import Match, Seat

MOST, NAMES = 2000, 100


class ShortCount(Paginator):
    """Pages of a list that is counted up to `MOST` and no further: nobody leafs through more."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, at most `MOST`."""
        rows: Any = self.object_list
        number: int = rows.order_by()[:MOST].count()
        return number


def matching(matches: QuerySet[Match], text: str) -> QuerySet[Match]:
    """The matches that a text means: a public id, the code or a part of the name of a room, a player, a day or days.

    A player is found by a part of the name they have now, by their username, or by the whole name they had then. A
    part that fits more than `NAMES` people or rooms stands for so many of them.
    Days are written 2026-11-30 or 2026-11-01..2026-11-30.
    """
    text = text.strip()
    if (days := _days(text)) is not None:
        first, after = (_ms(day) for day in days)
        return matches.filter(opened_at__gte=first, opened_at__lt=after)
    # Looked up first, and not all of them: what half of the site is called must not gather half of the matches.
    fitting = get_user_model().objects.filter(Q(display_name__icontains=text) | Q(username__iexact=text))
    people = list(fitting.order_by("-last_seen").values_list("pk", flat=True)[:NAMES])
    named = Match.objects.filter(room_name__icontains=text).order_by().values_list("room_name", flat=True)
    rooms = list(named.distinct()[:NAMES])
    found = Match.objects.filter(public_id=text.lower()).values("pk")
    others = (
        Match.objects.filter(room_code=text.upper()).values("pk"),
        Match.objects.filter(room_name__in=rooms).values("pk"),
        Seat.objects.filter(user__in=people).order_by().values("match"),
        Seat.objects.filter(name=text, bot=None).order_by().values("match"),
    )
    return matches.filter(pk__in=found.union(*others))


def _days(text: str) -> tuple[date, date] | None:
    """The first day and the one after the last."""
    first, _, last = text.partition("..")
    parse: Callable[[str], date] = date.fromisoformat
    try:
        return parse(first.strip()), parse((last or first).strip()) + timedelta(days=1)
    except (ValueError, OverflowError):
        return None


def _ms(day: date) -> int:
    midnight = timezone.make_aware(datetime.combine(day, time()))
    return int(midnight.timestamp() * 1000)
