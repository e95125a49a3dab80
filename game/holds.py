"""Time that a planned restart takes: it runs for nobody who was cut off and is not back yet (decision 0023).

A hold is noted by the process that stops, and ends by whoever serves the match afterwards.
"""

from django.db import transaction
from django.db.models import F

from game.models import Hold, Match
from game.moment import now_ms

RETURN_MS = 10_000  # so long time waits for somebody who does not come back, from when they can

_serving_since = 0


def begin_serving(at: int) -> None:
    """This process can be reached from `at` (ms) on. Before that, nobody could come back to it."""
    global _serving_since
    _serving_since = at


def is_held(match_id: int) -> bool:
    """Whether somebody may not be back at this match."""
    return Hold.objects.filter(pk=match_id).exists()


def settle(
    match_id: int, version: int, *, owing: int, opened_at: int, cut_off: int = 0, back: int = 0
) -> bool:
    """Note who was cut off or is back now, and give the open decision back what it lost until now.

    Seats are given as one bit each: `owing` those that the decision asks, since `opened_at` (ms). What was given back
    once is not given again. Returns False, and does nothing, where the match is no longer at `version`.
    """
    with transaction.atomic():
        # Other processes stop, and their people come back, at the same moment: one after the other.
        match = Match.objects.filter(pk=match_id, version=version)
        if match.select_for_update(no_key=True).values_list("pk").first() is None:
            return False
        at = now_ms()
        hold = Hold.objects.filter(pk=match_id).first() or Hold(
            match_id=match_id, seats=0, since=at, until=at
        )
        end = max(hold.until, _serving_since + RETURN_MS)
        lost = min(at, end) - max(hold.since, opened_at)
        if hold.seats & owing and lost > 0:
            match.update(extra_ms=F("extra_ms") + lost, deadline=F("deadline") + lost)
        hold.seats = (hold.seats if at < end else 0) & ~back | cut_off
        hold.since = at
        if cut_off:
            hold.until = at + RETURN_MS
        if hold.seats:
            hold.save()
        else:
            Hold.objects.filter(pk=match_id).delete()
    return True
