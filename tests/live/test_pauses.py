"""A pause at a real table: asked, granted, seen by everybody, over sockets, processes and restarts."""

from typing import Any

from asgiref.sync import sync_to_async

from game.clock import Clock
from game.models import Action, Match
from game.moment import now_ms
from game.tables import tables
from game.verification import verify
from rooms import services
from rooms.models import Room
from tests.conftest import WallClock
from tests.game.helpers import another_process
from tests.sockets import Page


async def everybody(room: Room, *users: Any) -> list[Page]:
    pages = [await Page.open(user, room.code) for user in users]
    for page in pages:
        await page.settle()
    return pages


async def row_of(match: Match) -> Match:
    return await Match.objects.aget(pk=match.pk)


async def test_a_pause_takes_a_majority_of_the_people_and_everybody_sees_it(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    mine, theirs, watcher = await everybody(room, gale, pia, wim)
    page = await Page.open(pia, room.code, machine=False)
    await page.settle()
    await theirs.say(type="pause", on=True, id="p1")  # 2 of the 2 people are a majority, bots have no vote
    seen = (await mine.until("view", version=1))["view"]
    assert seen["pause"]["votes"] == [1] and seen["pause"]["since"] is None and seen["deadline"]
    await page.until_text("잠깐 쉬고 싶어 해요")
    await watcher.until("view", version=1)
    await watcher.say(type="pause", on=True)
    assert (await watcher.until("rejected"))["code"] == "not_seated"

    await mine.say(type="pause", on=True, id="g1")
    for viewer in (mine, theirs, watcher):
        seen = (await viewer.until("view", version=2))["view"]
        assert seen["pause"]["since"] and seen["deadline"] is None
        assert seen["me"] is None or seen["me"]["owes"] is None
    assert "data-deadline" not in await page.until_text("시간이 멈췄어요")
    await mine.say(type="confirmHand", decision=seen["decision"])
    assert (await mine.until("rejected"))["code"] == "paused"

    await mine.say(type="pause", on=False, id="g2")  # the host decides alone
    seen = (await theirs.until("view", version=3))["view"]
    assert seen["pause"] is None and seen["me"]["owes"]["kind"] == "confirm"


async def test_the_host_grants_a_pause_alone_and_who_asked_ends_it(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    mine, theirs = await everybody(room, gale, pia)
    await mine.say(type="pause", on=True)
    assert (await mine.until("view", version=1))["view"]["pause"]["since"]
    await theirs.say(type="pause", on=False)
    seen = (await theirs.until("view", version=2))["view"]
    assert seen["pause"]["since"] and seen["pause"]["votes"] == [1]
    await mine.say(type="pause", on=False)
    assert (await theirs.until("view", version=3))["view"]["pause"] is None


async def test_s19_a_page_that_comes_while_paused_shows_the_pause_and_no_countdown(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, client: Any
) -> None:
    mine, theirs = await everybody(room, gale, pia)
    await mine.say(type="pause", on=True)
    await theirs.until("view", version=1)
    for user in (gale, pia):
        fresh = await Page.open(user, room.code, machine=False)
        shown = await fresh.until_text("잠깐 쉬는 중이에요")
        assert "data-deadline" not in shown and "data-starts" not in shown
    await sync_to_async(client.force_login)(pia)
    html = (await sync_to_async(client.get)(f"/r/{room.code}/")).content.decode()
    assert "잠깐 쉬는 중이에요" in html and "data-deadline" not in html


async def test_s20_nobodys_time_runs_in_a_pause_across_processes_and_restarts(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wall_clock: WallClock
) -> None:
    (mine,) = await everybody(room, gale)
    deadline = (await row_of(match)).deadline or 0
    wall_clock.forward(7)
    await mine.say(type="pause", on=True)
    paused = (await mine.until("view", version=1))["view"]["pause"]["since"]
    left = deadline - paused
    other = await another_process(match)  # has no memory of anything: a restart, or a second process
    wall_clock.forward(400)
    for actor in (await tables().get(match.pk), other):
        await actor.grace(10_000)
        await actor.act()
        assert actor.version == 1
    await Clock().tick(patience=60)
    assert (await row_of(match)).version == 1
    await mine.say(type="pause", on=False)
    seen = (await mine.until("view", version=2))["view"]
    resumed = (await Action.objects.aget(match=match, version=2)).at
    assert seen["deadline"] - resumed == left > 0
    wall_clock.forward(left / 1000 - 1)
    await (await tables().get(match.pk)).act()
    assert (await row_of(match)).version == 2
    wall_clock.forward(2)
    await (await tables().get(match.pk)).act()
    assert (await row_of(match)).version > 2
    assert not (await sync_to_async(verify)(match.pk)).differences


async def test_a_bot_waits_out_a_pause_and_its_own_moment_after_it(
    server: None, room: Room, match: Match, gale: Any, settings: Any, wall_clock: WallClock
) -> None:
    settings.BOT_DELAY_MS = settings.BOT_DELAY_ALONE_MS = 5_000
    (mine,) = await everybody(room, gale)
    wall_clock.forward(2)
    await mine.say(type="pause", on=True)
    await mine.until("view", version=1)
    wall_clock.forward(60)
    actor = await tables().get(match.pk)
    await actor.act()
    await mine.say(type="pause", on=False)
    await mine.until("view", version=2)
    assert 0 < (actor.due_at or 0) - now_ms() <= 3_000
    await actor.act()
    assert actor.version == 2
    wall_clock.forward(3.1)
    await actor.act()
    assert actor.version == 4  # both bots have looked at their hands


async def test_a_pause_that_nobody_ends_ends_by_itself_and_the_match_goes_on(
    patient_bots: None, room: Room, match: Match, gale: Any, wall_clock: WallClock
) -> None:
    (mine,) = await everybody(room, gale)
    await mine.say(type="pause", on=True)
    await mine.until("view", version=1)
    await mine.close()
    wall_clock.forward(601)
    while (await row_of(match)).version == 1:  # a tick passes by a row that somebody else has locked
        await Clock().tick(patience=60)
    last = await Action.objects.aget(match=match, version=2)
    assert (last.type, last.origin) == ("resume", "timeout")


async def test_the_same_wish_sent_twice_counts_once(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    (theirs,) = await everybody(room, pia)
    for _ in range(2):
        await theirs.say(type="pause", on=True, id="once")
        assert (await theirs.until("accepted"))["version"] == 1
    assert await Action.objects.filter(match=match).acount() == 1


async def test_leaving_during_a_pause_leaves_the_seat_to_autoplay(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    mine, _ = await everybody(room, gale, pia)
    await mine.say(type="pause", on=True)
    await mine.until("view", version=1)
    await sync_to_async(services.leave_room)(user=pia, code=room.code)
    assert (await mine.until("view", version=2))["view"]["seats"][1]["autoplay"] is True
    await mine.say(type="pause", on=False)
    assert (await mine.until("view", version=3))["view"]["pause"] is None


async def test_who_lets_a_bot_play_does_not_stop_the_others_alone(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    mine, theirs = await everybody(room, gale, pia)
    await theirs.say(type="autoplay", on=True)
    await theirs.say(type="pause", on=True)
    assert (await mine.until("view", version=2))["view"]["pause"]["since"] is None
    await mine.say(type="pause", on=True)
    assert (await mine.until("view", version=3))["view"]["pause"]["since"]
