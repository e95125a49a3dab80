"""The rules change: what was begun by older ones is replayed and finished by them; what nobody knows harms nothing."""

import io
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from game import clock, rulings
from game.actor import Accepted, Rejected
from game.bots import easy
from game.engine.actions import Origin, Pass
from game.engine.errors import MustLead, Refusal
from game.engine.observation import observe_seat
from game.engine.record import Opening, replay
from game.engine.rules import ENGINES, owing
from game.models import Action, Match
from game.moment import now_ms
from game.store import opening_of, tail
from game.tables import tables
from rooms import live, services
from rooms.models import Line, Room
from tests.game.engines import OLD, OLD_RULES
from tests.live.test_hosting import closed_with
from tests.sockets import Page

WAITS = "관리자를 기다리는 게임이에요"


@pytest.fixture
def old_match(room: Room, gale: Any, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match that was begun in Gale's room while the old engine was the newest one."""
    monkeypatch.setitem(ENGINES, OLD, OLD_RULES)
    with monkeypatch.context() as before:
        before.setattr("game.services.ENGINE_VERSION", OLD)
        return services.start_match(user=gale, code=room.code)


@pytest.fixture
def room(gale: Any, pia: Any, wim: Any, transactional_db: None) -> Room:
    from tests.live.conftest import furnish

    return furnish(gale, pia, wim)


async def play_on(match: Match, *, passing: bool) -> list[Any]:
    """Play to the end as the server does; leaders pass once where they are asked to try. Returns what was refused."""
    actor = await tables().get(match.pk)
    refused, tried = [], False
    while asked := owing(actor.state):
        seat = asked[0]
        leads = actor.public.phase == "playing" and actor.public.top is None
        if passing and leads and not tried:
            tried = True
            answer = await actor.submit(seat, Pass(), origin=Origin.PLAYER)
            if isinstance(answer, Rejected):
                refused.append(answer.refusal)
            continue
        answer = await actor.submit(seat, easy.choose(observe_seat(actor.state, seat)), origin=Origin.PLAYER)
        assert isinstance(answer, Accepted)
    return refused


async def test_s85_a_running_match_finishes_by_its_rules_and_the_next_one_has_the_new(
    patient_bots: None, old_match: Match, room: Room, gale: Any
) -> None:
    assert await play_on(old_match, passing=True) == []
    new_match = await sync_to_async(services.start_match)(user=gale, code=room.code)
    assert [type(refusal) for refusal in await play_on(new_match, passing=True)] == [MustLead]
    engines = [match.engine async for match in Match.objects.order_by("pk")]
    assert engines == [OLD, "1"]


async def test_s85_an_old_log_is_replayed_by_its_own_rules_and_refused_by_others(
    patient_bots: None, old_match: Match
) -> None:
    await play_on(old_match, passing=True)

    def check() -> None:
        match = Match.objects.get(pk=old_match.pk)
        out = io.StringIO()
        call_command("verify_matches", stdout=out)
        assert out.getvalue() == "1 verified, 0 differ, 0 skipped\n"
        opening, log = opening_of(match), tail(match.pk, 0)
        assert (opening.engine, replay(opening, log).setup.engine) == (OLD, OLD)
        now = Opening(opening.players, opening.options, opening.seed, opening.at)
        with pytest.raises(Refusal):
            replay(now, log)
        out = io.StringIO()
        call_command("export_match", match.public_id, stdout=out)
        assert '"engine":"0"' in out.getvalue()

    await sync_to_async(check)()


@pytest.fixture
def forgotten(old_match: Match, monkeypatch: pytest.MonkeyPatch) -> Match:
    """The same match on a site that does not have its engine."""
    monkeypatch.delitem(ENGINES, OLD)
    Match.objects.filter(pk=old_match.pk).update(due_at=1, deadline=1)
    return old_match


async def test_s85_the_clock_leaves_a_match_of_an_unknown_engine_alone(
    patient_bots: None, forgotten: Match, caplog: pytest.LogCaptureFixture
) -> None:
    assert await sync_to_async(clock.claim_due)(now_ms()) == []
    assert await sync_to_async(clock.overdue)(now_ms()) == []
    await clock.Clock().tick()
    row = await Match.objects.aget(pk=forgotten.pk)
    assert (row.due_at, row.version, row.status) == (1, 0, "playing")
    assert not caplog.records


def browser_of_person(user: Any) -> Client:
    client = Client(headers={"accept-language": "ko"})
    client.force_login(user)
    return client


@pytest.mark.parametrize("who", ["gale", "pia", "wim"])
async def test_s85_its_page_says_that_it_waits_for_an_administrator(
    patient_bots: None, forgotten: Match, room: Room, who: str, request: pytest.FixtureRequest
) -> None:
    user = request.getfixturevalue(who)

    def look() -> None:
        browser = browser_of_person(user)
        for name in ("room", "people", "standings", "orders"):
            answer = browser.get(reverse(f"rooms:{name}", args=[room.code]))
            assert answer.status_code in (200, 302, 404), name
        assert WAITS in browser.get(reverse("rooms:room", args=[room.code])).text
        assert browser.get("/").status_code == 200

    await sync_to_async(look)()
    for machine in (True, False):
        page = await Page.open(user, room.code, machine=machine)
        await page.settle()
        await live.sweep()
        await page.say(type="play", rank=1, count=1, jesters=0, decision=1, id="x")
        await page.settle()
        assert page.closed is None
        assert not any('"view"' in frame for frame in page.frames)
        assert machine or any(WAITS in frame for frame in page.frames)
        await page.close()


async def test_s85_people_may_leave_such_a_room_and_its_host_may_close_it(
    patient_bots: None, forgotten: Match, room: Room, gale: Any, pia: Any
) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()

    def close() -> None:
        left = browser_of_person(pia).post(reverse("rooms:leave", args=[room.code]))
        assert left.status_code == 302
        closed = browser_of_person(gale).post(reverse("rooms:close", args=[room.code]))
        assert closed.status_code == 302

    await sync_to_async(close)()
    await closed_with(page)
    assert (await Room.objects.aget(pk=room.pk)).closed_at is not None
    assert await Action.objects.filter(match=forgotten).acount() == 0


async def test_s85_an_administrator_may_end_such_a_match_and_the_room_plays_on(
    patient_bots: None, forgotten: Match, room: Room, gale: Any, ada: Any
) -> None:
    page = await Page.open(gale, room.code, machine=False)
    await page.settle()

    def end() -> None:
        admin = browser_of_person(ada)
        assert admin.get(reverse("admin:game_match_change", args=[forgotten.pk])).status_code == 200
        rulings.end_early(match_id=forgotten.pk, by_id=ada.pk, reason="Version 0")
        again = services.start_match(user=gale, code=room.code)
        assert again.engine == "1"
        answer = browser_of_person(gale).get(reverse("rooms:room", args=[room.code]))
        assert 'data-stage="table"' in answer.text or "data-me" in answer.text
        assert Line.objects.filter(text="started").count() == 2

    await sync_to_async(end)()
    await page.until_text("data-me")
    assert page.closed is None


async def test_s85_verification_counts_it_and_says_no_more(patient_bots: None, forgotten: Match) -> None:
    def check() -> str:
        out = io.StringIO()
        call_command("verify_matches", stdout=out)
        return out.getvalue()

    assert await sync_to_async(check)() == (
        f"match {forgotten.public_id}: skipped: engine 0 is not known here\n0 verified, 0 differ, 1 skipped\n"
    )


async def test_s85_a_finished_match_of_an_unknown_engine_has_pages_without_errors(
    patient_bots: None, old_match: Match, room: Room, gale: Any, ada: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_on(old_match, passing=True)
    monkeypatch.delitem(ENGINES, OLD)

    def look() -> None:
        browser = browser_of_person(gale)
        for name in ("match", "replay"):
            assert browser.get(reverse(f"rooms:{name}", args=[old_match.public_id])).status_code == 200, name
        page = browser.get(reverse("rooms:room", args=[room.code]))
        assert page.status_code == 200 and 'data-stage="waiting"' in page.text
        admin = browser_of_person(ada)
        assert admin.get(reverse("admin:game_match_change", args=[old_match.pk])).status_code == 200

    await sync_to_async(look)()
    assert (await sync_to_async(services.start_match)(user=gale, code=room.code)).engine == "1"
