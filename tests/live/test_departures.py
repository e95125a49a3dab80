"""Somebody deletes their account while pages are open: theirs close, the others' table names nobody any more."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts import departures
from game import clock
from game.models import Match
from game.tables import tables
from game.words import DEPARTED
from rooms.models import Room
from tests.game.helpers import another_process
from tests.live.test_closing import open_pages
from tests.live.test_hosting import closed_with
from tests.sockets import Page


async def depart(user: Any) -> None:
    await sync_to_async(departures.delete_account)(user=user)


async def test_the_table_names_who_is_gone_neutrally_at_once_and_goes_on(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    machine = await Page.open(gale, room.code)
    korean = await Page.open(gale, room.code, machine=False)
    for page in (machine, korean):
        await page.settle()
    assert any(pia.display_name in frame for frame in korean.frames)
    seen = [len(page.frames) for page in (machine, korean)]
    await depart(pia)
    while (view := (await machine.until("view"))["view"])["seats"][1]["name"] != DEPARTED:
        assert view["status"] == "playing"
    await korean.until_text("떠난 사람")
    while not (view := (await machine.until("view"))["view"])["seats"][1]["autoplay"]:
        assert view["status"] == "playing"
    for page, before in zip((machine, korean), seen, strict=True):
        await page.settle()
        assert not any(pia.display_name in frame for frame in page.frames[before:])
        assert page.closed is None


@pytest.mark.parametrize("machine", [True, False])
async def test_pages_of_who_goes_close_at_once(
    patient_bots: None, room: Room, match: Match, pia: Any, gale: Any, machine: bool
) -> None:
    page = await Page.open(pia, room.code, machine=machine)
    await page.settle()
    await depart(pia)
    assert await closed_with(page) in (4401, 4409)


async def test_another_process_finds_the_name_gone_by_itself(
    patient_bots: None, room: Room, match: Match, pia: Any, gale: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (page,) = await open_pages(room, gale)
    stale = await another_process(match)
    with monkeypatch.context() as deaf:
        deaf.setattr("game.services.run_in_server_soon", lambda make: None)
        await depart(pia)
    assert stale.players[1].name == pia.display_name
    monkeypatch.setattr(clock, "tables", lambda: type("Process", (), {"here": lambda _, match_id: stale})())
    await clock.reconcile()
    assert stale.players[1].name == DEPARTED
    assert page.closed is None
    assert tables().here(match.pk) is not None
