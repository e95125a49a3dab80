"""Who may open a room's socket, and what a stranger hears: a close code and nothing else."""

from typing import Any

import pytest

from rooms.models import Room
from tests.sockets import Page


async def closed_with(user: Any, code: str, machine: bool) -> tuple[int | None, list[str]]:
    page = await Page.open(user, code, machine=machine)
    while page.closed is None:
        await page.receive()
    return page.closed, page.frames


@pytest.mark.parametrize("machine", [True, False])
async def test_a_stranger_hears_nothing_of_a_room(server: None, room: Room, xan: Any, machine: bool) -> None:
    assert await closed_with(xan, room.code, machine) == (4404, [])


async def test_nobody_logged_in_is_sent_to_log_in(server: None, room: Room) -> None:
    code, frames = await closed_with(None, room.code, True)
    assert code == 4401
    assert frames == ['{"type":"bye","code":"logged_out","retry":false}']


async def test_a_room_that_does_not_exist_looks_like_one_that_is_not_mine(
    server: None, room: Room, xan: Any
) -> None:
    assert await closed_with(xan, "ZZZZZZ", True) == (4404, [])
