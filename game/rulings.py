"""What is decided about a match beside its log: an administrator opens its hands, ends it early or annuls it; its
players agree to end it (`game.endwishes`).

The log is not touched: a match that was cut off is one whose row says so, and from then on no row of it is written
(`game.writer`). Every process finds out from the row (`Actor.refresh`); the hint makes that quick.
"""

from collections.abc import Callable

from django.db import transaction

from game.bus import bus
from game.models import CUTS, EndWish, Match, Ruling, Seat
from game.moment import now_ms
from game.services import run_in_server_soon
from game.tables import tables
from game.words import AGREED

# Called with every ruling after its commit, in the thread that made it; for the rooms app.
after_ruling: list[Callable[[Ruling], None]] = []


class RulingRefused(Exception):
    """The match is in no state for this ruling, or the administrator must not make it."""


class TakesPart(RulingRefused):
    """Somebody who holds a seat of a running match does not look at its hands."""


class AlreadyOver(RulingRefused):
    """The match is over, or was annulled already."""


def open_hands(*, match_id: int, by_id: int, reason: str) -> Ruling:
    """Lets this administrator see the hands of a running match; its room is told. A second time is another ruling.

    Raises: TakesPart, AlreadyOver.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status != Match.Status.PLAYING:
            raise AlreadyOver
        if Seat.objects.filter(match=match, user_id=by_id).exists():
            raise TakesPart
        return _decide(match, Ruling.Kind.OPENED, by_id, reason)


def end_early(*, match_id: int, by_id: int, reason: str) -> Ruling:
    """Ends a running match at once. It is kept and counts nowhere. Raises: AlreadyOver."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status != Match.Status.PLAYING:
            raise AlreadyOver
        return _cut(match, Ruling.Kind.ENDED, by_id, reason)


def end_as_agreed(match: Match) -> Ruling:
    """Ends a match that its players agreed to end. Not checked here: the row is locked, and the match runs."""
    return _cut(match, Ruling.Kind.AGREED, None, AGREED)


def annul(*, match_id: int, by_id: int, reason: str) -> Ruling:
    """Annuls a match, over or not; a running one ends at once. It is kept and counts nowhere. Raises: AlreadyOver."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status == Match.Status.ANNULLED:
            raise AlreadyOver
        return _cut(match, Ruling.Kind.ANNULLED, by_id, reason)


def has_opened(match: Match, user_id: int) -> bool:
    """Whether this administrator may see the hands of this running match."""
    return Ruling.objects.filter(match=match, by_id=user_id, kind=Ruling.Kind.OPENED).exists()


def may_see_hands(match: Match, user_id: int | None) -> bool:
    """Whether an administrator may see all hands of a match: one that is over, or whose hands they opened."""
    if match.status != Match.Status.PLAYING:
        return True
    return user_id is not None and has_opened(match, user_id)


def _cut(match: Match, kind: Ruling.Kind, by_id: int | None, reason: str) -> Ruling:
    match.status = next(status for status, kinds in CUTS.items() if kind in kinds)
    match.deadline = match.due_at = None
    match.finished_at = match.finished_at or now_ms()
    match.save(update_fields=["status", "deadline", "due_at", "finished_at"])
    EndWish.objects.filter(match=match).delete()
    return _decide(match, kind, by_id, reason)


def _decide(match: Match, kind: Ruling.Kind, by_id: int | None, reason: str) -> Ruling:
    ruling = Ruling.objects.create(match=match, kind=kind, by_id=by_id, reason=reason, at=now_ms())
    transaction.on_commit(lambda: _tell(ruling))
    return ruling


def _tell(ruling: Ruling) -> None:
    if ruling.kind != Ruling.Kind.OPENED:
        match_id, version = ruling.match_id, ruling.match.version
        run_in_server_soon(lambda: _stop(match_id, version))
    for listener in after_ruling:
        listener(ruling)


async def _stop(match_id: int, version: int) -> None:
    """Let the actor here and those of other processes look at the row."""
    bus.publish(
        f"match.{match_id}", {"type": "match.changed", "match": match_id, "version": version, "cut": True}
    )
    if (actor := tables().here(match_id)) is not None:
        await actor.refresh()
