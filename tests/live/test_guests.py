"""A guest at the table: in by a link, the socket opened with the session of that visit, a decision made and kept."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.seen import NOTED_EVERY
from game.models import Action, Seat
from rooms import services
from rooms.models import Room
from tests.live.driving import answer_to, play_to_the_end
from tests.sockets import Page

PASSWORD = "correct horse 7"


def come_in(room: Room, name: str) -> Client:
    """The browser of somebody who has opened the invite link and typed a nickname."""
    browser = Client()
    address = reverse("rooms:invitation", args=[room.token])
    assert browser.post(address, {"door": "guest", "display_name": name}).status_code == 302
    return browser


async def page_of(browser: Client, room: Room) -> Page:
    return await Page.open(None, room.code, cookie=browser.cookies["sessionid"].value)


@pytest.fixture
async def guest(room: Room) -> Client:
    return await sync_to_async(come_in)(room, "지우")


@pytest.fixture
async def guest_match(room: Room, gale: Any, guest: Client) -> Any:
    """A match of one round in which the guest has seat 4."""
    return await sync_to_async(services.start_match)(user=gale, code=room.code)


async def test_a_guest_confirms_the_hand_and_it_is_written_down(
    server: None, room: Room, guest: Client, guest_match: Any
) -> None:
    page = await page_of(guest, room)
    view = (await page.until("view"))["view"]
    assert (view["me"]["seat"], view["me"]["owes"]["kind"]) == (4, "confirm")
    await page.say(**(answer_to(view) or {}), id="first")
    assert (await page.until("accepted"))["id"] == "first"
    action = await Action.objects.aget(match=guest_match, seat=4)
    assert (action.type, action.origin) == ("confirmHand", "player")
    await page.close()


async def test_guests_and_members_play_a_match_to_its_end(
    server: None, room: Room, gale: Any, pia: Any, guest: Client, guest_match: Any
) -> None:
    pages = [await Page.open(gale, room.code), await Page.open(pia, room.code), await page_of(guest, room)]
    last = await play_to_the_end(*pages)
    assert [view["status"] for view in last] == ["finished"] * 3
    assert last[2]["me"]["seat"] == 4
    for page in pages:
        await page.close()
    seat = await Seat.objects.aget(match=guest_match, index=4)
    assert seat.name == "지우"
    assert await Action.objects.filter(match=guest_match, seat=4, type="play", origin="player").aexists()


async def test_after_registering_the_seat_is_played_on_with_the_new_session(
    server: None, room: Room, guest: Client, guest_match: Any
) -> None:
    form = {"display_name": "지우", "username": "jiwoo", "password": PASSWORD}
    response = await sync_to_async(guest.post)(reverse("accounts:register"), form)
    assert response.status_code == 302
    page = await page_of(guest, room)
    view = (await page.until("view"))["view"]
    assert view["me"]["seat"] == 4
    await page.say(**(answer_to(view) or {}), id="later")
    assert (await page.until("accepted"))["id"] == "later"
    await page.close()


async def test_a_guest_of_another_room_hears_nothing(server: None, room: Room, xan: Any) -> None:
    other = await sync_to_async(services.create_room)(host=xan, name="옆방")
    stranger = await sync_to_async(come_in)(other, "두리")
    page = await page_of(stranger, room)
    while page.closed is None:
        await page.receive()
    assert (page.closed, page.frames) == (4404, [])


async def test_a_logged_out_guest_cannot_open_the_socket_again(
    server: None, room: Room, guest: Client
) -> None:
    session = guest.cookies["sessionid"].value
    await sync_to_async(guest.post)(reverse("accounts:logout"), {"sure": "1"})
    page = await Page.open(None, room.code, cookie=session)
    while page.closed is None:
        await page.receive()
    assert page.closed == 4401


async def test_a_socket_that_comes_back_is_a_sign_of_life(server: None, room: Room, guest: Client) -> None:
    long_ago = timezone.now() - NOTED_EVERY * 29
    await User.objects.filter(display_name="지우").aupdate(last_seen=long_ago)
    page = await page_of(guest, room)
    async with asyncio.timeout(20):
        await page.settle()
    await page.close()
    assert (await User.objects.aget(display_name="지우")).last_seen > timezone.now() - NOTED_EVERY
