"""The clock: a match always moves on, with nobody connected, after a restart, whoever is absent."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection

from game import actor as actor_module
from game import bots as bot_levels
from game import thinking, threads
from game.clock import CLAIM_MS, Clock, claim_due, overdue
from game.engine.actions import Action as EngineAction
from game.engine.actions import Next, Pass
from game.models import Action, Match
from game.moment import now_ms
from game.pace import THINKING_MS, bot_delay_ms
from game.store import load, load_all, positions_of
from game.tables import tables
from game.threads import in_thread
from tests.conftest import WallClock
from tests.game.helpers import (
    act_as,
    another_process,
    bots,
    finish,
    let_time_run_out,
    open_match,
    people,
    play_on_until,
)
from tests.ops.test_metrics import value


async def row_of(match: Match) -> Match:
    return await Match.objects.aget(pk=match.pk)


@pytest.mark.parametrize("players", [4, 8])
async def test_bots_alone_play_a_match_to_its_end(server: None, players: int) -> None:
    match = await open_match(bots(players), rounds=1)
    await finish(match.pk)
    row = await row_of(match)
    assert row.status == Match.Status.FINISHED
    assert row.result is not None
    assert len(row.result["ranking"]) == players
    assert row.due_at is row.deadline is None
    assert row.owing == 0
    assert row.version == await Action.objects.filter(match=match).acount()


async def test_a_match_with_everybody_absent_reaches_its_end(server: None, wall_clock: WallClock) -> None:
    match = await open_match(people(4), rounds=1)
    actor = await tables().get(match.pk)
    await play_on_until(actor, "finished", wall_clock)
    origins = [row async for row in Action.objects.filter(match=match).values_list("origin", flat=True)]
    assert set(origins) == {"timeout"}


@pytest.mark.parametrize("absent", [{0}, {1, 2}, {0, 1, 2, 3}])
async def test_whoever_is_absent_and_whatever_dies_a_match_reaches_its_end(
    server: None, wall_clock: WallClock, absent: set[int]
) -> None:
    match, chance = await open_match(people(4), rounds=1), Random(len(absent))
    actor, deaths, phases = await another_process(match), 0, set[str]()
    for _ in range(2000):
        if actor.public.phase == "finished":
            break
        phases.add(actor.public.phase)
        if present := [seat for seat in actor.public.owing if seat not in absent]:
            await act_as(actor, present[0])
        else:
            wall_clock.forward(60)
            if chance.random() < 0.2:  # who was about to act is gone
                deaths += len(await in_thread(claim_due, now_ms()))
                wall_clock.forward(CLAIM_MS / 1000)
            await Clock().tick(patience=60)
        if chance.random() < 0.2:
            deaths, actor = deaths + 1, await another_process(match)
        await actor.refresh()
    assert (await row_of(match)).status == Match.Status.FINISHED
    assert deaths > 3 and {"revolutionCheck", "taxReturn", "playing"} <= phases


async def test_nothing_happens_before_the_deadline(server: None, wall_clock: WallClock) -> None:
    match = await open_match(people(4))
    actor = await tables().get(match.pk)
    wall_clock.forward(19)
    await actor.act()
    assert actor.version == 0
    wall_clock.forward(2)
    await actor.act()
    assert actor.version == 4


async def test_the_sweep_finds_matches_that_nobody_watches(server: None, wall_clock: WallClock) -> None:
    match = await open_match(people(4))
    wall_clock.forward(21)
    await Clock().tick(patience=60)
    assert (await row_of(match)).version == 4


async def test_a_due_match_is_claimed_once_and_comes_back_if_its_process_dies(
    server: None, wall_clock: WallClock
) -> None:
    match = await open_match(people(4))
    at = now_ms() + 30_000
    assert await sync_to_async(claim_due)(at) == [match.pk]
    assert await sync_to_async(claim_due)(at) == []
    assert await sync_to_async(claim_due)(at + CLAIM_MS) == [match.pk]


async def test_processes_that_look_in_the_same_moment_claim_each_match_once(
    server: None, say: Callable[[str], None]
) -> None:
    matches = [(await open_match(people(4))).pk for _ in range(12)]
    at = now_ms() + 30_000
    claims = await asyncio.gather(*(in_thread(claim_due, at) for _ in range(4)))
    claimed = [pk for claim in claims for pk in claim]
    assert sorted(claimed) == sorted(matches)
    say(f"claims on {connection.vendor}: {len(matches)} due matches, {len(claimed)} claims by 4 at once")


async def test_a_claim_that_finds_nothing_to_do_puts_the_real_moment_back(server: None) -> None:
    match = await open_match(people(4))
    due = (await row_of(match)).due_at
    await Match.objects.filter(pk=match.pk).aupdate(due_at=now_ms() - 1000)
    await Clock().tick(patience=60)
    assert (await row_of(match)).due_at == due


async def test_s22_a_deadline_that_passed_while_no_server_ran_gets_its_grace_once(
    server: None, wall_clock: WallClock, settings: Any
) -> None:
    match = await open_match(people(4))
    wall_clock.forward(600)
    tables()._actors.clear()
    clock = Clock()
    await clock._recover()
    graced = (await row_of(match)).deadline
    assert graced is not None
    assert abs(graced - now_ms() - settings.DOWNTIME_GRACE_MS) < 2000
    await clock.tick(patience=60)
    assert (await row_of(match)).version == 0, "the grace has not passed"
    wall_clock.forward(11)
    await clock._recover()
    assert (await row_of(match)).deadline == graced, "once a decision"
    await clock.tick(patience=60)
    assert (await row_of(match)).version == 4, "without any client"


async def test_a_clock_that_starts_without_a_database_goes_as_soon_as_there_is_one(
    server: None, wall_clock: WallClock, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    match = await open_match(people(4))
    wall_clock.forward(600)
    clock, asked = Clock(), 0

    def away(at: int) -> list[int]:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise OperationalError("the database system is starting up")
        return overdue(at)

    monkeypatch.setattr("game.clock.overdue", away)
    monkeypatch.setattr("game.clock.POLL_SECONDS", 0.01)
    await clock.start()
    while (row := await row_of(match)).graced == 0:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await clock.stop()
    assert asked == 2 and abs(row.deadline - now_ms() - settings.DOWNTIME_GRACE_MS) < 5000


async def test_time_given_back_by_one_process_counts_in_the_other(
    server: None, wall_clock: WallClock
) -> None:
    match = await open_match(people(4))
    here, there = await tables().get(match.pk), await another_process(match)
    wall_clock.forward(25)
    await here.grace(10_000)
    await there.act()
    assert (await row_of(match)).version == 0
    assert there.deadline == here.deadline
    wall_clock.forward(11)
    await there.act()
    assert (await row_of(match)).version == 4


async def test_the_deadline_is_the_same_after_a_restart(server: None) -> None:
    match = await open_match(people(4))
    before = await tables().get(match.pk)
    await act_as(before, 0)
    after = await another_process(match)
    assert after.deadline == before.deadline == (await row_of(match)).deadline


async def test_s63_a_bot_that_is_due_is_picked_up_after_a_restart(
    server: None, wall_clock: WallClock, settings: Any
) -> None:
    settings.BOT_DELAY_MS = settings.BOT_DELAY_ALONE_MS = 2500
    match = await open_match(bots(4))
    tables()._actors.clear()
    wall_clock.forward(3)
    await Clock().tick(patience=60)
    assert (await row_of(match)).version == 4


async def test_s27_decisions_that_expire_together_are_each_resolved_once(
    server: None, wall_clock: WallClock
) -> None:
    match = await open_match(people(4))
    here, there = await tables().get(match.pk), await another_process(match)
    await let_time_run_out(here, wall_clock)
    await there.refresh()
    assert here.public.phase == "taxReturn"
    wall_clock.forward(60)
    await asyncio.gather(here.act(), there.act(), here.act(), Clock().tick(patience=60))
    await here.refresh()  # the other process may have been faster with both
    returns = Action.objects.filter(match=match, type="returnTax")
    assert sorted([row.seat async for row in returns]) == sorted(here.public.order[:2])
    assert here.public.phase == "playing"


def always(action: EngineAction) -> Any:
    return lambda *_: action


def fails(*_: Any) -> EngineAction:
    raise RuntimeError("a bug in a bot")


def nothing(*_: Any) -> Any:
    return None


@pytest.mark.parametrize(
    "choose", [fails, nothing, always(Pass()), always(Next())], ids=["fails", "nothing", "pass", "next"]
)
async def test_s62_a_bot_that_fails_or_cheats_is_replaced(
    server: None, monkeypatch: pytest.MonkeyPatch, choose: Any
) -> None:
    match = await open_match(bots(4), rounds=1)
    monkeypatch.setattr(bot_levels, "choose", choose)
    await finish(match.pk)
    assert (await row_of(match)).status == Match.Status.FINISHED


async def test_s62_a_bot_that_thinks_for_ever_is_replaced_in_bounded_time(
    server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    match = await open_match(bots(4))
    release = threading.Event()
    monkeypatch.setattr(bot_levels, "choose", lambda *_: release.wait(30))
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.02)
    try:
        await (await tables().get(match.pk)).act()
        assert (await row_of(match)).version == 4
    finally:
        release.set()


async def test_s62_bots_that_think_for_ever_keep_no_worker_from_the_others(
    server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    match = await open_match(bots(4))
    actor, release, sound = await tables().get(match.pk), threading.Event(), bot_levels.choose
    monkeypatch.setattr(bot_levels, "choose", lambda *_: release.wait(30))
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.02)
    try:
        await actor.act()
        monkeypatch.setattr(bot_levels, "choose", sound)
        monkeypatch.setattr(thinking, "THINKING_SECONDS", 10.0)
        before = late()
        await actor.act()
        assert actor.version > 4 and late() == before
    finally:
        release.set()


def late() -> float:
    """How many bots have been replaced because they were late."""
    return value("kings_bot_replacements_total", reason="late")


async def test_what_a_bot_ponders_does_not_make_it_later(
    server: None, settings: Any, wall_clock: WallClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks before its moment comes, and acts at it."""
    settings.BOT_DELAY_MS = settings.BOT_DELAY_ALONE_MS = 10_000
    match = await open_match(bots(4))
    actor, thought_at = await tables().get(match.pk), []
    sound = bot_levels.choose

    def choose(*asked: Any) -> EngineAction:
        thought_at.append(now_ms())
        return sound(*asked)

    monkeypatch.setattr(bot_levels, "choose", choose)
    moment = actor.public.opened_at + 10_000
    wall_clock.forward((moment - THINKING_MS - now_ms()) / 1000)
    await actor.act()
    first = await Action.objects.filter(match=match).order_by("version").afirst()
    assert first is not None and thought_at[0] <= first.at >= moment


async def test_who_takes_their_seat_back_while_the_bot_thinks_plays_themselves(
    server: None, settings: Any, wall_clock: WallClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from game.engine.actions import Autoplay, Origin

    settings.BOT_DELAY_MS = settings.BOT_DELAY_ALONE_MS = 10_000
    for module in ("game.pace", "game.actor"):  # long enough for what happens meanwhile, on any machine
        monkeypatch.setattr(f"{module}.THINKING_MS", 1000)
    match = await open_match(people(4))
    actor = await tables().get(match.pk)
    await actor.submit(2, Autoplay(on=True), origin=Origin.PLAYER)
    wall_clock.forward((actor.public.opened_at + 9_000 - now_ms()) / 1000)
    acting = asyncio.ensure_future(actor.act())
    await asyncio.sleep(0)
    await actor.submit(2, Autoplay(on=False), origin=Origin.PLAYER)
    await acting
    assert actor.public.confirmed == (False,) * 4


async def test_autoplay_plays_a_seat_until_its_player_acts(server: None, wall_clock: WallClock) -> None:
    from game.engine.actions import Autoplay, Origin

    match = await open_match(people(4))
    actor = await tables().get(match.pk)
    await actor.submit(2, Autoplay(on=True), origin=Origin.PLAYER)
    await actor.act()
    assert actor.public.confirmed == (False, False, True, False)
    row = await Action.objects.aget(match=match, type="confirmHand")
    assert row.origin == "autoplay"
    await play_on_until(actor, "playing", wall_clock)
    while actor.public.current != 2:
        await let_time_run_out(actor, wall_clock)
    await act_as(actor, 2)
    assert actor.public.autoplay[2] is False


async def test_the_pause_between_rounds_ends_when_all_who_are_here_have_pressed_next(
    server: None, wall_clock: WallClock
) -> None:
    match = await open_match(people(4), rounds=3)
    actor = await tables().get(match.pk)
    await play_on_until(actor, "roundOver", wall_clock)
    await act_as(actor, 1)
    await actor.next_round(frozenset({1, 3}))
    assert actor.public.phase == "roundOver"
    await act_as(actor, 3)
    await actor.next_round(frozenset({1, 3}))
    assert actor.public.round == 2


async def test_s54_with_an_account_deleted_the_match_goes_on(
    server: None, gale: Any, wall_clock: WallClock
) -> None:
    from game.services import NewPlayer

    match = await open_match([NewPlayer(gale.pk, "게일", None), *bots(3)], rounds=1)
    await sync_to_async(gale.delete)()
    actor = await tables().get(match.pk)
    for _ in range(1000):
        if actor.public.phase == "finished":
            break
        await let_time_run_out(actor, wall_clock)
    stored = await sync_to_async(load)(match.pk)
    assert stored.row.status == Match.Status.FINISHED
    assert stored.players[0].name == "게일"


async def test_bots_are_quicker_when_no_human_holds_cards(server: None, settings: Any) -> None:
    settings.BOT_DELAY_MS, settings.BOT_DELAY_ALONE_MS = 2500, 1500
    with_people = await open_match([*people(1), *bots(3)])
    alone = await open_match(bots(4))
    assert (await row_of(with_people)).due_at == with_people.opened_at + 2500 - THINKING_MS
    assert (await row_of(alone)).due_at == alone.opened_at + 1500 - THINKING_MS


@pytest.mark.parametrize(("pace", "wait_ms"), [("slow", 4000), ("normal", 2500), ("quick", 1200)])
async def test_the_pace_of_a_match_is_that_of_its_bots(
    server: None, settings: Any, pace: str, wait_ms: int
) -> None:
    settings.BOT_DELAY_MS, settings.BOT_DELAY_ALONE_MS = 2500, 1500
    match = await open_match([*people(1), *bots(3)])
    actor = await tables().get(match.pk)
    assert bot_delay_ms(actor.public, actor.players, pace) == wait_ms
    actor.row.pace = pace
    assert actor.due_at == actor.public.opened_at + wait_ms - THINKING_MS
    alone = await tables().get((await open_match(bots(4))).pk)
    assert bot_delay_ms(alone.public, alone.players, pace) == wait_ms * 0.6


async def test_s32_who_misses_every_deadline_passes_and_plays_on_as_soon_as_they_are_back(
    server: None, wall_clock: WallClock
) -> None:
    match = await open_match([*people(1), *bots(3)], rounds=3)
    actor = await tables().get(match.pk)
    for _ in range(400):
        await let_time_run_out(actor, wall_clock)
        if actor.public.round == 2 and actor.public.owing == (0,) and actor.public.phase == "playing":
            break
    own = Action.objects.filter(match=match, seat=0)
    origins = {row async for row in own.values_list("origin", flat=True)}
    assert origins == {"timeout"} and {row async for row in own.values_list("type", flat=True)} >= {"pass"}
    assert actor.public.slow[0] and not actor.public.autoplay[0]  # nothing was taken away but time
    answer = await act_as(actor, 0)
    assert answer.version == actor.version
    assert not actor.public.slow[0] and len(actor.public.results) == 1


async def test_however_many_matches_are_due_the_database_is_read_as_often_as_for_one(
    server: None, wall_clock: WallClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0

    def counted(function: Any, *arguments: Any) -> Any:
        nonlocal reads
        reads += function.__module__.startswith("game.")  # beside that, a room is told of its match once
        return read(function, *arguments)

    read = threads._read_with_retry
    monkeypatch.setattr(threads, "_read_with_retry", counted)

    async def reads_for(count: int) -> int:
        nonlocal reads
        matches = [(await open_match(people(4))).pk for _ in range(count)]
        for known in matches[::2]:
            await tables().get(known)
        wall_clock.forward(21)
        reads = 0
        await Clock().tick(patience=60)
        acted = Action.objects.filter(match__in=matches, origin="timeout", version=4)
        assert await acted.acount() == count
        return reads

    assert await reads_for(1) == 2  # what is due, and how far it is
    assert await reads_for(12) == 3  # and those that were not here, together


async def test_a_damaged_match_that_is_due_stops_no_other(server: None, wall_clock: WallClock) -> None:
    sound, damaged, torn = [await open_match(people(4)) for _ in range(3)]
    await Action.objects.acreate(match=damaged, version=1, seat=0, type="nonsense", payload={}, at=1)
    await Match.objects.filter(pk=damaged.pk).aupdate(version=1)
    play = {"version": 1, "seat": 0, "type": "pass", "payload": {}, "origin": "player", "at": 1}
    await Action.objects.acreate(match=torn, **play)
    await Match.objects.filter(pk=torn.pk).aupdate(version=1)
    wall_clock.forward(21)
    await Clock().tick(patience=60)
    assert (await row_of(sound)).version == 4
    assert {(await row_of(match)).version for match in (damaged, torn)} == {1}
    assert tables().here(damaged.pk) is tables().here(torn.pk) is None


async def test_matches_that_are_read_together_are_what_each_is_alone(server: None) -> None:
    matches = [await open_match(bots(players), rounds=1) for players in (4, 5, 8)]
    await finish(matches[0].pk)
    for match in matches[1:]:
        await (await tables().get(match.pk)).act()
    ids = [match.pk for match in matches]
    together = await in_thread(load_all, ids)
    assert sorted(together) == ids
    for match_id, stored in together.items():
        alone = await in_thread(load, match_id)
        assert (stored.state, stored.players, stored.keys) == (alone.state, alone.players, alone.keys)
        assert (stored.head, stored.cut, stored.row) == (alone.head, alone.cut, alone.row)


async def test_a_match_that_is_asked_for_while_others_are_read_with_it_is_here_once(server: None) -> None:
    ids = [(await open_match(people(4))).pk for _ in range(3)]
    here = tables()
    together, alone = await asyncio.gather(here.get_all(ids), here.get(ids[1]))
    assert [actor.id for actor in together] == ids
    assert alone is together[1] is here.here(ids[1])
    assert await here.get_all([*ids, 0]) == together


async def test_time_given_back_after_the_clock_has_read_counts(server: None, wall_clock: WallClock) -> None:
    match = await open_match(people(4))
    actor = await tables().get(match.pk)
    wall_clock.forward(25)
    position = (await in_thread(positions_of, [match.pk]))[match.pk]
    await actor.grace(10_000)
    await actor.act(position)
    assert actor.version == 0
    wall_clock.forward(11)
    await actor.act(position)
    assert actor.version == 4


async def test_what_another_process_did_after_the_clock_has_read_counts(
    server: None, wall_clock: WallClock
) -> None:
    match = await open_match(people(4))
    here, there = await tables().get(match.pk), await another_process(match)
    wall_clock.forward(25)
    position = (await in_thread(positions_of, [match.pk]))[match.pk]
    await there.grace(10_000)
    await here.refresh()
    await act_as(there, 1)
    await here.refresh()
    await here.act(position)
    assert (await row_of(match)).version == 1, "the others still have the time that was given back"


async def test_what_was_written_here_is_not_read_again_because_the_database_knew_it_first(
    server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock compares while an action that is committed already waits for the event loop to take it over."""
    match = await open_match(people(4))
    actor, reads = await tables().get(match.pk), 0
    read = actor_module.news_of

    def counted(*arguments: Any) -> Any:
        nonlocal reads
        reads += 1
        return read(*arguments)

    monkeypatch.setattr(actor_module, "news_of", counted)
    async with actor.lock:
        waiting = [asyncio.ensure_future(actor.refresh(to=version)) for version in (1, 2)]
        await asyncio.sleep(0)
        await act_as(await another_process(match), 0)
        await actor._refresh()
    await asyncio.gather(*waiting)
    assert (actor.version, reads) == (1, 2)
