"""Advice at one's turn: for one person alone with bots in a practice room, and never for anybody else."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game.bots import expert
from game.coach.judging import best_choices
from game.engine.observation import observe_seat
from game.models import Match
from game.tables import tables
from rooms import pace, services
from rooms.models import Room
from tests.coach.networks import untrained
from tests.sockets import Page


@pytest.fixture(autouse=True)
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = untrained(tmp_path)
    monkeypatch.setattr(expert, "expert", lambda: known)
    pace.forget_everybody()
    yield


def furnish(gale: Any, *others: Any, practice: bool = True) -> Room:
    """Gale's room with bots, and others who sit, too."""
    room = services.create_room(host=gale, name="연습방", options={"rounds": 1})
    for other in others:
        services.join_room(user=other, token=room.token)
    for _ in range(3):
        services.add_bot(user=gale, code=room.code, level="easy")
    services.set_options(user=gale, code=room.code, options={"rounds": 1}, practice=practice)
    services.start_match(user=gale, code=room.code)
    room.refresh_from_db()
    return room


async def furnished(*people: Any, practice: bool = True) -> Room:
    return await sync_to_async(furnish)(*people, practice=practice)


async def my_turn(page: Page) -> dict[str, Any]:
    """Answer what is asked until it is this seat's turn with a choice. Returns the view."""
    while True:
        message = json.loads(await page.receive())
        if message["type"] != "view" or (me := message["view"]["me"])["owes"] is None:
            continue
        view = message["view"]
        match me["owes"]["kind"]:
            case "play" if me["legal"]:
                return view
            case "play":
                await page.say(type="pass", decision=view["decision"])
            case "confirm":
                await page.say(type="confirmHand", decision=view["decision"])
            case "returnTax":
                cards = me["hand"][-me["owes"]["count"] :]
                await page.say(type="returnTax", decision=view["decision"], cardIds=cards)


async def asked(page: Page, key: str = "a") -> dict[str, Any]:
    await page.say(type="advice", id=key)
    return await page.until("advice", "rejected", id=key)


async def test_alone_with_bots_the_best_three_are_told_by_what_the_seat_sees(server: None, gale: Any) -> None:
    room = await furnished(gale)
    page = await Page.open(gale, room.code)
    view = await my_turn(page)
    answer = await asked(page)
    assert answer["type"] == "advice" and answer["decision"] == view["decision"]
    actor = await tables().get(room.match_id)
    best = best_choices(observe_seat(actor.state, 0))
    told = [(choice["set"], choice["place"]) for choice in answer["choices"]]
    assert told == [(json.loads(json.dumps(_plain(choice.set))), choice.place) for choice in best]
    legal = [*view["me"]["legal"], None]
    assert all(choice["set"] in legal for choice in answer["choices"]) and 1 <= len(told) <= 3


def _plain(laid: Any) -> Any:
    return None if laid is None else {"rank": laid.rank, "count": laid.count, "jesters": laid.jesters}


async def test_a_page_has_a_button_and_gets_a_list(server: None, gale: Any) -> None:
    room = await furnished(gale)
    machine = await Page.open(gale, room.code)
    await my_turn(machine)
    page = await Page.open(gale, room.code, machine=False)
    await page.until_text('name="type" value="advice"')
    await page.say(type="advice", id="x1")
    text = await page.until_text('id="advice" role="status" hx-swap-oob="true"')
    assert 'data-id="x1" data-result="accepted"' in text and "<li><b>" in text


async def test_a_question_too_early_and_too_many_are_refused(patient_bots: None, gale: Any) -> None:
    room = await furnished(gale)
    page = await Page.open(gale, room.code)
    await page.settle()
    assert (await asked(page))["code"] == "wrong_phase"
    codes = [(await asked(page, f"k{n}"))["code"] for n in range(8)]
    assert codes[-1] == "too_fast"


@pytest.mark.parametrize("how", ["plays", "came later", "watches"])
async def test_a_second_human_ends_it_however_they_came(
    patient_bots: None, gale: Any, pia: Any, how: str
) -> None:
    room = await furnished(*((gale, pia) if how == "plays" else (gale,)))
    if how != "plays":
        await sync_to_async(services.join_room)(user=pia, token=room.token)
        assert await Match.objects.filter(pk=room.match_id, people=1).aexists()
    page = await Page.open(gale, room.code)
    theirs = await Page.open(pia, room.code, query="?watch=1" if how == "watches" else "")
    assert (await asked(page))["code"] == "no_advice"
    assert (await asked(theirs))["code"] == ("no_advice" if how == "plays" else "not_seated")
    if how != "plays":
        await sync_to_async(services.leave_room)(user=pia, code=room.code)
        assert (await asked(page, "b"))["code"] == "wrong_phase"  # alone again


async def test_a_room_that_is_not_for_practice_gives_none_and_shows_no_button(
    server: None, gale: Any
) -> None:
    room = await furnished(gale, practice=False)
    page = await Page.open(gale, room.code)
    await my_turn(page)
    assert (await asked(page))["code"] == "no_advice"
    mine = await Page.open(gale, room.code, machine=False)
    assert 'value="advice"' not in await mine.until_text('data-mode="play"')


async def test_the_switch_counts_from_the_next_match_on_and_everybody_sees_it(
    patient_bots: None, gale: Any
) -> None:
    room = await furnished(gale, practice=False)
    await Room.objects.filter(pk=room.pk).aupdate(practice=True)
    page = await Page.open(gale, room.code)
    assert (await page.until("room"))["room"]["practice"] is True
    assert (await asked(page))["code"] == "no_advice"
