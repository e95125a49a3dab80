"""Whose time ran out is told what was done instead: that person, once a page, and nobody else."""

import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game.bots import easy
from game.engine.actions import Origin
from game.engine.observation import observe_seat
from game.engine.rules import timeout_action
from game.models import Match
from game.rendering import late_words
from game.tables import tables
from rooms import services
from rooms.models import Room
from tests.conftest import WallClock
from tests.sockets import Page

LATE = {
    "pass": re.compile("시간이 지나서 패스로 처리했어요|쉬어 가요"),
    "lead": re.compile("시간이 지나서 [^<]+ 대신 냈어요"),
}


@pytest.fixture
async def match(room: Room, gale: Any) -> Match:
    """A match long enough for everybody to lead and to follow."""
    return await begin(room, gale)


async def begin(room: Room, gale: Any, *, kids: bool = False) -> Match:
    await sync_to_async(services.set_options)(user=gale, code=room.code, options={"rounds": 20}, kids=kids)
    return await sync_to_async(services.start_match)(user=gale, code=room.code)


async def until_turn_of(match: Match, seat: int, *, lead: bool) -> Any:
    """Move the match on by answers of its players until this seat must lead, or follow. Returns its actor."""
    actor = await tables().get(match.pk)
    for _ in range(5000):
        public = actor.public
        if public.phase == "playing" and public.current == seat and (public.top is None) == lead:
            return actor
        for owing in public.owing:
            await actor.submit(owing, easy.choose(observe_seat(actor.state, owing)), origin=Origin.PLAYER)
    raise AssertionError("it never came to that")


async def what_they_read(actor: Any, wall_clock: WallClock, *pages: Page) -> list[str]:
    for page in pages:
        await page.settle()
    wall_clock.forward(60)
    await actor.act()
    return ["".join(await page.settle()) for page in pages]


@pytest.mark.parametrize("kind", ["pass", "lead"])
async def test_the_late_one_is_told_and_nobody_else(
    patient_bots: None,
    wall_clock: WallClock,
    room: Room,
    match: Match,
    gale: Any,
    pia: Any,
    wim: Any,
    kind: str,
) -> None:
    pages = [await Page.open(who, room.code, machine=False) for who in (gale, pia, wim)]
    actor = await until_turn_of(match, 0, lead=kind == "lead")
    mine, *others = await what_they_read(actor, wall_clock, *pages)
    assert len(LATE[kind].findall(mine)) == 1
    assert 'class="toast clock"' in mine
    for theirs in others:
        assert "toast" not in theirs and "시간이 지나서" not in theirs


async def test_a_pass_of_ones_own_is_told_to_nobody(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code, machine=False)
    actor = await until_turn_of(match, 0, lead=False)
    await page.settle()
    await actor.submit(0, timeout_action(actor.state, 0), origin=Origin.PLAYER)
    assert "toast" not in "".join(await page.settle())


async def test_nothing_is_said_where_no_turn_was_missed(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code, machine=False)
    actor = await tables().get(match.pk)
    assert actor.public.phase == "revolutionCheck"
    (read,) = await what_they_read(actor, wall_clock, page)
    assert "시간이 지나서" not in read


async def test_at_a_kind_table_it_is_said_kindly(
    patient_bots: None, wall_clock: WallClock, room: Room, gale: Any
) -> None:
    match = await begin(room, gale, kids=True)
    assert match.kids
    page = await Page.open(gale, room.code, machine=False)
    actor = await until_turn_of(match, 0, lead=False)
    (read,) = await what_they_read(actor, wall_clock, page)
    assert "시간이 다 됐어요. 이번엔 쉬어 가요. 괜찮아요!" in read


def test_no_event_means_no_words() -> None:
    assert late_words((), None, "ko") == ""  # type: ignore[arg-type]
