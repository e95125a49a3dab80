"""What open pages see of a host's powers, of an absent host, and of a room without spectators."""

import asyncio
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from game.models import Match
from game.tables import tables
from rooms import live, services
from rooms.errors import Banned
from rooms.links import qr_svg
from rooms.models import Membership, Room
from tests.game.helpers import finish
from tests.live.driving import answer_to
from tests.sockets import Page, eventually

in_view_thread = sync_to_async


async def number_of(room: Room, user: Any) -> int:
    return (await Membership.objects.aget(room=room, user=user)).pk


async def closed_with(page: Page) -> int | None:
    while page.closed is None:
        await page.receive()
    return page.closed


@pytest.mark.parametrize("power", [services.kick, services.ban])
async def test_s67_whoever_is_sent_away_loses_all_pages_at_once_and_stays_out_until_they_ask(
    server: None, room: Room, gale: Any, wim: Any, power: Any
) -> None:
    page, machine = await Page.open(wim, room.code, machine=False), await Page.open(wim, room.code)
    other = await Page.open(gale, room.code, machine=False)
    await other.settle()
    await in_view_thread(power)(user=gale, code=room.code, member=await number_of(room, wim))
    assert await closed_with(page) == 4409
    assert await closed_with(machine) == 4409
    assert json.loads(machine.frames[-1]) == {"type": "bye", "code": "removed", "retry": False}
    while "빔" in (await other.until_text('id="members"')).partition('id="members"')[2]:
        pass  # that they had come was told late
    assert await closed_with(await Page.open(wim, room.code)) == 4404
    if power is services.ban:
        with pytest.raises(Banned):
            await in_view_thread(services.join_room)(user=wim, code=room.code)
    else:
        await in_view_thread(services.join_room)(user=wim, code=room.code)
        assert 'data-stage="waiting"' in "".join(
            await (await Page.open(wim, room.code, machine=False)).settle()
        )


async def test_somebody_sent_away_in_a_match_is_played_for_and_gets_the_seat_back(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    page = await Page.open(pia, room.code)
    view = (await page.until("view"))["view"]
    actor = await tables().get(match.pk)
    await in_view_thread(services.kick)(user=gale, code=room.code, member=await number_of(room, pia))
    assert await closed_with(page) == 4409
    assert actor.public.autoplay[1]
    await in_view_thread(services.join_room)(user=pia, token=room.token)
    assert not actor.public.autoplay[1]
    again = await Page.open(pia, room.code)
    back = (await again.until("view"))["view"]
    assert (back["me"]["seat"], back["me"]["hand"]) == (1, view["me"]["hand"])
    await again.say(**(answer_to(back) or {}), id="back")
    assert (await again.until("accepted", "rejected"))["type"] == "accepted"


async def test_a_closed_room_closes_all_pages_and_its_match_plays_to_the_end(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    pages = [await Page.open(user, room.code, machine=user is pia) for user in (gale, pia, wim)]
    for page in pages:
        await page.settle()
    await in_view_thread(services.close_room)(user=gale, code=room.code)
    assert [await closed_with(page) for page in pages] == [4404] * 3
    assert room.code not in live._rooms
    await tables().drain()
    await finish(match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == Match.Status.FINISHED


async def test_the_new_host_hears_of_it(server: None, room: Room, gale: Any, pia: Any) -> None:
    page, old = [await Page.open(user, room.code, machine=False) for user in (pia, gale)]
    await page.settle()
    await old.settle()
    await in_view_thread(services.hand_over)(user=gale, code=room.code, member=await number_of(room, pia))
    await page.until_text('class="is-host')
    assert 'id="add-bot"' in await page.until_text('id="startbar"')
    await old.until_text('class="is-guest')
    assert 'id="add-bot"' not in await old.until_text('id="startbar"')


async def test_a_new_link_reaches_the_open_pages_with_its_qr_code(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    page = await Page.open(pia, room.code, machine=False)
    before = "".join(await page.settle())
    assert qr_svg(f"http://testserver/j/{room.token}/") in before
    token = (await in_view_thread(services.renew_token)(user=gale, code=room.code)).token
    text = await page.until_text('id="invite"', 'id="startbar"')
    assert qr_svg(f"http://testserver/j/{token}/") in text
    assert room.token not in text


async def test_s66_the_button_comes_to_the_deputy_by_itself_and_goes_when_the_host_is_back(
    patient_bots: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    page, other = [await Page.open(user, room.code, machine=False) for user in (pia, wim)]
    await page.settle()
    await Membership.objects.filter(user=gale).aupdate(present_until=timezone.now() - timedelta(minutes=2))
    await live.sweep()
    await page.until_text('class="is-host')
    assert 'id="start"' in await page.until_text('id="startbar"')
    await other.until_text("<bdi>피아</bdi> 님이 시작하기를 기다려요")
    host = await Page.open(gale, room.code)
    await page.until_text('class="is-guest')
    assert 'id="start"' not in await page.until_text('id="startbar"')
    await Membership.objects.filter(user=gale).aupdate(present_until=timezone.now() - timedelta(minutes=2))
    match = await in_view_thread(services.start_match)(user=pia, code=room.code)
    await page.until_text('data-stage="table"')
    assert (await host.until("view"))["view"]["match"] == match.public_id
    back = await Page.open(gale, room.code)
    await back.settle()
    assert (await Room.objects.aget()).match_id == match.pk


async def test_without_spectators_nothing_of_a_running_match_reaches_people_without_a_seat(
    patient_bots: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    await in_view_thread(services.set_options)(
        user=gale, code=room.code, options={"rounds": 1}, spectators=False
    )
    page, machine = await Page.open(wim, room.code, machine=False), await Page.open(wim, room.code)
    await page.settle()
    await machine.settle()
    match = await in_view_thread(services.start_match)(user=gale, code=room.code)
    await page.until_text('data-stage="behind"')
    player = await Page.open(pia, room.code)
    view = (await player.until("view"))["view"]
    await player.say(**(answer_to(view) or {}), id="a move")
    await player.until("accepted")
    for _ in range(2):
        await live.sweep()
    await page.say(type="sync")
    await machine.say(type="sync")
    await machine.say(type="pass", decision=1, id="x")
    assert (await machine.until("rejected"))["code"] == "not_seated"
    late = await Page.open(wim, room.code, machine=False)
    seen = "".join([*page.frames, *await page.settle(), *await late.settle()])
    assert seen.count('data-stage="behind"') == 3, (
        "at the start, when asked for, in the new page: not every sweep"
    )
    assert 'data-stage="table"' not in seen
    assert not re.search(r'id="(seats|pile|hand|log|at)"', seen)
    assert not any(json.loads(frame)["type"] == "view" for frame in machine.frames)
    # It is over: the result is everybody's.
    await in_view_thread(_end)(match)
    await live.sweep()
    await page.until_text('data-stage="table"')
    await machine.until("view")
    await in_view_thread(services.clear_table)(user=gale, code=room.code)
    await page.until_text('data-stage="waiting"')


def _end(match: Match) -> None:
    from tests.rooms.conftest import finish as write_result

    write_result(match, [0, 1, 2, 3])


async def test_s100_two_people_of_one_household_come_back_at_the_same_moment(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    """One address, one lost line: each gets their own seat and hand, and neither stands in the other's way."""
    household = {0: gale, 1: pia}
    first = {seat: await Page.open(user, room.code) for seat, user in household.items()}
    hands = {seat: (await page.until("view"))["view"]["me"]["hand"] for seat, page in first.items()}
    for _ in range(5):
        await asyncio.gather(*(page.close() for page in first.values()))
        pages = await asyncio.gather(*(Page.open(user, room.code) for user in household.values()))
        first = dict(zip(household, pages, strict=True))
        views = [message["view"] for message in await asyncio.gather(*(page.until("view") for page in pages))]
        for seat, view in enumerate(views):
            assert (view["me"]["seat"], view["me"]["hand"]) == (seat, hands[seat])
    for seat, page in first.items():
        await page.say(**(answer_to(views[seat]) or {}), id=f"from {seat}")
    answers = await asyncio.gather(*(page.until("accepted", "rejected") for page in first.values()))
    assert [answer["type"] for answer in answers] == ["accepted", "accepted"]
    actor = await tables().get(match.pk)
    assert actor.public.confirmed[:2] == (True, True)
    await eventually(lambda: len(live._rooms[room.code].sockets) == 2)
    members = await in_view_thread(lambda: [m.online for m in live.snapshot(room.code).members])()
    assert members == [True, True, True, True, False]
