"""A waiting room with the cast in it, browsers for its people, and matches that are over."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from game.models import Match, Seat
from game.threads import close_thread_connections
from game.writer import writer
from rooms import services
from rooms.models import Room, RoomMatch
from rooms.signals import room_changed
from tests.game.stored import store_places


@pytest.fixture(autouse=True)
def forgiven() -> None:
    """Nobody has guessed a code yet."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def room(gale: User, pia: User, wim: User) -> Room:
    """Gale's room: Gale in seat 0, Pia in 1, easy bots in 2 and 3; Wim watches."""
    room = services.create_room(host=gale, name="주말 가족방")
    services.join_room(user=pia, token=room.token)
    services.add_bot(user=gale, code=room.code)
    services.add_bot(user=gale, code=room.code)
    services.join_room(user=wim, code=room.code)
    services.leave_seat(user=wim, code=room.code)
    return room


@pytest.fixture
def browser_of() -> Callable[..., Client]:
    """Makes a browser in which somebody is logged in; with `htmx=True` one that asks as htmx does."""

    def make(user: User, *, htmx: bool = False) -> Client:
        client = Client(headers={"hx-request": "true"} if htmx else {})
        client.force_login(user)
        return client

    return make


@pytest.fixture
def changes() -> Any:
    """The codes that `room_changed` was sent for, as they come."""
    codes: list[str] = []

    def hear(code: str, **_: Any) -> None:
        codes.append(code)

    room_changed.connect(hear)
    yield codes
    room_changed.disconnect(hear)


@pytest.fixture
def writing(transactional_db: None) -> Iterator[None]:
    """Matches may be written to: their writer and its threads let the database go afterwards."""
    yield
    writer.close()
    close_thread_connections()


def seats_of(room: Room) -> dict[int, str]:
    """Seat → name of whoever sits there."""
    members = room.memberships.filter(seat__isnull=False).select_related("user").order_by("seat")
    return {member.seat: member.name for member in members if member.seat is not None}


def finish(match: Match, order: list[int]) -> None:
    """Writes a result into a match: `order` are its seats, best first; the winner has as many points as rivals."""
    players = len(order)
    match.status = Match.Status.FINISHED
    match.finished_at = match.opened_at + 60_000
    match.result = {
        "ranking": [
            {"seat": seat, "rank": rank, "total": players - rank, "places": [rank]}
            for rank, seat in enumerate(order, 1)
        ],
        "winner": [order[0]],
    }
    match.save()
    store_places(match)


def old_match(room: Room, people: list[User], order: list[int]) -> Match:
    """A match that was played to the end in this room, without its log."""
    match = Match.objects.create(
        room_code=room.code,
        room_name=room.name,
        engine="1",
        options=room.options,
        players=len(order),
        seed=b"\0" * 32,
        commitment="",
        opened_at=0,
    )
    for index in range(len(order)):
        user = people[index] if index < len(people) else None
        Seat.objects.create(
            match=match,
            index=index,
            user=user,
            name=user.display_name if user else "두부",
            bot=None if user else "easy",
        )
    finish(match, order)
    RoomMatch.objects.create(room=room, match=match, number=room.room_matches.count() + 1)
    return match


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Runs every act in a thread of its own, all starting together; their results or exceptions, in order."""
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(index: int, act: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            results[index] = act()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
