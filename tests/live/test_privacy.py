"""A whole match over sockets: every byte a viewer received is searched for what they may not see."""

import json
import re
from typing import Any

from asgiref.sync import sync_to_async

from game.engine.cards import card_ids
from game.engine.record import replay
from game.models import Match
from game.store import load, opening_of, tail
from rooms.models import Room
from tests.live.driving import play_to_the_end
from tests.sockets import Page

CARD_ID = re.compile(r"\b(?:0[1-9]|1[0-3])-\d\d\b")


def hands_ever_held(match_id: int) -> list[set[str]]:
    """For each seat, the ids of all cards it held at any moment of the match."""
    stored = load(match_id)
    held: list[set[str]] = [set() for _ in stored.players]
    entries = tail(match_id, 0)
    for count in range(len(entries) + 1):
        state = replay(opening_of(stored.row), entries[:count])
        for seat, hand in enumerate(state.hands):
            held[seat].update(card_ids(hand))
    return held


def ids_in(frames: list[str]) -> set[str]:
    return set(CARD_ID.findall("\n".join(frames)))


async def test_s41_s45_s46_no_byte_of_a_frame_tells_of_another_hand(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    machines = [await Page.open(user, room.code) for user in (gale, pia)]
    pages = [await Page.open(user, room.code, machine=False) for user in (gale, pia, wim)]
    watcher = await Page.open(wim, room.code)
    await play_to_the_end(*machines)
    for page in [*pages, watcher]:
        await page.settle()

    held = await sync_to_async(hands_ever_held)(match.pk)
    assert len(pages[0].frames) > 50, "the pages saw a whole match"
    assert ids_in(machines[0].frames), "a player does see the own cards"
    for seat, machine in enumerate(machines):
        assert ids_in(machine.frames) <= held[seat]
    assert ids_in(watcher.frames) == set()
    for page in pages:  # fragments name ranks, never cards
        assert ids_in(page.frames) == set()


async def test_the_seed_is_told_only_when_the_match_is_over(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    machines = [await Page.open(user, room.code) for user in (gale, pia)]
    watcher = await Page.open(wim, room.code, machine=False)
    await play_to_the_end(*machines)
    seed = bytes(match.seed).hex()
    *before, last = machines[0].frames
    assert seed not in "".join(before)
    assert json.loads(last)["view"]["seed"] == seed
    assert seed not in "".join(await watcher.settle())


async def test_s42_the_cards_of_a_tax_reach_giver_and_receiver_only(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    machines = [await Page.open(user, room.code) for user in (gale, pia)]
    watcher = await Page.open(wim, room.code)
    await play_to_the_end(*machines)
    await watcher.settle()
    seen_by = {None: watcher, 0: machines[0], 1: machines[1]}
    taxes_seen = 0
    for seat, page in seen_by.items():
        views = [json.loads(text)["view"] for text in page.frames if json.loads(text)["type"] == "view"]
        for tax in [tax for view in views for tax in view["taxes"]]:
            taxes_seen += 1
            mine = seat in (tax["from"], tax["to"])
            assert (tax["cardIds"] is not None) == mine
            assert mine or tax["returnedIds"] is None
            assert tax["count"] in (1, 2)
    revolution = views[-1]["revolution"] != "none"
    assert taxes_seen or revolution


async def test_viewers_of_one_language_get_the_same_public_bytes(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    machines = [await Page.open(user, room.code) for user in (gale, pia)]
    pages = [await Page.open(user, room.code, machine=False) for user in (gale, pia, wim)]
    await play_to_the_end(*machines)
    for page in pages:
        await page.settle()
    public = re.compile(r'<(ol|section|p)[^>]* id="?(seats|pile|status)"?.*?</\1>', re.S)
    streams = []
    for page in pages:
        changes = [text for text in page.frames if '<div id="stage"' not in text]
        shown = ["".join(m.group(0) for m in public.finditer(text)) for text in changes]
        streams.append([text for text in shown if text])  # a frame of their own alone shows nothing of it
    # They came one after another; from the last arrival on they are told the same.
    assert streams[0][-50:] == streams[1][-50:] == streams[2][-50:]
    assert len(streams[2]) >= 50
