"""Time that a planned restart takes: it runs for nobody who was cut off and is not back yet (decision 0023).

A hold is noted by the process that stops, and ends by whoever serves the match afterwards.
"""

from django.db import transaction

from game.models import Hold

RETURN_MS = 10_000  # so long time waits for somebody who does not come back, from when they can

_serving_since = 0


def begin_serving(at: int) -> None:
    """This process can be reached from `at` (ms) on. Before that, nobody could come back to it."""
    global _serving_since
    _serving_since = at


def is_held(match_id: int) -> bool:
    """Whether somebody may not be back at this match."""
    return Hold.objects.filter(pk=match_id).exists()


def settle(match_id: int, *, at: int, owing: int, opened_at: int, cut_off: int = 0, back: int = 0) -> int:
    """Notes who was cut off or is back at `at` (ms), and returns what the open decision lost until then, in ms.

    Seats are given as one bit each: `owing` those that the decision asks, since `opened_at`. What was returned once is
    not returned again.
    """
    with transaction.atomic():
        if cut_off:  # another process may be stopping as well
            Hold.objects.bulk_create(
                [Hold(match_id=match_id, seats=0, since=at, until=at)], ignore_conflicts=True
            )
        hold = Hold.objects.select_for_update().filter(pk=match_id).first()
        if hold is None:
            return 0
        end = max(hold.until, _serving_since + RETURN_MS)
        lost = min(at, end) - max(hold.since, opened_at) if hold.seats & owing else 0
        seats = (hold.seats if at < end else 0) & ~back | cut_off
        if seats:
            until = at + RETURN_MS if cut_off else hold.until
            Hold.objects.filter(pk=match_id).update(seats=seats, since=at, until=until)
        else:
            hold.delete()
        return max(0, lost)
