"""Who watches: sees what is public and no more, takes nobody's place, changes nothing for those who play."""

import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from game.models import Action, Match
from rooms import live, services
from rooms.models import Membership, Room
from rooms.views.page import page_of
from tests.live.driving import play_to_the_end
from tests.sockets import Page

WATCH = "?watch=1"
ROOM_PAGES = ("rooms:room", "rooms:watch", "rooms:people", "rooms:standings")


async def log_in(client: Client, user: Any) -> None:
    await sync_to_async(client.force_login)(user)


async def get(client: Client, path: str) -> Any:
    return await sync_to_async(client.get)(path)


def tables_told(frames: list[str]) -> str:
    """What pages were told of the match, without the moments at which it was said."""
    table = [text for text in frames if 'id="at"' in text][-30:]  # they came one after another
    return re.sub(r'data-(now|t)="\d+"|--el:[-\d.]+s', "", "".join(table))


async def test_s39_nobodys_view_changes_when_somebody_comes_to_watch(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any, xan: Any
) -> None:
    player, machine = await Page.open(gale, room.code, machine=False), await Page.open(pia, room.code)
    for page in (machine, player, machine, player):  # each arrival is told to the other one
        await page.settle()
    watchers = [await Page.open(wim, room.code, machine=False)]
    await sync_to_async(services.join_room)(user=xan, code=room.code)
    watchers.append(await Page.open(xan, room.code, machine=False))
    for watcher in watchers:
        await watcher.settle()
    await live.sweep()
    told = [text for text in await player.settle() if "pong" not in text]
    assert [text for text in told if not text.startswith('<ol id="chat-log"')] == []  # only that Xan came in
    assert [text for text in await machine.settle() if json.loads(text)["type"] == "view"] == []
    assert await Membership.objects.filter(room=room, user=xan, seat=None).aexists()


async def test_those_who_watch_see_how_many_they_are_and_players_do_not(
    patient_bots: None, room: Room, match: Match, gale: Any, wim: Any, xan: Any
) -> None:
    player, first = (
        await Page.open(gale, room.code, machine=False),
        await Page.open(wim, room.code, machine=False),
    )
    await first.until_text('id="viewers"', "구경 1명")
    await sync_to_async(services.join_room)(user=xan, code=room.code)
    second = await Page.open(xan, room.code, machine=False)
    await first.until_text("구경 2명")
    await second.until_text("2 watching")
    assert "구경" not in "".join(await player.settle()).replace("구경해요", "")


async def test_s43_a_player_who_opens_the_watching_page_sees_no_hand_there_logged_in_or_out(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any, client: Client
) -> None:
    machines = [await Page.open(user, room.code) for user in (gale, pia)]
    watcher = await Page.open(wim, room.code, machine=False)
    second = await Page.open(gale, room.code, machine=False, query=WATCH)
    raw = await Page.open(gale, room.code, query=WATCH)
    await log_in(client, gale)
    html = (await get(client, reverse("rooms:watch", args=[room.code]))).content.decode()
    assert 'data-me=""' in html and "watch=1" in html and 'class="grp' not in html
    assert "내 자리로" in html, "the way back to the hand"
    await play_to_the_end(*machines)
    for page in (watcher, second, raw):
        await page.settle()
    assert tables_told(second.frames) == tables_told(watcher.frames)
    assert all(json.loads(text)["view"]["me"] is None for text in raw.frames if '"view"' in text)

    stranger = Client()
    answer = await get(stranger, reverse("rooms:watch", args=[room.code]))
    assert answer.status_code == 302 and "login" in answer["Location"]


async def test_s43_the_watching_page_does_not_hold_the_seat(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    player = await Page.open(gale, room.code)
    second = await Page.open(pia, room.code, machine=False, query=WATCH)
    await second.settle()
    await player.settle()
    seen = (await Page.open(gale, room.code)).until("room")
    members = {m["seat"]: m["online"] for m in (await seen)["room"]["members"]}
    assert (members[0], members[1]) == (True, False)


async def test_who_holds_no_seat_is_led_from_the_watching_page_to_the_room(
    patient_bots: None, room: Room, match: Match, wim: Any, client: Client
) -> None:
    await log_in(client, wim)
    answer = await get(client, reverse("rooms:watch", args=[room.code]))
    assert (answer.status_code, answer["Location"]) == (302, page_of(room.code))


async def test_s49_somebody_without_an_account_sees_nothing_at_all(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    client = Client()
    for name in ROOM_PAGES:
        answer = await get(client, reverse(name, args=[room.code]))
        assert answer.status_code == 302 and "login" in answer["Location"]
    for query in ("", WATCH):
        page = await Page.open(None, room.code, query=query)
        while page.closed is None:
            await page.receive()
        assert page.closed == 4401
        assert [json.loads(text)["type"] for text in page.frames] == ["bye"]
    invitation = (await get(client, f"/j/{room.token}/")).content.decode()
    assert match.public_id not in invitation and 'id="seats"' not in invitation


@pytest.mark.parametrize("seated", [True, False])
async def test_s50_somebody_sent_away_loses_socket_and_pages_at_once(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any, client: Client, seated: bool
) -> None:
    person = pia if seated else wim
    await log_in(client, person)
    pages = [
        await Page.open(person, room.code, machine=False),
        await Page.open(person, room.code, query=WATCH),
    ]
    for page in pages:
        await page.settle()
    member = await Membership.objects.aget(room=room, user=person)
    await sync_to_async(services.kick)(user=gale, code=room.code, member=member.pk)
    for page in pages:
        while page.closed is None:
            await page.receive()
        assert page.closed == 4409
    for name in ROOM_PAGES:
        answer = await get(client, reverse(name, args=[room.code]))
        assert answer.status_code == 404 and match.public_id not in answer.content.decode()
    again = await Page.open(person, room.code)
    while again.closed is None:
        await again.receive()
    assert again.closed == 4404 and len(again.frames) == 0


async def test_s68_what_a_watching_page_sends_is_refused_and_it_shows_no_controls(
    patient_bots: None, room: Room, match: Match, gale: Any, wim: Any, client: Client
) -> None:
    own_second = await Page.open(gale, room.code, query=WATCH)
    watcher = await Page.open(wim, room.code)
    for page in (own_second, watcher):
        await page.settle()
        for command in (
            {"type": "confirmHand"},
            {"type": "play", "rank": 12, "count": 1},
            {"type": "pass"},
            {"type": "returnTax", "ranks": "1"},
            {"type": "next"},
            {"type": "autoplay", "on": True},
            {"type": "pause", "on": True},
        ):
            await page.say(**command, decision=match.decision)
            assert (await page.until("rejected"))["code"] == "not_seated"
    assert await Action.objects.filter(match=match).acount() == 0
    html = await (await Page.open(wim, room.code, machine=False)).until_text('id="stage"')
    assert re.findall(r"<form[^>]*ws-send", html) == []
    await log_in(client, wim)
    for path in ("start", "clear"):
        answer = await sync_to_async(client.post)(f"/r/{room.code}/{path}/")
        assert answer.status_code in (302, 400, 403, 409)
    await room.arefresh_from_db()
    assert room.match_id == match.pk
