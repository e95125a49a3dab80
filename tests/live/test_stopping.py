"""A process that ends: what it owes to those whose pages it closes, also where not all goes as it should."""

from collections.abc import Iterator
from typing import Any

import pytest

from config import background
from config.background import Background
from config.health import set_draining
from game.models import Hold, Match
from rooms import restarting
from rooms.models import Room
from rooms.restarting import Doors
from tests.sockets import Page


@pytest.fixture
def ending() -> Iterator[Background]:
    """The background of this process, which may be told to stop; afterwards the process is as new."""
    yield Background()
    set_draining(on=False)
    restarting.set_doors(Doors.OPEN)


async def test_time_stops_for_who_is_cut_off_however_long_the_rest_takes(
    patient_bots: None,
    room: Room,
    match: Match,
    gale: Any,
    ending: Background,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()
    monkeypatch.setattr(background, "STOP_SECONDS", 0.01)
    await ending.stop()
    while page.closed is None:
        await page.receive()
    assert page.closed == 4412
    assert (await Hold.objects.aget(match=match)).seats == 1
