"""What connections do at a running match is noted: pages, comings, absences; once, whoever notices."""

import asyncio
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone

from game import connections
from game.models import ConnectionEvent, Match
from game.verification import verify
from rooms import live
from rooms.models import Membership, Room
from tests.sockets import Page


async def noted(match: Match, user: Any) -> list[tuple[str, int]]:
    rows = ConnectionEvent.objects.filter(match=match, user=user).order_by("pk")
    return [row async for row in rows.values_list("kind", "pages")]


async def test_s90_pages_that_open_and_close_and_comings_are_noted_with_their_number(
    patient_bots: None, room: Room, match: Match, gale: Any, wim: Any
) -> None:
    first = await Page.open(gale, room.code)
    await first.settle()
    second = await Page.open(gale, room.code, machine=False)
    await second.settle()
    watcher = await Page.open(wim, room.code)
    await watcher.settle()
    assert await noted(match, gale) == [("came", 0), ("opened", 1), ("opened", 2)]
    await second.close()
    for _ in range(200):
        if ("closed", 1) in await noted(match, gale):
            break
        await asyncio.sleep(0.01)
    assert (await noted(match, gale))[-1] == ("closed", 1)
    seats = {row.user_id: row.seat async for row in ConnectionEvent.objects.filter(match=match)}
    assert seats == {gale.pk: 0, wim.pk: None}
    assert not (await sync_to_async(verify)(match.pk)).differences


async def test_s90_an_absence_is_noted_once_at_the_moment_the_lease_ended(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    mine, theirs = [await Page.open(user, room.code) for user in (gale, pia)]
    for page in (mine, theirs):
        await page.settle()
    ended = timezone.now()
    await Membership.objects.filter(room=room, user=pia).aupdate(present_until=ended)
    for _ in range(2):  # two processes, or one that looks twice
        await live.changed(room.code)
        await sync_to_async(live.tell_absence)(code=room.code, user_id=pia.pk)
    went = [row async for row in ConnectionEvent.objects.filter(match=match, kind="went")]
    assert [(row.user_id, row.seat, row.at) for row in went] == [(pia.pk, 1, int(ended.timestamp() * 1000))]


async def test_nothing_is_noted_where_no_match_runs(server: None, room: Room, gale: Any) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()
    await page.close()
    await live.drain()
    assert not await ConnectionEvent.objects.aexists()


async def test_a_match_has_no_more_rows_than_its_bound(
    patient_bots: None, room: Room, match: Match, gale: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(connections, "MOST", 2)
    for at in range(4):
        await sync_to_async(connections.record)(
            match_id=match.pk, user_id=gale.pk, kind=connections.Kind.OPENED, at=match.opened_at + at
        )
    assert await ConnectionEvent.objects.filter(match=match).acount() == 2
