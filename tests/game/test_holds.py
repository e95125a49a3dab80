"""Holds: time that a planned restart takes from those it cut off, given back once, to them and nobody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest
from django.db import DatabaseError, connection

from game import actor as actor_module
from game import holds, hub
from game.actor import Actor
from game.clock import Clock
from game.engine.actions import Origin
from game.engine.rules import timeout_action
from game.models import Hold, Match
from game.moment import now_ms
from game.tables import tables
from rooms.hearing import hear_match
from tests.conftest import WallClock
from tests.game.helpers import another_process, open_match, people, play_on_until

SECOND = 1000


class Sitting(NamedTuple):
    """What a hold asks of an open page."""

    seat: int


@pytest.fixture
async def played(server: None, wall_clock: WallClock, monkeypatch: pytest.MonkeyPatch) -> Actor:
    """A match of people in which one of them is asked."""
    monkeypatch.setattr(holds, "_serving_since", 0)
    match = await open_match(people(4))
    actor = await tables().get(match.pk)
    await play_on_until(actor, "playing", wall_clock)
    return actor


async def left(actor: Actor) -> float:
    """How many seconds the open decision has, by the database."""
    deadline = (await Match.objects.aget(pk=actor.id)).deadline
    assert deadline is not None
    return (deadline - now_ms()) / SECOND


def asked(actor: Actor) -> int:
    (seat,) = actor.public.owing
    return seat


async def test_who_is_asked_gets_the_time_back(played: Actor, wall_clock: WallClock) -> None:
    before = await left(played)
    await played.settle_hold(cut_off={asked(played)})
    wall_clock.forward(7)
    await played.settle_hold(back={asked(played)})
    assert abs(await left(played) - before) < 1
    assert not await Hold.objects.aexists()
    wall_clock.forward(3)
    await played.settle_hold(back={asked(played)})
    assert before - 4 < await left(played) < before - 2, "once"


async def test_another_who_is_away_stops_no_clock(played: Actor, wall_clock: WallClock) -> None:
    before = await left(played)
    other = (asked(played) + 1) % 4
    await played.settle_hold(cut_off={other})
    wall_clock.forward(7)
    await played.settle_hold(back={other})
    assert await left(played) < before - 6


async def test_who_does_not_come_back_is_waited_for_ten_seconds(played: Actor, wall_clock: WallClock) -> None:
    before, version = await left(played), played.version
    await played.settle_hold(cut_off={asked(played)})
    wall_clock.forward(before + 1)
    await played.act()
    assert played.version == version, "the ten seconds were given back"
    assert 8 < await left(played) < 10
    wall_clock.forward(10)
    await played.act()
    assert played.version > version


async def test_the_ten_seconds_begin_when_somebody_can_come_back(
    played: Actor, wall_clock: WallClock
) -> None:
    before, version = await left(played), played.version
    await played.settle_hold(cut_off={asked(played)})
    wall_clock.forward(600)
    tables()._actors.clear()
    holds.begin_serving(now_ms())
    clock = Clock()
    await clock._recover()
    await clock.tick(patience=60)
    actor = await tables().get(played.id)
    assert actor.version == version and before - 2 < await left(actor) <= before
    wall_clock.forward(5)
    await actor.settle_hold(back={asked(actor)})
    assert before - 2 < await left(actor) <= before


async def test_who_is_asked_meanwhile_loses_only_what_passed_since(
    played: Actor, wall_clock: WallClock
) -> None:
    await played.settle_hold(cut_off=range(4))
    wall_clock.forward(3)
    await played.settle_hold(back={asked(played)})
    await played.submit(asked(played), timeout_action(played.state, asked(played)), origin=Origin.PLAYER)
    before = await left(played)
    wall_clock.forward(2)
    await played.settle_hold(back={asked(played)})
    assert abs(await left(played) - before) < 1


async def test_a_process_that_goes_on_serving_lets_no_time_run_out_either(
    played: Actor, wall_clock: WallClock
) -> None:
    there: Any = await another_process(await Match.objects.aget(pk=played.id))
    before, version = await left(played), played.version
    wall_clock.forward(before - 2)
    await played.settle_hold(cut_off={asked(played)})
    wall_clock.forward(4)
    await there.act()
    assert there.version == version
    wall_clock.forward(1)
    await there.settle_hold(back={asked(played)})
    assert 1 < await left(played) <= 2


async def test_time_that_another_process_gives_back_is_shown_here_too(
    played: Actor, wall_clock: WallClock
) -> None:
    there: Any = await another_process(await Match.objects.aget(pk=played.id))
    await played.settle_hold(cut_off={asked(played)})
    wall_clock.forward(3)
    await there.settle_hold(back={asked(there)})
    news = {"match": played.id, "version": there.version, "extra": there.extra_ms}
    assert played.deadline < there.deadline
    await hear_match(news)
    assert played.deadline == there.deadline


async def test_a_match_whose_clock_cannot_be_stopped_costs_no_other_its_time(
    played: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await tables().get((await open_match(people(4))).pk)
    for actor in (played, other):
        monkeypatch.setitem(hub._viewers, actor.id, {Sitting(seat=1): None})

    def settle(match_id: int, *args: Any, **named: Any) -> bool:
        if match_id == played.id:
            raise DatabaseError("of this match alone")
        return holds.settle(match_id, *args, **named)

    monkeypatch.setattr(actor_module, "settle", settle)
    await tables().hold()
    assert [hold.match_id async for hold in Hold.objects.all()] == [other.id]


async def test_processes_that_stop_at_the_same_moment_hold_the_seats_of_both(played: Actor) -> None:
    now = {"version": played.version, "owing": 0, "opened_at": 0}

    def stop(seats: int) -> bool:
        try:
            return holds.settle(played.id, cut_off=seats, **now)
        finally:
            connection.close()

    for _ in range(20):
        await Hold.objects.all().adelete()
        with ThreadPoolExecutor(4) as threads:
            assert all(await asyncio.to_thread(lambda: list(threads.map(stop, (1, 2, 4, 8)))))
        assert (await Hold.objects.aget()).seats == 15
