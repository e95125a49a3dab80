"""Every action happens once and is answered every time; every page ends at the same version."""

import asyncio
import itertools
import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from game.engine.actions import Origin
from game.engine.rules import timeout_action
from game.models import Action, Match
from game.moment import now_ms
from game.tables import tables
from rooms import budget as budgets
from rooms import hearing, live, services
from rooms.models import Membership, Room
from rooms.signals import room_changed
from rooms.stage import take_down
from tests.conftest import WallClock
from tests.live.driving import answer_to, play_to_the_end
from tests.sockets import Page, eventually


async def view_of(page: Page) -> dict[str, Any]:
    """The newest view of a machine."""
    await page.say(type="sync")
    return (await page.until("view"))["view"]


async def log_length(match: Match) -> int:
    return await Action.objects.filter(match=match).acount()


async def until_asked_to_play(page: Page) -> dict[str, Any]:
    """Move the match on by automatic actions until this page is asked to play, and can. Returns its view."""
    actor = await tables().get((await Match.objects.aget()).pk)
    for _ in range(500):
        view = await view_of(page)
        if view["me"]["legal"]:
            return view
        for seat in actor.public.owing:
            action = timeout_action(actor.state, seat)
            await actor.submit(seat, action, origin=Origin.TIMEOUT, decision=view["decision"])
    raise AssertionError("never asked")


async def test_s34_ten_equal_frames_on_three_sockets_have_one_effect_and_ten_equal_answers(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    tabs = [await Page.open(gale, room.code) for _ in range(3)]
    view = await view_of(tabs[0])
    for tab in tabs:
        await tab.settle()
    before = await log_length(match)
    message = {**(answer_to(view) or {}), "id": "the same"}
    for number in range(10):
        await tabs[number % 3].say(**message)
    answers = []
    for number in range(10):
        answers.append(await tabs[number % 3].until("accepted", "rejected"))
    assert all(answer == {"type": "accepted", "id": "the same", "version": before + 1} for answer in answers)
    assert await log_length(match) == before + 1


async def test_s33_the_same_play_without_an_id_counts_once(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    message = answer_to(await view_of(page)) or {}
    await page.say(**message)
    await page.say(**message)
    assert (await page.until("accepted", "rejected"))["type"] == "accepted"
    assert (await page.until("accepted", "rejected"))["code"] in ("already_confirmed", "stale_turn")
    assert await log_length(match) == 1


async def test_the_same_id_is_answered_alike_after_a_restart(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    message = {**(answer_to(await view_of(page)) or {}), "id": "before the crash"}
    await page.say(**message)
    first = await page.until("accepted")
    await page.close()
    tables()._actors.clear()  # as after a restart: nothing is remembered but the log
    page = await Page.open(gale, room.code)
    await page.say(**message)
    assert await page.until("accepted", "rejected") == first
    assert await log_length(match) == 1


async def test_s28_a_pass_that_comes_after_the_deadline_is_refused_as_stale(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    view = await until_asked_to_play(page)
    actor = await tables().get(match.pk)
    wall_clock.forward(60)
    await actor.act()
    await page.until("view")
    before = await log_length(match)
    await page.say(type="pass", decision=view["decision"], id="too late")
    assert (await page.until("accepted", "rejected"))["code"] == "stale_turn"
    assert await log_length(match) == before


async def test_s26_a_client_cannot_say_that_time_is_up(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    page = await Page.open(pia, room.code)
    await page.settle()
    await page.say(type="timeout", seat=0, decision=1)
    await page.say(type="confirmHand", decision=1, origin="timeout", seat=0, id="mine")
    assert (await page.until("rejected"))["code"] == "malformed"
    await page.until("accepted")
    row = await Action.objects.aget(match=match)
    assert (row.seat, row.origin) == (1, "player")  # s71: seat and origin are the server's own knowledge


async def test_s71_the_seat_comes_from_the_session_only(
    patient_bots: None, room: Room, match: Match, wim: Any
) -> None:
    page = await Page.open(wim, room.code)
    await page.say(type="confirmHand", decision=1, seat=0, user="gale", id="forged")
    assert (await page.until("accepted", "rejected"))["code"] == "not_seated"
    assert await log_length(match) == 0


@pytest.mark.parametrize("message", [{"type": "confirmHand", "decision": 1}, {"type": "advice"}])
async def test_a_page_that_loses_its_match_in_the_middle_of_a_message_is_told_that_it_has_no_seat(
    patient_bots: None,
    room: Room,
    match: Match,
    pia: Any,
    monkeypatch: pytest.MonkeyPatch,
    message: dict[str, Any],
) -> None:
    page = await Page.open(pia, room.code)
    await page.settle()
    [socket] = live.pages_here()
    fetch = tables().get

    async def get(match_id: int) -> Any:
        actor = await fetch(match_id)
        take_down(socket)  # as when the room moves on to another match
        return actor

    monkeypatch.setattr(tables(), "get", get)
    await page.say(**message, id="between")
    assert (await page.until("accepted", "rejected"))["code"] == "not_seated"
    assert await log_length(match) == 0


async def test_s72_cards_that_are_not_in_the_hand_are_refused(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    view = await until_asked_to_play(page)
    mine = set(view["me"]["hand"])
    foreign = next(f"12-{copy:02d}" for copy in range(1, 13) if f"12-{copy:02d}" not in mine)
    before = await log_length(match)
    await page.say(type="play", decision=view["decision"], cardIds=[foreign], id="a")
    assert (await page.until("accepted", "rejected"))["code"] == "not_in_hand"
    await page.say(type="play", decision=view["decision"], cardIds=[view["me"]["hand"][0]] * 2, id="b")
    assert (await page.until("accepted", "rejected"))["code"] == "duplicate_cards"
    assert await log_length(match) == before


async def test_s08_rejoining_shows_my_hand_and_refuses_cards_that_are_gone(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    view = await until_asked_to_play(page)
    played = {**(answer_to(view) or {}), "id": "once"}
    await page.say(**played)
    await page.until("accepted")
    await page.close()
    again = await Page.open(gale, room.code)
    back = (await again.until("view"))["view"]
    assert back["me"]["seat"] == 0
    assert len(back["me"]["hand"]) == len(view["me"]["hand"]) - played["count"]
    gone = sorted(set(view["me"]["hand"]) - set(back["me"]["hand"]))
    await again.say(type="play", decision=back["decision"], cardIds=gone, id="again")
    assert (await again.until("accepted", "rejected"))["type"] == "rejected"


async def test_s15_two_tabs_stay_in_step_and_closing_one_changes_nothing(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    first, second = [await Page.open(gale, room.code) for _ in range(2)]
    await first.settle()
    view = await view_of(second)
    await second.settle()
    await first.close()
    assert not [text for text in await second.settle() if json.loads(text)["type"] == "view"]
    await second.say(**(answer_to(view) or {}), id="from the other tab")
    await second.until("accepted")
    third = await Page.open(gale, room.code)
    assert (await third.until("view"))["version"] == 1


async def test_s15_a_play_in_one_tab_shows_in_the_other(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    first, second = [await Page.open(gale, room.code) for _ in range(2)]
    view = await view_of(first)
    await second.settle()
    await first.say(**(answer_to(view) or {}), id="x")
    shown = await second.until("view", version=1)
    assert shown["view"]["seats"][0]["confirmed"] is True


async def test_s12_a_dead_socket_does_not_hold_the_seat(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    dead = await Page.open(gale, room.code)  # never closed, never read again
    fresh = await Page.open(gale, room.code)
    await fresh.say(**(answer_to(await view_of(fresh)) or {}), id="taken over")
    assert (await fresh.until("accepted", "rejected"))["type"] == "accepted"
    await dead.settle()


@pytest.mark.parametrize("machine", [True, False])
async def test_s01_a_play_made_while_a_page_loads_arrives(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, machine: bool
) -> None:
    """The page was rendered at version 0; before its socket opened, somebody acted."""
    other = await Page.open(pia, room.code)
    await other.say(**(answer_to(await view_of(other)) or {}), id="meanwhile")
    await other.until("accepted")
    query = f"?match={match.public_id}&since=0"
    page = await Page.open(gale, room.code, machine=machine, query=query)
    text = await page.until_text('"version":1' if machine else '<data id="at"')
    assert machine or 'data-version="1"' in text
    assert machine or '<div id="stage"' in text


async def test_a_page_that_is_up_to_date_is_told_only_that(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code, machine=False, query=f"?match={match.public_id}&since=0")
    told = "".join(await page.settle())
    assert '<data id="at"' in told
    assert 'data-version="0"' in told
    assert 'id="stage"' not in told


async def test_a_hand_that_did_not_change_is_not_sent_again(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    pages = [await Page.open(user, room.code) for user in (gale, pia)]
    html = await Page.open(gale, room.code, machine=False)
    await play_to_the_end(*pages)
    changes = [text for text in await html.settle() if 'id="seats"' in text and '<div id="stage"' not in text]
    hands = [text for text in changes if '<section id="hand"' in text]
    assert 0 < len(hands) < len(changes)
    shown = [re.sub(r".*?(<section id=.hand.*?</section>).*", r"\1", text, flags=re.S) for text in hands]
    repeated = sum(before == after for before, after in itertools.pairwise(shown))
    assert repeated <= 2, "only a new phase may draw the same hand again"


async def test_s37_versions_are_the_order_of_the_log_and_the_end_comes_last(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    pages = [await Page.open(user, room.code) for user in (gale, pia)]
    await play_to_the_end(*pages)
    rows = [row async for row in Action.objects.filter(match=match).order_by("pk").values("version", "at")]
    assert [row["version"] for row in rows] == list(range(1, len(rows) + 1))
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)
    for page in pages:
        views = [m for m in map(json.loads, page.frames) if m["type"] == "view"]
        versions = [view["version"] for view in views]
        assert versions == sorted(versions)
        assert versions[-1] == len(rows)
        assert views[-1]["events"][-1]["type"] == "matchEnded"
        assert not any(e["type"] == "matchEnded" for view in views[:-1] for e in view["events"])


async def test_s31_a_seat_that_comes_back_takes_over_without_a_reset(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any
) -> None:
    actor = await tables().get(match.pk)
    wall_clock.forward(60)
    await actor.act()  # everybody misses the revolution check
    page = await Page.open(gale, room.code)
    view = await until_asked_to_play(page)
    await page.say(**(answer_to(view) or {}), id="back")
    await page.until("accepted")
    assert (await view_of(page))["seats"][0]["slow"] is False


async def test_s103_a_tab_that_slept_through_the_end_wakes_to_the_result(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    pages = [await Page.open(user, room.code) for user in (gale, pia)]
    await play_to_the_end(*pages)
    asleep = await Page.open(wim, room.code, machine=False, query=f"?match={match.public_id}&since=3")
    text = await asleep.until_text('id="result"')
    assert "게임 끝" in text


async def test_what_is_not_a_message_is_refused_and_the_socket_stays_open(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    await page.settle()
    for text in (
        "null", "[]", "{}", "{", '"x"', "한글", '{"type":"fly"}', '{"type":"play"}', '{"type":"pass"}',
        '{"type":"pass","decision":"zwölf"}', '{"type":"pass","decision":-1}', '{"type":"pass","decision":1e400}',
        '{"type":"play","decision":1,"cardIds":"01-01"}', '{"type":"play","decision":1,"cardIds":["99-99"]}',
        '{"type":"play","decision":1,"rank":4,"count":99,"jesters":0}', '{"type":"ping","t":"x"}',
        '{"type":"returnTax","decision":1,"ranks":"a,b"}', "[" * 3000, '{"type":"pass","id":"' + "x" * 5000 + '"}',
    ):  # fmt: skip
        await page.say_raw(text)
        answer = await page.until("rejected")
        assert answer["code"] == "malformed", text
    await page.say(type="ping", t=1)
    assert (await page.until("pong"))["t"] == 1
    assert await log_length(match) == 0


async def test_forms_may_send_numbers_as_strings_and_headers(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page = await Page.open(gale, room.code)
    await page.say(
        type="confirmHand", decision="1", id="form", declareRevolution="false", HEADERS={"HX-Request": "true"}
    )
    assert (await page.until("accepted", "rejected"))["type"] == "accepted"


async def test_a_flood_is_refused_and_then_closed(
    patient_bots: None, room: Room, match: Match, gale: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budgets, "REFILL_A_SECOND", 0)
    monkeypatch.setattr(budgets, "SLOW_SECONDS", 0)
    page = await Page.open(gale, room.code)
    for number in range(300):
        await page.say(type="ping", t=number)
    while page.closed is None:
        await page.receive()
    assert page.closed == 4408
    kinds = [json.loads(text).get("code") for text in page.frames]
    assert "too_fast" in kinds
    quiet = await Page.open(gale, room.code)  # no ban: the next connection works
    await quiet.until("view")


async def test_s53_the_deal_is_the_same_after_a_crash_right_after_the_start(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    first = await Page.open(gale, room.code)
    hand = (await view_of(first))["me"]["hand"]
    await first.close()
    tables()._actors.clear()
    second = await Page.open(gale, room.code)
    assert (await view_of(second))["me"]["hand"] == hand


async def test_s98_two_answers_in_the_same_moment_start_the_round_once(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    actor = await tables().get(match.pk)
    for seat in range(4):
        await actor.submit(seat, timeout_action(actor.state, seat), origin=Origin.PLAYER, decision=1)
    if actor.public.phase != "taxReturn":
        pytest.skip("a revolution was dealt and declared")
    owing, decision = actor.public.owing, actor.public.decision
    wall_clock.forward(60)
    answers = [
        actor.submit(seat, timeout_action(actor.state, seat), origin=Origin.PLAYER, decision=decision)
        for seat in owing
    ]
    await asyncio.gather(*answers, actor.act(), actor.act())
    assert actor.public.phase == "playing"
    assert actor.version == 4 + len(owing)
    assert await log_length(match) == actor.version


async def test_s54_leaving_in_any_state_lets_the_match_go_on(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    from rooms import services

    await sync_to_async(services.leave_room)(user=pia, code=room.code)
    page = await Page.open(gale, room.code)
    (view,) = await play_to_the_end(page)
    assert view["seats"][1]["autoplay"] is True
    origins = {
        row async for row in Action.objects.filter(match=match, seat=1).values_list("origin", flat=True)
    }
    assert "autoplay" in origins


@pytest.mark.parametrize("late", [4, 15])
async def test_s21_slow_loading_gives_time_back_up_to_a_limit(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any, late: int
) -> None:
    actor = await tables().get(match.pk)
    before = actor.deadline
    opened = actor.public.opened_at
    assert before is not None
    wall_clock.forward(late)
    page = await Page.open(gale, room.code)
    await eventually(lambda: actor.deadline != before)
    assert actor.deadline is not None
    assert min(late * 1000, 10_000) <= actor.deadline - before <= min(now_ms() - opened, 10_000)
    gained = actor.deadline
    await page.close()
    again = await Page.open(gale, room.code)  # coming a second time gives nothing
    await again.settle()
    assert actor.deadline == gained
    assert (await Match.objects.aget(pk=match.pk)).deadline == gained


async def test_a_flood_that_goes_on_is_closed_although_a_few_messages_are_let_through(
    patient_bots: None, room: Room, match: Match, gale: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 0.0
    monkeypatch.setattr(budgets.time, "monotonic", lambda: at)
    budget, busy = budgets.Budget(), budgets.Budget()
    for _ in range(2000):  # 10 s of 200 a second
        at += 0.005
        budget.spend(1)
    assert budget.is_hopeless
    for _ in range(2000):  # 10 a second are what a page may cost
        at += 0.1
        assert busy.spend(1)
    assert not busy.is_hopeless


@pytest.mark.parametrize("command", [{"type": "confirmHand"}, {"type": "pause"}, {"type": "autoplay"}])
async def test_a_page_of_somebody_sent_away_takes_nothing_back_before_it_closes(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, command: dict[str, str]
) -> None:
    page = await Page.open(pia, room.code)
    await page.settle()
    room_changed.disconnect(hearing.tell_everywhere)  # the hint is late
    try:
        member = await Membership.objects.aget(room=room, user=pia)
        await sync_to_async(services.kick)(user=gale, code=room.code, member=member.pk)
        await page.say(**command, on=command["type"] == "pause", decision=1, id="late")
        assert (await page.until("accepted", "rejected"))["code"] == "not_seated"
    finally:
        room_changed.connect(hearing.tell_everywhere)
    actor = await tables().get(match.pk)
    assert actor.public.autoplay[1] and actor.public.pause is None and not actor.public.confirmed[1]


async def test_wishes_that_answer_no_question_do_not_flood_the_log(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    page, other = await Page.open(pia, room.code), await Page.open(gale, room.code)
    await page.settle()
    for number in range(20):
        await page.say(type="pause" if number < 10 else "autoplay", on=number % 2 == 0, id=f"wish{number}")
    refused = [json.loads(text).get("code") for text in await page.settle()]
    assert refused.count("too_fast") == 14
    assert await Action.objects.filter(match=match).acount() == 6
    await other.say(type="pause", on=True, id="mine")
    assert (await other.until("accepted", "rejected"))["type"] == "accepted"


async def test_a_page_that_missed_its_owner_leaving_and_coming_back_goes_on_holding_the_seat(
    patient_bots: None, room: Room, pia: Any
) -> None:
    page = await Page.open(pia, room.code)
    await page.settle()

    def leave_and_come_back() -> None:
        with transaction.atomic():
            services.leave_room(user=pia, code=room.code)
            services.join_room(user=pia, code=room.code)

    await sync_to_async(leave_and_come_back)()
    await page.settle()
    await live.sweep()  # learns of it, at the latest
    await live.renew()
    member = await Membership.objects.aget(room=room, user=pia)
    assert page.closed is None and member.present_until is not None


async def test_an_id_or_a_nonce_ends_where_it_ends(patient_bots: None, room: Room, pia: Any) -> None:
    page = await Page.open(pia, room.code)
    shown = (await page.until("room"))["room"]["shuffle"]
    for command in (
        {"type": "nonce", "commitment": shown, "nonce": "01" * 16 + "\n"},
        {"type": "nonce", "commitment": shown + "\n", "nonce": "01" * 16},
        {"type": "chat", "text": "hi", "id": "x\n"},
    ):
        await page.say(**command)
        assert (await page.until("accepted", "rejected"))["code"] == "malformed"
