"""s89: the players of a running match agree to end it: asked, shared, seen by all, over sockets and processes."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game import rulings
from game.actor import Actor, Rejected
from game.clock import reconcile
from game.engine.actions import Origin
from game.engine.rules import timeout_action
from game.models import Action, EndWish, Match, Ruling
from game.tables import tables
from game.verification import verify
from rooms import services
from rooms.errors import NoMatchRuns
from rooms.models import Line, Room
from rooms.room_statistics import statistics_of
from rooms.standings import standings
from tests.conftest import WallClock
from tests.game.helpers import another_process, play_on_until
from tests.rooms.test_ending_early import furnish_people
from tests.sockets import Page

WISH = "게임을 그만하고 싶어 해요"
ENDED = "하던 사람 모두가 그만하기로 해서 이 판은 일찍 끝났어요."


async def want(user: Any, room: Room, *, on: bool = True) -> None:
    await sync_to_async(services.want_to_end)(user=user, code=room.code, on=on)


async def everybody(room: Room, *users: Any, machine: bool = True) -> list[Page]:
    pages = [await Page.open(user, room.code, machine=machine) for user in users]
    for page in pages:
        await page.settle()
    return pages


async def wish_seen(page: Page, *seats: int) -> dict[str, Any]:
    """The next view in which just these seats want the match to end."""
    while True:
        view: dict[str, Any] = (await page.until("view"))["view"]
        if view["endWish"] == list(seats):
            return view


async def test_s89_all_at_the_table_see_the_wish_and_the_match_ends_when_all_who_play_share_it(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    mine, theirs, watcher = await everybody(room, gale, pia, wim)
    pages = await everybody(room, gale, pia, wim, machine=False)
    log = await Action.objects.filter(match=match).acount()
    await want(pia, room)
    for machine in (mine, theirs, watcher):
        assert (await wish_seen(machine, 1))["status"] == "playing"
    for page in pages:
        shown = await page.until_text(WISH, 'id="status"')
        assert "1명 더 필요해요" in shown and f"<bdi>피아</bdi> 님이 {WISH}" in shown
        assert f'data-say="피아 님이 {WISH}."' in shown, "it is read out as well"
        assert shown.count('value="false"') == shown.count('value="true"') == 1, (
            "one button a person, none a bot"
        )
    await want(gale, room)
    for machine in (mine, theirs, watcher):
        view = await wish_seen(machine)
        assert (view["status"], view["cutReason"]) == ("ended", "Everybody who was playing agreed")
        assert view["me"] is None and view["deadline"] is None
    for page in pages:
        assert WISH not in (await page.until_text(ENDED)).split(ENDED)[1]
    row = await Match.objects.aget(pk=match.pk)
    assert (row.status, row.due_at, row.deadline) == ("ended", None, None) and row.finished_at
    ruling = await Ruling.objects.aget(match=match)
    assert (ruling.kind, ruling.by_id, ruling.reason) == ("agreed", None, "Everybody who was playing agreed")
    assert await Action.objects.filter(match=match).acount() == log, "the log stays as it was"
    assert not (await sync_to_async(verify)(match.pk)).differences
    assert not await EndWish.objects.aexists()
    line = await Line.objects.aget(room=room, text="agreed")
    assert line.data["n"] == 1
    fresh = await Page.open(gale, room.code, machine=False)
    assert 'data-mode="finished"' in await fresh.until_text(ENDED)
    again = await sync_to_async(services.start_match)(user=gale, code=room.code)
    assert again.pk != match.pk


async def test_s89_it_counts_nowhere_and_its_page_is_kept(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, async_client: Any
) -> None:
    await want(gale, room)
    await want(pia, room)
    assert await sync_to_async(standings)(room) == ()
    assert await sync_to_async(statistics_of)(room, now_ms=match.opened_at + 1000) is None
    await async_client.aforce_login(pia)
    page = (await async_client.get(f"/m/{match.public_id}/")).content.decode()
    assert ENDED in page and "어떤 통계에도 세지 않아요." in page and "이유:" not in page
    assert (await async_client.get(f"/m/{match.public_id}/replay/")).status_code == 200


async def test_s89_nobody_ends_it_against_somebody_who_plays(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    for _ in range(2):
        await want(gale, room)  # the host decides no more than the others, however often
    assert (await Match.objects.aget(pk=match.pk)).status == "playing"
    assert (await EndWish.objects.aget()).seats == [0]


async def test_s89_who_takes_it_back_leaves_the_others_wish(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    (page,) = await everybody(room, pia)
    await want(gale, room)
    await wish_seen(page, 0)
    await want(pia, room, on=False)  # no wish of hers: nothing to take back
    assert (await EndWish.objects.aget()).seats == [0]
    await want(gale, room, on=False)
    await wish_seen(page)
    await want(pia, room)
    await wish_seen(page, 1)
    assert (await Match.objects.aget(pk=match.pk)).status == "playing"


async def test_s89_bots_and_people_whose_bot_plays_are_not_asked(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    (theirs,) = await everybody(room, pia)
    await theirs.say(type="autoplay", on=True)
    await theirs.until("view", version=1)
    await want(pia, room)
    assert (await Match.objects.aget(pk=match.pk)).status == "playing", "who plays himself was not asked"
    await want(gale, room)
    assert (await Match.objects.aget(pk=match.pk)).status == "ended"


async def test_s89_a_person_alone_among_bots_ends_the_match_at_once(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    await sync_to_async(services.leave_room)(user=pia, code=room.code)
    await want(gale, room)
    assert (await Match.objects.aget(pk=match.pk)).status == "ended"


async def test_s89_a_wish_falls_away_after_two_minutes_and_the_table_shows_it(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wall_clock: WallClock
) -> None:
    (page,) = await everybody(room, pia)
    await want(gale, room)
    await wish_seen(page, 0)
    wall_clock.forward(119)
    await reconcile()
    assert (await tables().get(match.pk)).wish is not None
    wall_clock.forward(2)
    await reconcile()
    await wish_seen(page)
    await want(pia, room)
    assert (await Match.objects.aget(pk=match.pk)).status == "playing", "the wishes do not meet"
    assert (await EndWish.objects.aget()).seats == [1]


async def test_s89_a_wish_goes_with_its_round(
    patient_bots: None, gale: Any, pia: Any, wall_clock: WallClock
) -> None:
    room = await sync_to_async(furnish_people)(gale, pia)
    match = await sync_to_async(services.start_match)(user=gale, code=room.code)
    actor = await tables().get(match.pk)
    await play_on_until(actor, "roundOver", wall_clock)
    (page,) = await everybody(room, gale, machine=False)
    await want(gale, room)
    await page.until_text(WISH)
    await actor.next_round(frozenset())
    shown = await page.until_text('id="endwish"')
    assert WISH not in shown and 'id="endwish" class="pause wish" hx-swap-oob="true" hidden' in shown
    assert actor.public.round == 2
    await want(pia, room)
    assert (await Match.objects.aget(pk=match.pk)).status == "playing"
    assert (await EndWish.objects.aget()).seats == [1]


async def test_s89_a_wish_outlives_its_process_and_another_one_finds_it_without_a_hint(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    late = await another_process(match)
    (page,) = await everybody(room, gale)
    await EndWish.objects.acreate(match=match, round=1, since=match.opened_at, seats=[1])  # elsewhere
    await reconcile()
    await wish_seen(page, 1)
    fresh = await another_process(match)
    await fresh.look_at_wish()
    assert fresh.wish is not None and fresh.wish.seats == (1,)
    await want(gale, room)
    await refuses_everything(late)


async def test_s89_a_wish_that_changes_between_a_page_and_its_socket_is_told_by_the_socket(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, async_client: Any
) -> None:
    await want(gale, room)
    await async_client.aforce_login(pia)
    assert WISH in (await async_client.get(f"/r/{room.code}/")).content.decode()
    shown = f"?match={match.public_id}&since=0"
    page = await Page.open(pia, room.code, machine=False, query=shown)
    told = await page.until_text('id="endwish"')
    assert WISH in told and 'id="stage"' not in told and "data-say" not in told
    assert 'id="at"' not in told, "pages drop frames with a marker that is not newer"
    await page.close()
    await EndWish.objects.filter(match=match).adelete()  # by another process, whose hint got lost
    page = await Page.open(pia, room.code, machine=False, query=shown)
    told = await page.until_text('id="endwish"')
    assert 'id="endwish" class="pause wish" hx-swap-oob="true" hidden' in told and 'id="stage"' not in told


async def refuses_everything(actor: Actor) -> None:
    refused = await actor.submit(0, timeout_action(actor.state, 0), origin=Origin.PLAYER)
    assert isinstance(refused, Rejected) and refused.refusal.code == "match_over"


async def test_s89_after_the_end_there_is_nothing_to_want(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, ada: Any
) -> None:
    await want(gale, room)
    await sync_to_async(rulings.end_early)(match_id=match.pk, by_id=ada.pk, reason="so")
    assert not await EndWish.objects.aexists()
    for on in (True, False):
        with pytest.raises(NoMatchRuns):
            await want(pia, room, on=on)
    assert [ruling.kind async for ruling in Ruling.objects.all()] == ["ended"]


async def test_s89_a_pause_may_be_asked_for_beside_it(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    (theirs,) = await everybody(room, pia)
    await want(gale, room)
    await theirs.say(type="pause", on=True)
    seen = (await theirs.until("view", version=1))["view"]
    assert seen["pause"]["votes"] == [1] and seen["endWish"] == [0]
    await want(pia, room)
    assert (await wish_seen(theirs))["status"] == "ended"
