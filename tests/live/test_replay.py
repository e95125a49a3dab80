"""What was told while a match was played, and what its replay shows: the same at every step."""

import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from msgspec.structs import replace

from game.engine.events import event_dict
from game.models import Match
from game.rendering import private_fragments, public_fragments
from game.replay import Replay, replay_of, table_then
from game.store import players_of
from game.view import view_json
from rooms.models import Room
from tests.live.driving import play_to_the_end
from tests.sockets import Page

CLOCK = re.compile(r";--(t|el|st):[-\d.]+s?| is-off|<span class=\"badge-off\">.*?</span></span>")


def as_told(page: Page) -> dict[int, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """What a machine was told, by version: the view without clocks and presence, and the events."""
    frames = [json.loads(text) for text in page.frames]
    return {
        frame["version"]: (timeless(frame["view"]), frame["events"])
        for frame in frames
        if frame["type"] == "view"
    }


def timeless(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what depends on the moment at which it is looked at."""
    seats = [{key: value for key, value in seat.items() if key != "online"} for seat in view["seats"]]
    return {**view, "seats": seats, "deadline": None, "room": None}


async def replayed(match: Match) -> tuple[Replay, Any]:
    await match.arefresh_from_db()
    table = table_then(match, await sync_to_async(players_of)(match.pk))
    return await sync_to_async(replay_of)(match), table


async def test_s87_at_every_step_the_replay_knows_what_each_viewer_was_told(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    players = [await Page.open(user, room.code) for user in (gale, pia)]
    watcher = await Page.open(wim, room.code)
    await play_to_the_end(*players)
    await watcher.until("view", version=(await Match.objects.aget(pk=match.pk)).version)
    replay, table = await replayed(match)
    for seat, page in ((0, players[0]), (1, players[1]), (None, watcher)):
        told = as_told(page)
        assert len(told) > replay.last * 0.9
        for version, (view, events) in told.items():
            moment = replay.moments[version]
            own = None if seat is None else moment.seen_by(seat)
            now = json.loads(
                json.dumps(view_json(moment.public, own, replace(table, head=replay.head_at(version))))
            )
            assert timeless(now) == view, (seat, version)
            if events:
                assert json.loads(json.dumps([event_dict(event) for event in moment.told(seat)])) == events


@pytest.mark.parametrize("seat", [0, None])
async def test_s87_the_fragments_of_every_frame_are_those_of_the_replay(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any, seat: int | None
) -> None:
    players = [await Page.open(user, room.code) for user in (gale, pia)]
    page = await Page.open(gale if seat == 0 else wim, room.code, machine=False)
    await play_to_the_end(*players)
    await page.until_text('data-mode="finished"')
    await page.settle()
    replay, table = await replayed(match)
    compared = 0
    for frame in page.frames:
        version = re.search(r'<data id="at"[^>]*data-version="(\d+)"', frame)
        if version is None or 'id="stage"' in frame or 'data-cues="' not in frame:
            continue
        moment = replay.moments[int(version[1])]
        own = None if seat is None else moment.seen_by(seat)
        drawn = public_fragments(moment.public, table, moment.told(None), "ko")
        drawn |= {
            name: html
            for name, html in private_fragments(own, moment.public, table, "ko", ()).items()
            if name == "hand" and 'id="hand"' in frame
        }
        for name in ("seats", "pile", "hand", "roundlabel"):
            if name in drawn:
                assert CLOCK.sub("", drawn[name]) in CLOCK.sub("", frame), (version[1], name)
                compared += 1
    assert compared > replay.last


async def test_s88_a_watcher_hidden_for_long_gets_a_fresh_snapshot(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    players = [await Page.open(user, room.code) for user in (gale, pia)]
    awake = await Page.open(wim, room.code, machine=False)
    await play_to_the_end(*players)
    await awake.until_text('data-mode="finished"')
    await match.arefresh_from_db()
    for since in (0, 3, match.version - 1):
        query = f"?match={match.public_id}&since={since}"
        text = await (await Page.open(wim, room.code, machine=False, query=query)).until_text('<data id="at"')
        assert 'id="stage"' in text and f'data-version="{match.version}"' in text and 'data-me=""' in text
    query = f"?match={match.public_id}&since={match.version}"
    text = await (await Page.open(wim, room.code, machine=False, query=query)).until_text('<data id="at"')
    assert 'id="stage"' not in text
