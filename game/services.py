"""What the other apps may do with matches. Each function is one act; only these and the actor write."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from asgiref.sync import async_to_sync
from django.db import transaction

from game import shuffles
from game.engine.actions import Autoplay, Origin
from game.engine.fairness import seed_of
from game.engine.observation import observe_public
from game.engine.options import Options, options_dict
from game.engine.record import Opening, replay
from game.engine.rules import ENGINE_VERSION, ENGINES, owing
from game.models import Match, Seat, Shuffle
from game.moment import now_ms
from game.pace import deadline_of, next_due
from game.store import Player
from game.tables import tables
from game.words import DEPARTED

T = TypeVar("T")

# The event loop that serves this process's sockets, once it runs.
_server_loop: asyncio.AbstractEventLoop | None = None


class NewPlayer(msgspec.Struct, frozen=True):
    """Who will hold a seat: a person (`user_id`) or a bot (`bot` is its level)."""

    user_id: int | None
    name: str
    bot: str | None


def set_server_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    """Tell synchronous callers where the live matches are."""
    global _server_loop
    _server_loop = loop


def run_in_server(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine where the live matches are, from a thread, and wait for its result."""

    async def run() -> T:
        return await coroutine

    if _server_loop is not None and _server_loop.is_running():
        return asyncio.run_coroutine_threadsafe(run(), _server_loop).result()
    return async_to_sync(run)()


def run_in_server_soon(make: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Start a coroutine where the sockets are, from any thread, without waiting. Without a server nobody listens."""
    if _server_loop is not None and _server_loop.is_running():
        asyncio.run_coroutine_threadsafe(make(), _server_loop)


@transaction.atomic
def open_match(
    *,
    players: Sequence[NewPlayer],
    options: Options,
    room_code: str = "",
    room_name: str = "",
    pace: str = Match.Pace.NORMAL,
    kids: bool = False,
    practice: bool = False,
    shuffle: Shuffle | None = None,
) -> Match:
    """Make the seed, seat 4–8 players in the given order, and open the match. One transaction.

    `shuffle` is the secret that was committed to, with the nonces given since; without one, a new secret alone.
    Whoever pointed to it removes it.

    `pace` is how quickly bots act, `kids` whether the table uses kind words, `practice` whether one person alone
    among bots may ask for advice; all stay as they are for this match.
    """
    at = now_ms()
    secret, nonces = shuffles.parts_of(shuffle, [player.user_id for player in players])
    seed = seed_of(secret, nonces)
    opening = Opening(len(players), options, seed, at, secret, nonces, ENGINE_VERSION)
    state = replay(opening, ())
    public = observe_public(state)
    holders = tuple(Player(player.name, player.bot, player.user_id) for player in players)
    match = Match.objects.create(
        room_code=room_code,
        room_name=room_name,
        engine=ENGINE_VERSION,
        options=options_dict(options),
        players=len(players),
        people=sum(player.bot is None for player in players),
        seed=opening.seed,
        secret=secret,
        nonces=[nonce.hex() for nonce in nonces],
        commitment=public.commitment,
        opened_at=at,
        decision=public.decision,
        owing=sum(1 << seat for seat in owing(state)),
        deadline=deadline_of(state, 0),
        due_at=next_due(state, public, holders, 0, pace),
        pace=pace,
        kids=kids,
        practice=practice,
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=index, user_id=player.user_id, name=player.name, bot=player.bot)
        for index, player in enumerate(players)
    )
    return match


def leave_match(match_id: int, user_id: int, *, origin: Origin = Origin.PLAYER) -> None:
    """A player leaves for good: the easy bot plays their seat to the end. Harmless when they hold none.

    A match of an engine that is not known here cannot go on, and is left as it is.

    `origin` is ADMIN where somebody else decided it.
    """
    _set_autoplay(match_id, user_id, True, origin)


def return_to_match(match_id: int, user_id: int) -> None:
    """A player who had left is back: their seat waits for them again. Harmless when they hold none."""
    _set_autoplay(match_id, user_id, False, Origin.PLAYER)


def forget_player(user_id: int) -> None:
    """Takes somebody's name away from all seats they ever held. Tables open in this process show it at once, those of
    others when they next compare. They still hold the seats.
    """
    seats = Seat.objects.filter(user_id=user_id)
    match_ids = list(seats.values_list("match_id", flat=True))
    seats.update(name=DEPARTED)

    async def look() -> None:
        for match_id in match_ids:
            if (actor := tables().here(match_id)) is not None:
                await actor.look_at_names()

    transaction.on_commit(lambda: run_in_server_soon(look))


def playing_of(user_id: int) -> list[int]:
    """The running matches somebody holds a seat of, by primary key."""
    running = Seat.objects.filter(user_id=user_id, match__status=Match.Status.PLAYING)
    return list(running.values_list("match_id", flat=True))


def _set_autoplay(match_id: int, user_id: int, on: bool, origin: Origin) -> None:
    seat = seat_of(match_id, user_id)
    if seat is not None and Match.objects.filter(pk=match_id, engine__in=ENGINES).exists():

        async def submit() -> None:
            actor = await tables().get(match_id)
            await actor.submit(seat, Autoplay(on=on), origin=origin)

        run_in_server(submit())


def seat_of(match_id: int, user_id: int) -> int | None:
    """The seat a user holds in a match, or None."""
    return Seat.objects.filter(match_id=match_id, user_id=user_id).values_list("index", flat=True).first()
