"""Leaving a room for good."""

import pytest
from django.urls import reverse

from game.engine.actions import ConfirmHand, Origin
from game.engine.rules import apply
from game.models import Action
from game.store import load
from rooms import services
from rooms.errors import NoSuchRoom, NotAMember
from rooms.models import Membership, Room
from tests.rooms.conftest import seats_of


def test_the_seat_becomes_free_and_the_room_lives_on(room, pia):
    services.leave_room(user=pia, code=room.code)
    assert 1 not in seats_of(room)
    assert Room.objects.get().closed_at is None


def test_a_host_hands_over_to_the_longest_standing_member(room, gale, pia, wim):
    services.leave_room(user=gale, code=room.code)
    assert Room.objects.get().host == pia
    services.leave_room(user=pia, code=room.code)
    assert Room.objects.get().host == wim


def test_somebody_else_leaving_changes_no_host(room, gale, pia):
    services.leave_room(user=pia, code=room.code)
    assert Room.objects.get().host == gale


def test_the_last_person_closes_the_room(room, gale, pia, wim):
    for user in (pia, wim, gale):
        services.leave_room(user=user, code=room.code)
    assert Room.objects.get().closed_at is not None
    with pytest.raises(NoSuchRoom):
        services.join_room(user=gale, token=room.token)


def test_a_stranger_cannot_leave(room, xan):
    with pytest.raises(NotAMember):
        services.leave_room(user=xan, code=room.code)


def test_the_room_hears_of_it_after_the_commit(room, pia, changes, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        services.leave_room(user=pia, code=room.code)
        assert changes == []
    assert changes == [room.code]


@pytest.mark.usefixtures("writing")
@pytest.mark.parametrize("who", ["gale", "pia"])
def test_s54_leaving_a_running_match_gives_the_seat_to_autoplay(room, gale, request, who):
    match = services.start_match(user=gale, code=room.code)
    user = request.getfixturevalue(who)
    seat = match.seats.get(user=user).index
    services.leave_room(user=user, code=room.code)
    action = Action.objects.get(match=match)
    assert (action.type, action.seat, action.payload) == ("autoplay", seat, {"on": True})
    state = load(match.pk).state
    # The others still owe what they owed, and the match accepts it: it goes on.
    other = 1 - seat
    assert apply(state, other, ConfirmHand(), origin=Origin.PLAYER, at=0).match.version == state.version + 1
    assert not Membership.objects.filter(room=room, user=user).exists()


@pytest.mark.usefixtures("writing")
def test_a_spectator_leaving_touches_no_match(room, gale, wim):
    match = services.start_match(user=gale, code=room.code)
    services.leave_room(user=wim, code=room.code)
    assert not Action.objects.filter(match=match).exists()


# ── the button ──


def test_the_button_leads_to_the_lobby(room, pia, browser_of):
    response = browser_of(pia).post(reverse("rooms:leave", args=[room.code]), follow=True)
    assert response.redirect_chain == [(reverse("rooms:lobby"), 302)]
    assert "‘주말 가족방’에서 나왔어요." in response.text


def test_with_htmx_it_asks_the_page_to_go(room, pia, browser_of):
    response = browser_of(pia, htmx=True).post(reverse("rooms:leave", args=[room.code]))
    assert (response.status_code, response["hx-redirect"]) == (204, reverse("rooms:lobby"))


def test_leaving_twice_is_no_error_page_of_the_server(room, pia, browser_of):
    browser = browser_of(pia)
    browser.post(reverse("rooms:leave", args=[room.code]))
    assert browser.post(reverse("rooms:leave", args=[room.code])).status_code == 404
