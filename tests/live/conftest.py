"""A room with the cast in it, and its match."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from rooms import services
from rooms.models import Room


@pytest.fixture
async def room(gale: Any, pia: Any, wim: Any) -> Room:
    """Gale's room: Gale and Pia sit with two bots, Wim has no seat."""
    return await sync_to_async(furnish)(gale, pia, wim)


def furnish(gale: Any, pia: Any, wim: Any) -> Room:
    room = services.create_room(host=gale, name="주말 가족방", options={"rounds": 1})
    services.join_room(user=pia, token=room.token)
    services.add_bot(user=gale, code=room.code, level="easy")
    services.add_bot(user=gale, code=room.code, level="easy")
    services.join_room(user=wim, code=room.code)
    services.leave_seat(user=wim, code=room.code)
    return room


@pytest.fixture
async def match(room: Room, gale: Any) -> Any:
    """A match of one round in Gale's room: Gale has seat 0, Pia seat 1, bots 2 and 3."""
    return await sync_to_async(services.start_match)(user=gale, code=room.code)


@pytest.fixture
def patient_bots(server: None, settings: Any) -> None:
    """Bots that never move by themselves, so that the turn stays where it is."""
    settings.BOT_DELAY_MS = settings.BOT_DELAY_ALONE_MS = 3_600_000
