"""The wish of players to end their match now: a row beside the log (decision 0036). It ends when all who play want it.

Asked are those who play themselves: no bots, and nobody whose bot plays. Not checked here: that who wishes is in the
room.
"""

from django.db import transaction

from game.bus import bus
from game.engine.observation import observe_public
from game.models import EndWish, Match
from game.moment import now_ms
from game.pace import plays_itself
from game.rulings import AlreadyOver, end_as_agreed
from game.services import run_in_server_soon
from game.store import Stored, load, wishes_of
from game.tables import tables


def want_to_end(*, match_id: int, seat: int, on: bool) -> None:
    """A seat wants a running match to end now, or (not `on`) no longer does; twice is no error.

    Whether all agree is looked at when somebody wants it: that somebody goes ends nothing. Raises: AlreadyOver.
    """
    stored = load(match_id)  # before the row is locked: a long log takes a while
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if match.status != Match.Status.PLAYING:
            raise AlreadyOver
        if match.version != stored.row.version:
            stored = load(match_id)
        seats, since = _standing(match_id, stored)
        if on and seat not in seats:
            seats.append(seat)
        elif not on and seat in seats:
            seats.remove(seat)
        if on and _asked(stored) <= set(seats):
            end_as_agreed(match)
            return
        wish = {"round": observe_public(stored.state).round, "since": since, "seats": seats}
        EndWish.objects.update_or_create(match=match, defaults=wish)
        version = match.version
        transaction.on_commit(lambda: run_in_server_soon(lambda: _tell(match_id, version)))


def _standing(match_id: int, stored: Stored) -> tuple[list[int], int]:
    """The seats that want it by now, and since when (ms): since now where nobody does."""
    wish = wishes_of([match_id]).get(match_id)
    if wish is None or not wish.stands_in(observe_public(stored.state)):
        return [], now_ms()
    return list(wish.seats), wish.since


def _asked(stored: Stored) -> set[int]:
    public = observe_public(stored.state)
    return {seat for seat in range(public.players) if not plays_itself(seat, public, stored.players)}


async def _tell(match_id: int, version: int) -> None:
    """Let the actor here and those of other processes look at the row."""
    news = {"type": "match.changed", "match": match_id, "version": version, "wish": True}
    bus.publish(f"match.{match_id}", news)
    if (actor := tables().here(match_id)) is not None:
        await actor.look_at_wish()
