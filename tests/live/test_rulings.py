"""An administrator ends or annuls a running match, or opens its hands: at once, everywhere, and never silently."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game import rulings
from game.actor import Rejected
from game.clock import claim_due, reconcile
from game.engine.actions import Origin
from game.engine.rules import timeout_action
from game.models import Action, Match
from game.moment import now_ms
from game.tables import tables
from game.verification import verify
from rooms import services
from rooms.models import Line, Room
from rooms.standings import standings
from tests.game.helpers import another_process, finish
from tests.sockets import Page, eventually


async def rule(act: Any, match: Match, by: Any, reason: str = "카드가 사라졌다는 신고 <b>") -> None:
    await sync_to_async(act)(match_id=match.pk, by_id=by.pk, reason=reason)


@pytest.mark.parametrize(
    ("act", "status", "words"),
    [(rulings.annul, "annulled", "무효"), (rulings.end_early, "ended", "일찍 끝났어요")],
)
async def test_s89_a_running_match_ends_at_once_for_everybody_with_the_reason(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any, ada: Any,
    act: Any, status: str, words: str,
) -> None:  # fmt: skip
    mine, theirs, watcher = [await Page.open(user, room.code) for user in (gale, pia, wim)]
    page = await Page.open(pia, room.code, machine=False)
    for each in (mine, theirs, watcher, page):
        await each.settle()
    await mine.say(type="confirmHand", decision=1)
    await theirs.until("view", version=1)
    log = await Action.objects.filter(match=match).acount()
    await rule(act, match, ada)
    for viewer in (mine, theirs, watcher):
        view = await cut_view(viewer)
        assert view["status"] == status and view["cutReason"] == "카드가 사라졌다는 신고 <b>"
        assert view["me"] is None and view["deadline"] is None and view["current"] is None
    text = await page.until_text(words)
    assert "카드가 사라졌다는 신고 &lt;b&gt;" in text and "<b></bdi>" not in text
    await theirs.say(type="confirmHand", decision=1, id="late")
    assert (await theirs.until("rejected"))["code"] == "match_over"
    row = await Match.objects.aget(pk=match.pk)
    assert (row.status, row.due_at, row.deadline) == (status, None, None) and row.finished_at
    assert await Action.objects.filter(match=match).acount() == log, "the log stays as it was"
    assert not (await sync_to_async(verify)(match.pk)).differences
    # The page says so also when it is loaded anew, and the room goes on.
    fresh = await Page.open(gale, room.code, machine=False)
    assert 'data-mode="finished"' in await fresh.until_text(words)
    again = await sync_to_async(services.start_match)(user=gale, code=room.code)
    assert again.pk != match.pk


async def cut_view(page: Page) -> dict[str, Any]:
    while True:
        view = (await page.until("view"))["view"]
        if view["status"] not in ("playing", "finished"):
            return view


async def test_s89_an_actor_in_another_process_that_heard_nothing_commits_nothing(
    patient_bots: None, room: Room, match: Match, ada: Any
) -> None:
    other = await another_process(match)
    await rule(rulings.annul, match, ada)
    assert other.cut is None, "it has not looked yet"
    refused = await other.submit(0, timeout_action(other.state, 0), origin=Origin.PLAYER)
    assert isinstance(refused, Rejected) and refused.refusal.code == "match_over"
    assert other.cut is not None and other.due_at is None
    await other.act()
    assert not await Action.objects.filter(match=match).aexists()
    assert await sync_to_async(claim_due)(now_ms() + 10**9) == []


async def test_a_process_that_lost_the_hint_tells_its_pages_when_it_compares(
    patient_bots: None, room: Room, match: Match, gale: Any, ada: Any
) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()
    await Match.objects.filter(pk=match.pk).aupdate(status="ended", due_at=None, deadline=None)
    await reconcile()
    assert (await cut_view(page))["status"] == "ended"


async def test_s89_an_annulled_match_is_kept_and_counts_no_more(
    server: None, room: Room, match: Match, ada: Any
) -> None:
    await sync_to_async(services.leave_room)(user=await room_user(match, 0), code=room.code)
    await sync_to_async(services.leave_room)(user=await room_user(match, 1), code=room.code)
    await finish(match.pk)
    before = await Match.objects.aget(pk=match.pk)
    assert await sync_to_async(standings)(room)
    await rule(rulings.annul, match, ada)
    row = await Match.objects.aget(pk=match.pk)
    assert row.status == "annulled"
    assert (row.result, row.finished_at, row.version) == (before.result, before.finished_at, before.version)
    assert await sync_to_async(standings)(room) == ()
    assert not (await sync_to_async(verify)(match.pk)).differences
    with pytest.raises(rulings.AlreadyOver):
        await rule(rulings.annul, match, ada)
    with pytest.raises(rulings.AlreadyOver):
        await rule(rulings.end_early, match, ada)


async def room_user(match: Match, seat: int) -> Any:
    return (await match.seats.select_related("user").aget(index=seat)).user


async def test_a_paused_match_that_is_ended_is_not_said_to_go_on(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, ada: Any
) -> None:
    mine = await Page.open(gale, room.code)
    await mine.settle()
    await mine.say(type="pause", on=True)
    await mine.until("view", version=1)
    await rule(rulings.end_early, match, ada)
    view = await cut_view(mine)
    assert view["pause"] is None
    facts = [
        line async for line in Line.objects.filter(room=room, kind="system").values_list("text", flat=True)
    ]
    assert "cut" in facts and "resumed" not in facts


async def test_opened_hands_are_told_to_the_room_and_shown_to_nobody_in_it(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, ada: Any
) -> None:
    page = await Page.open(gale, room.code, machine=False)
    await page.settle()
    await rule(rulings.open_hands, match, ada)
    text = await page.until_text("관리자가 패를 열어 봤어요")
    assert "카드가 사라졌다는 신고 &lt;b&gt;" in text
    line = await Line.objects.aget(room=room, text="opened")
    assert line.data == {"n": 1, "reason": "카드가 사라졌다는 신고 <b>"}
    assert (await Match.objects.aget(pk=match.pk)).status == "playing"
    assert (await tables().get(match.pk)).cut is None
    with pytest.raises(rulings.TakesPart):
        await rule(rulings.open_hands, match, pia)
    await eventually(lambda: bool(page.frames))
