"""Hints between processes get lost, come twice and in any order: who looks at a table sees the same all the same."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from itertools import product
from time import time_ns
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game.actor import Actor, Change, load_actor
from game.clock import reconcile
from rooms import hearing, services
from rooms.consumers import Budget
from rooms.models import Room
from tests.game.helpers import act_as
from tests.sockets import Page

AT = re.compile(r'<data id="at"[^>]* data-version="(\d+)"')


def arrangements(hints: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many hints may arrive: none, some, all, swapped or repeated, one more than there are."""
    for count in range(hints + 2):
        yield from product(range(hints), repeat=count)


async def versions_shown(page: Page) -> list[int]:
    """The versions this page was told since it was asked last, in order."""
    texts = await page.settle()
    markers = [int(number) for text in texts for number in AT.findall(text)]
    views = [json.loads(text) for text in texts if text.startswith('{"type":"view"')]
    return markers + [view["version"] for view in views]


def public_part(page: Page) -> dict[str, Any]:
    """What the newest view of a machine says to everybody alike."""
    view = json.loads(next(text for text in reversed(page.frames) if text.startswith('{"type":"view"')))[
        "view"
    ]
    taxes = [{**tax, "cardIds": None, "returnedIds": None} for tax in view["taxes"] or ()]
    return {**view, "taxes": taxes, "me": None}


async def test_s93_whatever_becomes_of_hints_all_viewers_come_to_the_same_version(
    patient_bots: None,
    room: Room,
    gale: Any,
    pia: Any,
    wim: Any,
    monkeypatch: pytest.MonkeyPatch,
    say: Callable[[str], None],
) -> None:
    monkeypatch.setattr(Budget, "spend", lambda budget, cost: True)  # pages ask after every hint
    moment = time_ns()
    monkeypatch.setattr(
        "game.moment.time_ns", lambda: moment
    )  # no deadline passes, however slow this machine is
    await sync_to_async(services.set_options)(user=gale, code=room.code, options={"rounds": 3})
    match = await sync_to_async(services.start_match)(user=gale, code=room.code)
    machines = [await Page.open(who, room.code) for who in (gale, pia, wim)]
    page = await Page.open(wim, room.code, machine=False)
    viewers = (*machines, page)
    for viewer in viewers:
        await viewer.settle()
    hints: list[dict[str, Any]] = []

    async def hint(actor: Actor, change: Change) -> None:
        hints.append({"type": "match.changed", "match": actor.id, "version": actor.version})

    there, tried, caught_up = await load_actor(match.pk, tell=hint), 0, 0
    for early, late in product(arrangements(1), arrangements(2)):
        hints.clear()
        seen: list[list[int]] = [[] for _ in viewers]
        for arrive in (early, late):
            await act_as(there, there.public.owing[0])
            for number in arrive:
                await hearing.hear_match(hints[number])
            for told, viewer in zip(seen, viewers, strict=True):
                told += await versions_shown(viewer)
        caught_up += there.version not in seen[0]
        await reconcile()  # what each process does by itself, every three seconds
        for told, viewer in zip(seen, viewers, strict=True):
            told += await versions_shown(viewer)
            assert told == sorted(set(told)), "never back, and none twice"
            assert told[-1] == there.version
        assert public_part(machines[0]) == public_part(machines[1]) == public_part(machines[2])
        tried += 1
    assert 0 < caught_up < tried
    say(f"hints: {tried} arrangements, {caught_up} of them caught up with without one")


async def test_hints_that_come_at_the_same_moment_are_followed_once(
    patient_bots: None, room: Room, match: Any, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()

    async def nobody(actor: Actor, change: Change) -> None:
        pass

    there = await load_actor(match.pk, tell=nobody)
    for seat in range(3):
        await act_as(there, seat)
    messages = [{"match": match.pk, "version": version} for version in (3, 1, 2, 3, 2)]
    await asyncio.gather(*(hearing.hear_match(message) for message in messages))
    assert await versions_shown(page) == [1, 2, 3]
