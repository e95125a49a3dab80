"""What happens when hints get lost, viewers break, log-ins end, and old pages speak."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.services import change_preferences, lock, set_password
from config.asgi import application
from game import hub, services
from game.actor import Actor
from game.models import Action, Match
from game.tables import tables
from rooms import budget, hearing, live
from rooms import services as room_services
from rooms.models import Room
from tests.live.driving import answer_to
from tests.sockets import Page, eventually


async def closed_with(page: Page) -> int | None:
    while page.closed is None:
        await page.receive()
    return page.closed


async def test_a_lost_hint_about_a_room_is_found_by_the_sweep(
    patient_bots: None, room: Room, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, machine = await Page.open(gale, room.code, machine=False), await Page.open(pia, room.code)
    await page.settle()
    await machine.settle()
    with monkeypatch.context() as silence:
        silence.setattr(services, "run_in_server_soon", lambda make: None)
        await sync_to_async(room_services.start_match)(user=gale, code=room.code)
    await live.sweep()
    await page.until_text('data-stage="table"')
    assert (await machine.until("view"))["view"]["me"]["seat"] == 1


async def test_a_hint_about_a_match_that_got_lost_is_found_by_comparing(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    from game.clock import reconcile
    from tests.game.helpers import act_as, another_process

    page = await Page.open(gale, room.code)
    await page.settle()
    await act_as(await another_process(match), 1)
    await reconcile()
    assert (await page.until("view", version=1))["view"]["seats"][1]["confirmed"] is True


async def test_who_comes_to_look_at_a_match_keeps_it_here(
    patient_bots: None, room: Room, match: Match, gale: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[Actor] = []

    async def forgotten(actor: Actor) -> None:
        looked_at.append(actor)
        tables()._actors.clear()

    with monkeypatch.context() as crowded:
        crowded.setattr(Actor, "look_at_names", forgotten)  # awaited between loading and looking
        page = await Page.open(gale, room.code)
        await page.settle()
    assert tables().here(match.pk) is looked_at[-1]


async def test_coming_and_going_leaves_nothing_behind(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "CONNECT_COST", 0)  # nobody opens pages that quickly

    async def visit(user: Any, number: int) -> None:
        page = await Page.open(user, room.code, machine=number % 2 == 0)
        if number % 3:
            await page.settle()
        await page.close()

    for _ in range(3):
        await asyncio.gather(*(visit(user, number) for user in (gale, pia) for number in range(6)))
    await eventually(lambda: not live._rooms)
    assert hub.watched() == []


async def test_a_page_that_comes_while_the_last_one_goes_is_told_of_changes(
    patient_bots: None, room: Room, gale: Any, pia: Any
) -> None:
    first = await Page.open(gale, room.code, machine=False)
    second, _ = await asyncio.gather(Page.open(pia, room.code, machine=False), first.close())
    await second.settle()
    await sync_to_async(room_services.start_match)(user=gale, code=room.code)
    await second.until_text('data-stage="table"')


@pytest.fixture
async def logged_in(gale: Any) -> Client:
    client = Client()
    await sync_to_async(client.force_login)(gale)
    return client


async def page_of(client: Client, room: Room) -> Page:
    page = await Page.open(None, room.code, cookie=client.cookies["sessionid"].value)
    await page.settle()
    return page


async def test_logging_out_closes_the_pages_of_that_log_in_only(
    patient_bots: None, room: Room, match: Match, gale: Any, logged_in: Client
) -> None:
    page, other = await page_of(logged_in, room), await Page.open(gale, room.code)
    await sync_to_async(logged_in.post)("/accounts/logout/")
    assert await closed_with(page) == 4401
    await other.settle()
    assert other.closed is None


@pytest.mark.parametrize("how", ["locked", "password", "deleted elsewhere"])
async def test_an_account_that_may_no_longer_closes_all_its_pages(
    patient_bots: None, room: Room, match: Match, pia: Any, how: str
) -> None:
    page = await Page.open(pia, room.code)
    await page.settle()

    def end() -> None:
        if how == "locked":
            pia.is_active = False
        elif how == "password":
            pia.set_password("another horse 8")
        else:
            from django.contrib.sessions.models import Session

            Session.objects.all().delete()  # in another process: no signal is heard here
            return
        pia.save()

    await sync_to_async(end)()
    await live.sweep()
    assert await closed_with(page) == 4401


async def test_only_what_may_end_a_log_in_has_all_pages_looked_at(
    server: None, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    async def count() -> None:
        looks.append(1)

    monkeypatch.setattr(hearing, "_look_everywhere", count)
    monkeypatch.setattr(hearing, "SETTLE_SECONDS", 0)

    def like() -> None:
        for theme in ("dark", "light", "dark"):
            change_preferences(user=pia, changes={"theme": theme})

    await sync_to_async(like)()
    await sync_to_async(set_password)(user=pia, password="another horse 8")
    await eventually(lambda: len(looks) == 1)
    await sync_to_async(lock)(user_id=pia.pk)
    await eventually(lambda: len(looks) == 2)


async def test_a_viewer_that_cannot_be_told_keeps_nothing_from_the_others(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    class Broken:
        seat, language, wants_json, shown, own_key = None, "ko", False, 0, None

        async def push(self, text: str) -> None:
            raise RuntimeError("a closed protocol")

    await tables().get(match.pk)
    hub.join(match.pk, Broken())
    page, other = await Page.open(gale, room.code), await Page.open(pia, room.code)
    await other.settle()
    await page.say(type="confirmHand", decision=1, id="x")
    assert (await page.until("accepted", "rejected"))["type"] == "accepted"
    await other.until("view", version=1)
    assert not [frame for frame in await page.settle() if "rejected" in frame]


async def test_autoplay_that_changes_nothing_is_not_written(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    for number in range(5):
        await page.say(type="autoplay", on=False, id=f"off {number}")
        assert (await page.until("accepted", "rejected"))["version"] == 0
    assert await Action.objects.filter(match=match).acount() == 0


async def test_a_command_of_another_match_is_late(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    view = (await page.until("view"))["view"]
    command = {**(answer_to(view) or {}), "id": "old"}
    await page.say(**command, match="0" * 32)
    assert (await page.until("accepted", "rejected"))["code"] == "stale_turn"
    await page.say(**{**command, "id": "new"}, match=view["match"])
    assert (await page.until("accepted", "rejected"))["type"] == "accepted"


@pytest.mark.parametrize("key", ["\x00", "한", "x" * 37, ""])
async def test_an_id_that_cannot_be_stored_is_malformed(
    patient_bots: None, room: Room, match: Match, gale: Any, key: str
) -> None:
    page = await Page.open(gale, room.code)
    await page.say_raw(json.dumps({"type": "confirmHand", "decision": 1, "id": key}))
    assert (await page.until("accepted", "rejected"))["code"] == "malformed"


@pytest.mark.parametrize("path", ["/ws/", "/ws/x", "/ws/room//", "/anything"])
async def test_a_socket_that_leads_nowhere_is_closed(server: None, path: str) -> None:
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    socket = WebsocketCommunicator(application, path, headers=headers)
    connected, _ = await socket.connect()
    assert connected
    assert (await socket.receive_output())["code"] == 4404
    await socket.disconnect()
