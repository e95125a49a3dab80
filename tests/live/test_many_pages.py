"""One account with too many pages: the oldest makes way and says so; others of the household notice nothing."""

from typing import Any

import pytest

from rooms import crowd
from rooms.models import Room
from tests.sockets import Page


async def test_the_oldest_page_of_an_account_makes_way_for_the_newest(
    server: None, room: Room, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "MOST_PAGES", 2)
    other = await Page.open(pia, room.code)
    pages = []
    for _ in range(3):  # each is in before the next one knocks
        pages.append(await Page.open(gale, room.code))
        await pages[-1].settle()
    assert (await pages[0].until("bye"))["code"] == "replaced"
    assert await pages[0].receive() == "" and pages[0].closed == 4411
    await pages[1].settle()
    await other.settle()
    assert pages[1].closed is other.closed is None
    await pages[1].close()
    assert (await (await Page.open(gale, room.code)).until("room"))["type"] == "room"
    await pages[2].settle()
    assert pages[2].closed is None


async def test_a_full_process_sends_the_newest_away_to_try_again(
    server: None, room: Room, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await Page.open(gale, room.code)
    await first.until("room")
    monkeypatch.setattr(crowd, "MOST_SOCKETS", 1)
    second = await Page.open(pia, room.code)
    assert await second.until("bye", code="full", retry=True)
    assert await second.receive() == "" and second.closed == 4413
    await first.close()
    third = await Page.open(pia, room.code)
    assert await third.until("room")
