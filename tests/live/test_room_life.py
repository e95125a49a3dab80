"""The room's socket around the match: waiting, starting, presence, leaving, starting again."""

import asyncio
import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from game import presence
from game.models import Match
from game.tables import tables
from game.threads import READERS, in_thread
from rooms import live, services
from rooms.models import Membership, Room
from tests.conftest import WallClock
from tests.game.helpers import play_on_until
from tests.live.driving import play_to_the_end
from tests.sockets import Page, eventually


async def in_view_thread(service: Any, **arguments: Any) -> Any:
    """Call a service as a view does: in a thread, with the server's loop running beside it."""
    return await sync_to_async(service)(**arguments)


def soon_over() -> Any:
    """A lease that lasts no longer than this was cut short."""
    return timezone.now() + timedelta(seconds=5)


async def until_told_away(page: Page, seat: int) -> None:
    """Read on until this machine was told that a seat is away."""
    while {"seat": seat, "online": False} not in (await page.until("presence"))["members"]:
        pass


async def test_a_waiting_page_sees_who_comes(server: None, room: Room, gale: Any, xan: Any) -> None:
    page = await Page.open(gale, room.code, machine=False)
    assert 'data-stage="waiting"' in "".join(await page.settle())
    await in_view_thread(services.join_room, user=xan, token=room.token)
    text = await page.until_text("Xan", 'id="members"')
    assert 'data-stage="waiting"' not in text, "only the pieces are replaced"


async def test_starting_puts_every_page_before_the_table(
    server: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    pages = [await Page.open(user, room.code, machine=False) for user in (gale, pia, wim)]
    machine = await Page.open(pia, room.code)
    for page in pages:
        await page.settle()
    match = await in_view_thread(services.start_match, user=gale, code=room.code)
    view = await machine.until("view")
    assert view["view"]["match"] == match.public_id
    assert view["view"]["me"]["seat"] == 1
    for page, me in zip(pages, ("0", "1", ""), strict=True):
        text = await page.until_text('data-stage="table"')
        assert f'data-me="{me}"' in text


async def test_s74_a_link_gives_no_seat_of_a_running_match(
    server: None, room: Room, match: Match, xan: Any
) -> None:
    await in_view_thread(services.join_room, user=xan, token=room.token)
    page = await Page.open(xan, room.code)
    view = (await page.until("view"))["view"]
    assert view["me"] is None
    await page.say(type="confirmHand", decision=view["decision"], id="x")
    assert (await page.until("accepted", "rejected"))["code"] == "not_seated"


async def test_one_who_leaves_loses_the_socket_at_once(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    page = await Page.open(pia, room.code)
    await page.until("view")
    await in_view_thread(services.leave_room, user=pia, code=room.code)
    while page.closed is None:
        await page.receive()
    assert page.closed == 4409
    assert json.loads(page.frames[-1]) == {"type": "bye", "code": "removed", "retry": False}


async def test_s61_a_rematch_takes_seats_from_the_new_roster(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    pages = [await Page.open(user, room.code) for user in (gale, pia)]
    watcher = await Page.open(wim, room.code)
    await play_to_the_end(*pages)
    await in_view_thread(services.leave_room, user=pia, code=room.code)
    await in_view_thread(services.take_seat, user=wim, code=room.code, seat=1)
    again = await in_view_thread(services.start_match, user=gale, code=room.code)
    view = (await watcher.until("view"))["view"]
    while view["match"] != again.public_id:
        view = (await watcher.until("view"))["view"]
    assert view["me"]["seat"] == 1
    assert view["seats"][1]["name"] == "빔"
    outsider = await Page.open(pia, room.code)
    while outsider.closed is None:
        await outsider.receive()
    assert outsider.closed == 4404


async def test_a_page_hears_that_its_viewer_has_become_host(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    page = await Page.open(pia, room.code, machine=False)
    assert '<data id="host" hx-swap-oob="true" class="is-guest">' in "".join(await page.settle())
    await in_view_thread(services.leave_room, user=gale, code=room.code)
    await page.until_text('class="is-host')


async def test_s16_only_an_open_table_counts_as_present(
    server: None, room: Room, match: Match, gale: Any, pia: Any, client: Any
) -> None:
    """Pia looks at the lobby; that is not being at the table."""
    await sync_to_async(client.force_login)(pia)
    assert (await sync_to_async(client.get)("/")).status_code == 200
    page = await Page.open(gale, room.code)
    view = (await page.until("view"))["view"]
    assert [seat["online"] for seat in view["seats"]] == [True, False, True, True]


async def test_presence_ends_with_the_last_tab_and_after_a_mercy(
    server: None, room: Room, match: Match, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MERCY_SECONDS", 0.1)
    page = await Page.open(gale, room.code)
    first, second = [await Page.open(pia, room.code) for _ in range(2)]
    await second.settle()
    await eventually(lambda: presence.present_at(match.pk) == {0, 1})
    await first.close()
    mercies = [task for task in live._background if "_end_presence" in repr(task)]
    assert not mercies, "another tab is open: no mercy has to run out"
    await second.close()
    await until_told_away(page, 1)
    await eventually(lambda: presence.present_at(match.pk) == {0})


async def test_a_reload_and_a_change_of_network_are_no_absence(
    server: None, room: Room, match: Match, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MERCY_SECONDS", 2.0)
    watcher = await Page.open(gale, room.code)
    page = await Page.open(pia, room.code)
    await page.settle()
    await watcher.settle()
    told = len(watcher.frames)
    for _ in range(3):
        await page.close()
        page = await Page.open(pia, room.code)
        await page.settle()
    await asyncio.sleep(2.2)
    await live.sweep()
    await watcher.settle()
    news = [json.loads(frame) for frame in watcher.frames[told:]]
    assert not any({"seat": 1, "online": False} in message.get("members", ()) for message in news)
    assert presence.present_at(match.pk) == {0, 1}


async def test_a_tab_in_another_process_is_seen_when_the_one_here_closes(
    server: None, room: Room, match: Match, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process is played by its sweep: the lease that it renews for its page."""
    monkeypatch.setattr(live, "MERCY_SECONDS", 1.5)
    member = await Membership.objects.aget(room=room, user=pia)
    watcher, here = await Page.open(gale, room.code), await Page.open(pia, room.code)
    await here.settle()
    await here.close()
    while await Membership.objects.filter(pk=member.pk, present_until__gt=soon_over()).aexists():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await in_view_thread(live.renew_leases, membership_ids=[member.pk])
    await asyncio.sleep(1.6)
    await live.sweep()
    await eventually(lambda: presence.present_at(match.pk) == {0, 1})
    # It dies without a word: its lease is all that is left, and that runs out.
    await Membership.objects.filter(pk=member.pk).aupdate(present_until="2020-01-01T00:00:00Z")
    await live.sweep()
    await until_told_away(watcher, 1)
    assert presence.present_at(match.pk) == {0}


async def test_waiting_room_people_page_and_table_say_the_same_of_who_is_here(
    patient_bots: None, room: Room, gale: Any, pia: Any, client: Any
) -> None:
    """Gale is here, Pia is not; then it is the other way round."""
    await sync_to_async(client.force_login)(gale)
    for here, away in ((gale, pia), (pia, gale)):
        await Membership.objects.filter(room=room).aupdate(present_until=None)
        page = await Page.open(here, room.code, machine=False)
        await page.settle()
        waiting = (await sync_to_async(client.get)(f"/r/{room.code}/")).text
        people = (await sync_to_async(client.get)(f"/r/{room.code}/people/")).text
        seen = await in_view_thread(live.snapshot, code=room.code)
        assert {m.name for m in seen.members if m.online and not m.bot} == {here.display_name}
        for text, words in ((waiting, ("접속 중", "지금 없음")), (people, ("접속 중", "지금 없음"))):
            for person, word in ((here, words[0]), (away, words[1])):
                line = text[text.index(f"<b>{person.display_name}</b>") :][:200]
                assert (word in line) is (person != gale), "of oneself it says: you"
        match = await in_view_thread(services.start_match, user=gale, code=room.code)
        await page.until_text('data-stage="table"')
        other = await Page.open(here, room.code, machine=False)
        table = "".join(await other.settle())
        rows = {part[:1]: "is-off" in part[:80] for part in table.split('id="seat-')[1:]}
        assert (rows["0"], rows["1"]) == (here is not gale, here is not pia)
        for open_page in (page, other):
            await open_page.close()
        await in_view_thread(_end, match=match)
        await in_view_thread(services.clear_table, user=gale, code=room.code)


def _end(match: Match) -> None:
    from tests.rooms.conftest import finish as write_result

    write_result(match, [0, 1, 2, 3])


async def test_a_lease_runs_out_without_a_goodbye(server: None, room: Room, gale: Any, pia: Any) -> None:
    """Another process held Pia's page and died."""
    await in_view_thread(live.renew_presence, code=room.code, user_id=pia.pk)
    page = await Page.open(gale, room.code)
    await page.settle()
    await Membership.objects.filter(user=pia).aupdate(present_until="2020-01-01T00:00:00Z")
    await live.sweep()
    await until_told_away(page, 1)


async def test_leases_are_renewed_while_a_sweep_takes_long_and_everybody_reads(
    server: None, room: Room, gale: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()
    members = Membership.objects.filter(room=room, user=gale)
    await members.aupdate(present_until="2020-01-01T00:00:00Z")
    over, sweeps = threading.Event(), asyncio.Event()

    async def never_ends() -> None:
        sweeps.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(live, "check_sessions", never_ends)
    monkeypatch.setattr(live, "SWEEP_SECONDS", 0.01)
    reading = [asyncio.ensure_future(in_thread(over.wait, 30)) for _ in range(READERS)]
    looking = asyncio.ensure_future(live.look_after_pages())
    try:
        await sweeps.wait()
        await members.aupdate(present_until="2020-01-01T00:00:00Z")
        async with asyncio.timeout(30):
            while not await members.filter(present_until__gt=timezone.now()).aexists():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        looking.cancel()
        over.set()
        await asyncio.gather(looking, *reading, return_exceptions=True)


async def test_the_next_round_starts_when_all_who_are_here_pressed_next(
    patient_bots: None, wall_clock: WallClock, room: Room, gale: Any, pia: Any
) -> None:
    await in_view_thread(services.set_options, user=gale, code=room.code, options={"rounds": 3})
    match = await in_view_thread(services.start_match, user=gale, code=room.code)
    actor = await tables().get(match.pk)
    await play_on_until(actor, "roundOver", wall_clock)
    here, away = await Page.open(gale, room.code), await Page.open(pia, room.code)
    decision = actor.public.decision
    await here.say(type="next", decision=decision, id="gale")
    await here.until("accepted")
    assert actor.public.round == 1, "Pia is here too"
    await away.say(type="next", decision=decision, id="pia")
    await here.until("view", version=actor.version + 3)
    assert actor.public.round == 2, "bots are not waited for"


async def test_s13_a_page_that_comes_during_the_deal_has_a_whole_hand(
    server: None, room: Room, match: Match, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages open all through the revolution check and the tax: each first view counts the hand it shows."""
    monkeypatch.setattr("rooms.budget.CONNECT_COST", 0)  # nobody opens pages that quickly
    driver = asyncio.create_task(play_to_the_end(*[await Page.open(user, room.code) for user in (gale, pia)]))
    seen = set()
    while not driver.done():
        page = await Page.open(gale, room.code)
        view = (await page.until("view"))["view"]
        assert len(view["me"]["hand"]) == view["seats"][0]["cards"]
        assert sum(seat["cards"] for seat in view["seats"]) <= 80
        if view["phase"] in ("revolutionCheck", "taxReturn"):
            assert sum(seat["cards"] for seat in view["seats"]) == 80
        seen.add(view["phase"])
        await page.close()
    await driver
    assert "playing" in seen


async def test_a_page_of_another_site_cannot_open_a_socket(server: None, room: Room, gale: Any) -> None:
    with pytest.raises(AssertionError):
        await Page.open(gale, room.code, origin="http://evil.example")
    with pytest.raises(AssertionError):
        await Page.open(gale, room.code, origin="http://testserver:8000")
