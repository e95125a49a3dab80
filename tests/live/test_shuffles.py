"""Every browser has a part in the shuffle: committed to before, mixed in at the start, shown after the end."""

import json
from typing import Any

from asgiref.sync import sync_to_async

from game.engine.fairness import commitment, seed_of
from game.models import Action, Match, Shuffle
from rooms import services
from rooms.models import Room
from tests.live.driving import play_to_the_end
from tests.sockets import Page

MINE, THEIRS, OTHER = "01" * 16, "02" * 16, "03" * 16


async def commitment_of(room: Room) -> str:
    await room.arefresh_from_db()
    return (await Shuffle.objects.aget(pk=room.shuffle_id)).commitment


async def give(page: Page, shown: str, nonce: str) -> None:
    await page.say(type="nonce", commitment=shown, nonce=nonce, id=f"n{nonce[:2]}")
    await page.until("accepted", id=f"n{nonce[:2]}")


async def test_the_seed_is_made_of_what_everybody_gave_after_the_commitment(
    server: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    pages = [await Page.open(user, room.code) for user in (gale, pia, wim)]
    shown = (await pages[0].until("room"))["room"]["shuffle"]
    assert shown == await commitment_of(room)
    await give(pages[0], shown, MINE)
    await give(pages[1], shown, THEIRS)
    await give(pages[2], shown, OTHER)  # watches: has no part in it
    await give(pages[0], shown, OTHER)  # from another device, too late: the first one stands
    match = await sync_to_async(services.start_match)(user=gale, code=room.code)
    assert match.commitment == shown == commitment(bytes(match.secret))
    assert match.nonces == [MINE, THEIRS, "", ""]
    assert bytes(match.seed) == seed_of(bytes(match.secret), [bytes.fromhex(nonce) for nonce in match.nonces])
    view = (await pages[1].until("view"))["view"]
    assert view["commitment"] == shown and view["seed"] is None

    await play_to_the_end(*pages[:2])
    last = json.loads(pages[0].frames[-1])["view"]
    links = Action.objects.filter(match=match).order_by("-version").values_list("link", flat=True)
    assert last["head"] == await links.afirst() and view["head"] is None
    everything = "".join(text for page in pages for text in page.frames[:-1])
    assert bytes(match.secret).hex() not in everything and bytes(match.seed).hex() not in everything


async def test_the_next_shuffle_is_shown_as_soon_as_one_is_used(
    patient_bots: None, room: Room, gale: Any, pia: Any
) -> None:
    page, machine = await Page.open(pia, room.code, machine=False), await Page.open(pia, room.code)
    first = (await machine.until("room"))["room"]["shuffle"]
    await page.until_text(f'id="shuffle" hx-swap-oob="true" data-commitment="{first}"')
    await sync_to_async(services.start_match)(user=gale, code=room.code)
    second = await commitment_of(room)
    assert second != first
    assert not await Shuffle.objects.filter(commitment=first).aexists(), (
        "a used secret lies in its match alone"
    )
    await page.until_text(f'data-commitment="{second}"')
    while (await machine.until("room"))["room"]["shuffle"] != second:
        pass  # a frame of the match's start may come first
    await give(machine, second, MINE)
    shuffle = await Shuffle.objects.aget(commitment=second)
    assert [n.value async for n in shuffle.nonces.all()] == [MINE]


async def test_a_nonce_for_another_commitment_or_a_used_one_changes_nothing(
    patient_bots: None, room: Room, gale: Any, pia: Any, xan: Any
) -> None:
    elsewhere = await sync_to_async(services.create_room)(host=xan, name="Elsewhere")
    page = await Page.open(pia, room.code)
    await page.settle()
    old = await commitment_of(room)
    match = await sync_to_async(services.start_match)(user=gale, code=room.code)
    for shown in (old, await commitment_of(elsewhere), "ab" * 32):
        await give(page, shown, MINE)
    await match.arefresh_from_db()
    assert match.nonces == ["", "", "", ""]
    assert not await Shuffle.objects.filter(nonces__value=MINE).aexists()


async def test_what_is_no_nonce_is_refused(patient_bots: None, room: Room, pia: Any) -> None:
    page = await Page.open(pia, room.code)
    await page.settle()
    shown = await commitment_of(room)
    for fields in (
        {"commitment": shown, "nonce": "00"},
        {"commitment": shown, "nonce": "zz" * 16},
        {"commitment": shown.upper() + "A", "nonce": MINE},
        {"nonce": MINE},
    ):
        await page.say(type="nonce", id="x", **fields)
        assert (await page.until("rejected"))["code"] == "malformed"


async def test_every_match_of_a_room_has_its_own_secret(server: None, room: Room, gale: Any) -> None:
    seen = set()
    for _ in range(3):
        match = await sync_to_async(services.start_match)(user=gale, code=room.code)
        seen |= {bytes(match.secret), bytes(match.seed), match.commitment}
        await Match.objects.filter(pk=match.pk).aupdate(status="finished")
    assert len(seen) == 9
