"""Coming into a room by code or link, once or many times at once."""

import pytest
from django.urls import reverse

from rooms import services
from rooms.errors import NoSuchRoom, RoomFull
from rooms.guesses import LIMIT
from rooms.models import Membership, Room
from rooms.services import lifetime
from tests.rooms.conftest import at_once, finish, seats_of


def test_joining_takes_the_first_free_seat(room, gale, xan):
    services.remove_bot(user=gale, code=room.code, seat=2)
    assert services.join_room(user=xan, code=room.code).seat == 2


def test_a_ninth_person_watches(room, gale, xan):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    assert services.join_room(user=xan, token=room.token).seat is None


def test_a_full_room_without_spectators_lets_nobody_in(room, gale, xan):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    room.spectators_allowed = False
    room.save()
    with pytest.raises(RoomFull):
        services.join_room(user=xan, token=room.token)
    assert not Membership.objects.filter(user=xan).exists()


def test_during_a_match_a_newcomer_watches(room, gale, xan):
    services.start_match(user=gale, code=room.code)
    assert services.join_room(user=xan, code=room.code).seat is None


def test_who_left_during_a_match_comes_back_to_their_own_seat(room, gale, pia):
    services.start_match(user=gale, code=room.code)
    services.leave_room(user=pia, code=room.code)
    assert services.join_room(user=pia, code=room.code).seat == 1


@pytest.mark.parametrize("where", [{"code": "222222"}, {"code": ""}, {"token": "x" * 32}, {"token": ""}, {}])
def test_a_wrong_code_or_link_opens_nothing(room, xan, where):
    with pytest.raises(NoSuchRoom):
        services.join_room(user=xan, **where)


def test_s36_joining_twice_gives_one_membership_and_one_seat(room, xan):
    first = services.join_room(user=xan, code=room.code)
    second = services.join_room(user=xan, token=room.token)
    assert first.pk == second.pk
    assert first.seat == second.seat == 4


@pytest.mark.django_db(transaction=True)
def test_s36_ten_presses_on_two_devices_at_once_give_one_membership_and_one_seat(room, xan):
    by_code = [lambda: services.join_room(user=xan, code=room.code)] * 5
    by_link = [lambda: services.join_room(user=xan, token=room.token)] * 5
    results = at_once(*by_code, *by_link)
    assert {member.pk for member in results} == {Membership.objects.get(room=room, user=xan).pk}
    assert {member.seat for member in results} == {4}


@pytest.mark.django_db(transaction=True)
def test_s36_two_people_at_once_get_two_seats(room, xan, ada):
    services.add_bot(user=room.host, code=room.code)
    services.add_bot(user=room.host, code=room.code)
    results = at_once(*[lambda u=user: services.join_room(user=u, code=room.code) for user in (xan, ada)])
    assert {member.seat for member in results} == {6, 7}


@pytest.mark.django_db(transaction=True)
def test_two_people_at_once_into_the_last_seat_one_sits_and_one_watches(room, xan, ada):
    for _ in range(3):
        services.add_bot(user=room.host, code=room.code)
    results = at_once(*[lambda u=user: services.join_room(user=u, code=room.code) for user in (xan, ada)])
    assert {member.seat for member in results} == {7, None}
    assert len(seats_of(room)) == 8


# ── the form with the code ──


def test_the_code_form_leads_into_the_room(room, xan, browser_of):
    response = browser_of(xan).post(reverse("rooms:join"), {"code": room.code.lower()})
    assert response["location"] == reverse("rooms:room", args=[room.code])
    assert Membership.objects.get(room=room, user=xan).seat == 4


def test_a_wrong_code_is_said_beside_the_field_as_typed(room, xan, browser_of):
    response = browser_of(xan).post(reverse("rooms:join"), {"code": '22"2222'})
    assert response.status_code == 404
    assert 'value="22&quot;2222"' in response.text
    assert "No room with that code. Check the spelling." in response.text
    assert 'aria-invalid="true"' in response.text


def test_joining_by_code_needs_a_post(room, xan, browser_of):
    assert browser_of(xan).get(reverse("rooms:join"), {"code": room.code}).status_code == 405
    assert not Membership.objects.filter(user=xan).exists()


def test_wrong_codes_are_throttled_for_this_person_alone(room, xan, ada, browser_of):
    browser = browser_of(xan)
    for _ in range(LIMIT):
        assert browser.post(reverse("rooms:join"), {"code": "222222"}).status_code == 404
    response = browser.post(reverse("rooms:join"), {"code": room.code})
    assert response.status_code == 429
    assert "Too many wrong codes. Try again in 10 minutes" in response.text
    assert not Membership.objects.filter(user=xan).exists()
    # Another person is not stopped, and a link still works for this one.
    assert browser_of(ada).post(reverse("rooms:join"), {"code": room.code}).status_code == 302
    assert browser.post(reverse("rooms:invitation", args=[room.token])).status_code == 302


def test_right_codes_are_not_counted(room, xan, browser_of):
    browser = browser_of(xan)
    for _ in range(LIMIT + 5):
        assert browser.post(reverse("rooms:join"), {"code": room.code}).status_code == 302


def test_after_a_finished_match_a_newcomer_sits_down(room, gale, xan):
    finish(services.start_match(user=gale, code=room.code), [0, 1, 2, 3])
    assert services.join_room(user=xan, code=room.code).seat == 4
    assert Room.objects.get().match is not None


def test_somebody_who_loses_a_seat_to_a_faster_one_gets_the_next(room, xan, monkeypatch):
    seats = iter([1, 1, 5])  # twice a seat that has just been taken
    monkeypatch.setattr(lifetime, "prospect_for", lambda user, room: (services.Prospect.SEAT, next(seats)))
    assert services.join_room(user=xan, code=room.code).seat == 5
