"""The coach's reviews: asked for by who held the seat, made by one process of its own, kept as a row.

Never of a running match, nor of one that was cut off. A review is derived: `manage.py rebuild_coach` makes them again.
"""

import logging

import msgspec
from django.db import DatabaseError
from django.db.models import Q, QuerySet

from game import reviewer
from game.coach.moments import moments_of
from game.coach.review import Review, confirmed, review
from game.engine.observation import SeatObservation, observe_seat
from game.engine.record import replay_steps
from game.engine.rules import ENGINES
from game.faults import log_fault
from game.models import Match, Seat, SeatReview
from game.moment import now_ms
from game.store import opening_of, tail

logger = logging.getLogger(__name__)

CLAIM_MS = 120_000
"""A process that has not finished a review after so long is taken for dead."""


class NotOver(ValueError):
    """The coach says nothing about a match that is not properly over."""


class Asked(msgspec.Struct, frozen=True):
    """How it stands with a review that was asked for: neither ready nor failed means that it is being made."""

    review: Review | None
    is_failed: bool


def ask(match: Match, index: int) -> Asked:
    """The review of a seat of a finished match; the first to ask has it made. Raises: NotOver.

    The match and the seat come from a door: nothing is checked of who asks.
    """
    if match.status != Match.Status.FINISHED:
        raise NotOver(match.public_id)
    row = _row(match, index)
    if row is None:
        row, _ = SeatReview.objects.get_or_create(seat=match.seats.get(index=index))
    is_claimed = row.claimed_at is not None and row.claimed_at >= now_ms() - CLAIM_MS
    if row.content is None and not row.is_failed and not is_claimed:
        reviewer.wake()
    return _asked(row)


def ready(match: Match, index: int) -> Review | None:
    """The review of a seat, if there is one already. Nobody is set to work."""
    if match.status != Match.Status.FINISHED:
        return None
    row = _row(match, index)
    return None if row is None else _asked(row).review


def is_waiting() -> bool:
    """Whether there is a review to claim."""
    return _unclaimed(now_ms()).exists()


def make_next() -> bool:
    """Claims the next review and makes it; False when there is none left to claim."""
    row = _claim(now_ms())
    if row is None:
        return False
    content = None
    try:
        content = msgspec.to_builtins(_made(row.seat))
    except DatabaseError:
        raise  # it says nothing about the match: what was claimed is claimed again later
    except Exception as wrong:
        # A damaged log can break a replay in any way, and one match must not stop the others.
        log_fault(logger, f"no review of match {row.seat.match.public_id}", wrong)
    SeatReview.objects.filter(pk=row.pk).update(content=content, is_failed=content is None, claimed_at=None)
    return True


def forget_all() -> int:
    """Everything that was ever asked for is to be made anew. Returns how many."""
    return SeatReview.objects.update(content=None, is_failed=False, claimed_at=None)


def _row(match: Match, index: int) -> SeatReview | None:
    return SeatReview.objects.filter(seat__match=match, seat__index=index).first()


def _unclaimed(now: int) -> QuerySet[SeatReview]:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_MS)
    return SeatReview.objects.filter(free, content__isnull=True, is_failed=False)


def _claim(now: int) -> SeatReview | None:
    for row in _unclaimed(now).select_related("seat__match").order_by("pk"):
        if SeatReview.objects.filter(pk=row.pk, claimed_at=row.claimed_at, content__isnull=True).update(
            claimed_at=now
        ):
            return row
    return None


def _made(seat: Seat) -> Review:
    match = seat.match
    if match.status != Match.Status.FINISHED or match.engine not in ENGINES or match.result is None:
        raise NotOver(match.public_id)
    log = tail(match.pk, 0)
    states = [step.match for step in replay_steps(opening_of(match), log)]
    places = next(line["places"] for line in match.result["ranking"] if line["seat"] == seat.index)

    def seen_at(version: int) -> SeatObservation:
        return observe_seat(states[version], seat.index)

    judged = review(moments_of(states, log, seat.index), places)
    return confirmed(judged, seen_at, f"{match.public_id}:{seat.index}")


def _asked(row: SeatReview) -> Asked:
    content = None if row.content is None else msgspec.convert(row.content, Review)
    return Asked(content, row.is_failed)
