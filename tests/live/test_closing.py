"""Pages that an administrator closes: of an account or a room, in every process, and what may be opened again."""

import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from game import services as games
from game.models import Match
from game.tables import tables
from rooms import live, services
from rooms.models import Closing, Room
from tests.game.helpers import finish
from tests.live.test_hosting import closed_with
from tests.sockets import Page


async def open_pages(room: Room, *users: Any) -> list[Page]:
    pages = [await Page.open(user, room.code, machine=number % 2 == 0) for number, user in enumerate(users)]
    for page in pages:
        await page.settle()
    return pages


async def is_open(page: Page) -> bool:
    await page.settle()
    return page.closed is None


async def test_s75_pages_of_an_account_close_at_once_and_nobody_elses(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    first, second, other = await open_pages(room, pia, pia, gale)
    await sync_to_async(services.close_pages_of)(user=pia)
    assert [await closed_with(page) for page in (first, second)] == [4410, 4410]
    assert json.loads(first.frames[-1]) == {"type": "bye", "code": "closed", "retry": False}
    assert await is_open(other)
    # The account is not locked: it may come back, and the word is not said of new pages.
    (back,) = await open_pages(room, pia)
    await live.sweep()
    assert await is_open(back)


@pytest.mark.parametrize("staff", [False, True])
async def test_s75_pages_close_in_seconds_in_a_process_that_got_no_hint(
    patient_bots: None, room: Room, pia: Any, staff: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pia.is_staff = staff
    await pia.asave()
    (page,) = await open_pages(room, pia)
    with monkeypatch.context() as deaf:
        deaf.setattr(games, "run_in_server_soon", lambda make: None)
        await sync_to_async(services.close_pages_of)(user=pia)
    assert await is_open(page)
    await live.sweep()
    assert await closed_with(page) == 4410


async def test_s75_a_page_closes_also_where_no_list_shows_its_viewer(
    patient_bots: None, room: Room, pia: Any
) -> None:
    """Its lease has run out, as when the database was away: the page is here all the same."""
    (page,) = await open_pages(room, pia)
    await room.memberships.filter(user=pia).aupdate(present_until=timezone.now() - timedelta(hours=1))
    await sync_to_async(services.close_pages_of)(user=pia)
    assert await closed_with(page) == 4410


async def test_all_pages_of_a_room_close_and_the_match_goes_on(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    elsewhere = await sync_to_async(services.create_room)(host=wim, name="옆방")
    pages = await open_pages(room, gale, pia, wim)
    (outside,) = await open_pages(elsewhere, wim)
    await sync_to_async(services.close_pages_in)(room=room)
    assert [await closed_with(page) for page in pages] == [4410] * 3
    assert await is_open(outside)
    (back,) = await open_pages(room, gale)
    assert '"phase":"revolutionCheck"' in "".join(back.frames)
    assert not (await tables().get(match.pk)).public.autoplay[0]


async def test_a_room_closed_by_an_administrator_closes_its_pages_and_bots_finish_its_match(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    pages = await open_pages(room, gale, pia)
    await sync_to_async(services.close_room_by_admin)(room=room)
    assert [await closed_with(page) for page in pages] == [4404] * 2
    await tables().drain()
    await finish(match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == Match.Status.FINISHED


async def test_s75_a_locked_guest_loses_all_pages_and_comes_back_as_the_same_guest(
    patient_bots: None, room: Room
) -> None:
    client = Client()
    await sync_to_async(client.post)(f"/j/{room.token}/", {"door": "guest", "display_name": "손님이"})
    cookie = client.cookies["sessionid"].value
    member = await room.memberships.select_related("user").aget(user__is_guest=True)
    page = await Page.open(None, room.code, cookie=cookie)
    await page.settle()
    await sync_to_async(accounts.lock)(user_id=member.user_id)
    await live.check_sessions()
    assert await closed_with(page) == 4401
    assert await closed_with(await Page.open(None, room.code, cookie=cookie)) == 4401
    await sync_to_async(accounts.unlock)(user_id=member.user_id)
    again = await Page.open(None, room.code, cookie=cookie)
    assert '"손님이"' in "".join(await again.settle())


async def test_a_word_of_long_ago_is_not_heeded(patient_bots: None, room: Room, pia: Any) -> None:
    (page,) = await open_pages(room, pia)
    old = await Closing.objects.acreate(user=pia)
    page_closed = await closed_with(page)
    assert page_closed == 4410
    await Closing.objects.filter(pk=old.pk).aupdate(at=timezone.now() - timedelta(minutes=11))
    (back,) = await open_pages(room, pia)
    await live.sweep()
    assert await is_open(back)
