"""A host's powers while a match runs, from every phase of it; and the rematch that follows with whoever is left."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from game.models import Match
from game.tables import tables
from rooms import services
from rooms.errors import Banned, TooFewPlayers
from rooms.models import Membership, Room
from tests.conftest import WallClock
from tests.game.helpers import let_time_run_out, play_on_until
from tests.live.driving import answer_to
from tests.live.test_hosting import closed_with, number_of
from tests.sockets import Page

PHASES = ["revolutionCheck", "taxReturn", "playing", "roundOver"]
act = sync_to_async


async def match_in(room: Room, gale: Any, phase: str, clock: WallClock) -> Any:
    """The actor of a match of three rounds in that phase."""
    await act(services.set_options)(user=gale, code=room.code, options={"rounds": 3})
    match = await act(services.start_match)(user=gale, code=room.code)
    actor = await tables().get(match.pk)
    await play_on_until(actor, phase, clock)
    return actor


async def over(match: Match, clock: WallClock) -> None:
    await play_on_until(await tables().get(match.pk), "finished", clock)


async def send_away(power: str, room: Room, gale: Any, pia: Any) -> None:
    if power == "leave":
        await act(services.leave_room)(user=pia, code=room.code)
    elif power == "close":
        await act(services.close_room)(user=gale, code=room.code)
    else:
        service = {"kick": services.kick, "ban": services.ban}[power]
        await act(service)(user=gale, code=room.code, member=await number_of(room, pia))


@pytest.mark.parametrize("power", ["kick", "ban", "leave", "close"])
@pytest.mark.parametrize("phase", PHASES)
async def test_s54_whoever_is_gone_is_played_for_from_every_phase_on(
    patient_bots: None, wall_clock: WallClock, room: Room, gale: Any, pia: Any, phase: str, power: str
) -> None:
    actor = await match_in(room, gale, phase, wall_clock)
    page = await Page.open(pia, room.code)
    await page.until("view")
    before = actor.version
    await send_away(power, room, gale, pia)
    assert await closed_with(page) == (4404 if power == "close" else 4409)
    assert actor.public.autoplay[1] and actor.version > before
    for _ in range(400):  # nobody answers any more: deadlines and autoplay bring it to its end
        if actor.public.phase == "finished":
            break
        await let_time_run_out(actor, wall_clock)
    assert actor.public.phase == "finished"
    assert (await Match.objects.aget(pk=actor.id)).status == Match.Status.FINISHED


@pytest.mark.parametrize("phase", PHASES)
async def test_somebody_sent_away_has_seat_and_hand_back_at_once_and_a_banned_one_has_not(
    patient_bots: None, wall_clock: WallClock, room: Room, gale: Any, pia: Any, phase: str
) -> None:
    actor = await match_in(room, gale, phase, wall_clock)
    hand = actor.state.hands[1]
    await send_away("kick", room, gale, pia)
    await act(services.join_room)(user=pia, code=room.code)
    assert not actor.public.autoplay[1]
    page = await Page.open(pia, room.code)
    view = (await page.until("view"))["view"]
    assert view["me"]["seat"] == 1
    if actor.public.phase == phase == "playing":
        assert len(view["me"]["hand"]) == hand.bit_count()
    if (answer := answer_to(view)) is not None:
        await page.say(**answer, id="back")
        assert (await page.until("accepted", "rejected"))["type"] == "accepted"
    await send_away("ban", room, gale, pia)
    with pytest.raises(Banned):
        await act(services.join_room)(user=pia, code=room.code)
    assert actor.public.autoplay[1]


async def test_the_host_hands_over_in_a_match_and_the_new_one_has_the_powers(
    patient_bots: None, wall_clock: WallClock, room: Room, gale: Any, pia: Any
) -> None:
    actor = await match_in(room, gale, "playing", wall_clock)
    page, old = (
        await Page.open(pia, room.code, machine=False),
        await Page.open(gale, room.code, machine=False),
    )
    await page.settle()
    await old.settle()
    version = actor.version
    await act(services.hand_over)(user=gale, code=room.code, member=await number_of(room, pia))
    await page.until_text('class="is-host')
    await old.until_text('class="is-guest')
    assert actor.version == version, "a match does not know of hosts"
    await act(services.kick)(user=pia, code=room.code, member=await number_of(room, gale))
    assert await closed_with(old) == 4409
    assert actor.public.autoplay[0]


async def test_s61_rematch_after_somebody_left_needs_their_seat_filled_and_gives_it_to_nobody_by_itself(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    await act(services.leave_room)(user=pia, code=room.code)
    await over(match, wall_clock)
    with pytest.raises(TooFewPlayers):
        await act(services.start_match)(user=gale, code=room.code)
    client = Client()
    await act(client.force_login)(gale)
    refused = await act(client.post)(f"/r/{room.code}/start/", headers={"hx-request": "true"})
    assert refused.status_code == 409
    assert "4명부터 시작할 수 있어요 (지금 3명)" in refused.text
    await act(services.clear_table)(user=gale, code=room.code)
    text = (await act(client.get)(f"/r/{room.code}/")).text
    assert 'id="sit-1"' in text, "the empty seat is shown as one"
    await act(services.add_bot)(user=gale, code=room.code)
    again = await act(services.start_match)(user=gale, code=room.code)
    seats = [seat async for seat in again.seats.order_by("index").values_list("user_id", "bot")]
    assert seats == [(gale.pk, None), (None, "easy"), (None, "easy"), (None, "easy")]
    # Who left comes back into the running rematch: no seat of it is theirs.
    assert (await act(services.join_room)(user=pia, code=room.code)).seat is None
    page = await Page.open(pia, room.code)
    assert (await page.until("view"))["view"]["me"] is None


async def test_rematch_takes_a_guest_who_came_in_between_and_not_whoever_was_kicked(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    await over(match, wall_clock)
    kicked = await Page.open(pia, room.code)
    await kicked.until("view")
    await send_away("kick", room, gale, pia)
    assert await closed_with(kicked) == 4409
    visitor = Client()
    form = {"door": "guest", "display_name": "손님이"}
    assert (await act(visitor.post)(f"/j/{room.token}/", form)).status_code == 302
    guest = await Membership.objects.aget(room=room, user__is_guest=True)
    assert guest.seat == 1, "the first free seat, chosen by coming in, before the match"
    page = await Page.open(None, room.code, cookie=visitor.cookies["sessionid"].value)
    await page.settle()
    again = await act(services.start_match)(user=gale, code=room.code)
    users = [pk async for pk in again.seats.order_by("index").values_list("user_id", flat=True)]
    assert users == [gale.pk, guest.user_id, None, None]
    view = (await page.until("view", timeout=20))["view"]
    while view["match"] != again.public_id:
        view = (await page.until("view"))["view"]
    assert view["me"]["seat"] == 1
    watcher = await Page.open(wim, room.code)
    assert (await watcher.until("view"))["view"]["me"] is None


async def test_one_tap_of_the_deputy_seats_the_same_people_again(
    patient_bots: None, wall_clock: WallClock, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    from rooms.deputy import ABSENCE

    await over(match, wall_clock)
    page = await Page.open(pia, room.code)
    await page.settle()
    long_ago = (await Membership.objects.aget(room=room, user=pia)).joined_at - ABSENCE
    await Membership.objects.filter(room=room, user=gale).aupdate(present_until=long_ago, joined_at=long_ago)
    client = Client()
    await act(client.force_login)(pia)
    before = [row async for row in match.seats.order_by("index").values_list("user_id", "name", "bot")]
    # Five taps are one rematch.
    answers = await asyncio.gather(
        *(act(client.post)(f"/r/{room.code}/start/", headers={"hx-request": "true"}) for _ in range(5))
    )
    assert sorted(answer.status_code for answer in answers) == [204, 409, 409, 409, 409]
    again = (await Room.objects.select_related("match").aget(pk=room.pk)).match
    assert again is not None and again.pk != match.pk
    assert [
        row async for row in again.seats.order_by("index").values_list("user_id", "name", "bot")
    ] == before
    assert not (await tables().get(again.pk)).public.autoplay[0], (
        "an absent host keeps the seat; the clock plays"
    )
