"""Making a room."""

import pytest
from django.urls import reverse

from rooms import services
from rooms.errors import BadOptions, BadRoomName
from rooms.models import Room
from tests.rooms.conftest import seats_of


def test_a_new_room_has_its_host_in_the_first_seat_and_all_options(gale):
    room = services.create_room(host=gale, name=" 주말  가족방 ", options={"rounds": 5})
    assert (room.name, room.host, room.match) == ("주말 가족방", gale, None)
    assert seats_of(room) == {0: gale.display_name}
    assert room.options["rounds"] == 5
    assert room.options["turnSeconds"] == 20
    assert len(room.options) == 12


@pytest.mark.parametrize("options", [{"rounds": 4}, {"lateJoin": True}, {"unknown": 1}, {"rounds": "3"}])
def test_options_the_rules_do_not_know_make_no_room(gale, options):
    with pytest.raises(BadOptions) as refused:
        services.create_room(host=gale, name="방", options=options)
    (key,) = options
    assert key in refused.value.sentence()
    assert not Room.objects.exists()


def test_a_bad_name_makes_no_room(gale):
    with pytest.raises(BadRoomName):
        services.create_room(host=gale, name="\u200b")
    assert not Room.objects.exists()


def test_a_code_that_is_taken_is_drawn_again(gale, monkeypatch):
    first = services.create_room(host=gale, name="방")
    codes = iter([first.code, first.code, "222222"])
    monkeypatch.setattr(Room._meta.get_field("code"), "_get_default", lambda: next(codes))
    assert services.create_room(host=gale, name="방").code == "222222"


def test_the_page_makes_a_room_and_leads_into_it(gale, browser_of):
    browser = browser_of(gale)
    assert "게일 님의 방" in browser.get(reverse("rooms:new")).text
    response = browser.post(reverse("rooms:new"), {"name": "동창 모임"})
    room = Room.objects.get()
    assert (room.name, room.host) == ("동창 모임", gale)
    assert response["location"] == reverse("rooms:room", args=[room.code])


def test_a_refused_name_comes_back_as_typed_with_the_reason(gale, browser_of):
    response = browser_of(gale).post(reverse("rooms:new"), {"name": "<b>" + "가" * 40})
    assert response.status_code == 400
    assert "&lt;b&gt;가가" in response.text
    assert "1자부터 30자까지" in response.text
    assert not Room.objects.exists()


def test_looking_at_the_form_makes_nothing(gale, browser_of):
    browser_of(gale).get(reverse("rooms:new"), {"name": "방"})
    assert not Room.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["new", "quick"])
def test_it_refuses_a_visitor_who_is_not_logged_in(client, name):
    response = client.post(reverse(f"rooms:{name}"), {"name": "방"})
    assert response["location"].startswith(reverse("accounts:login"))
    assert not Room.objects.exists()


def test_quick_start_is_a_running_match_with_five_bots(gale, browser_of):
    response = browser_of(gale).post(reverse("rooms:quick"))
    room = Room.objects.get()
    assert response["location"] == reverse("rooms:room", args=[room.code])
    assert room.match.status == "playing"
    assert [seat.bot for seat in room.match.seats.all()] == [None, *["easy"] * 5]


def test_quick_start_needs_a_post(gale, browser_of):
    assert browser_of(gale).get(reverse("rooms:quick")).status_code == 405
    assert not Room.objects.exists()


@pytest.mark.django_db
def test_a_person_hosts_so_many_rooms_and_no_more(client, gale):
    from rooms.services import lifetime

    for number in range(lifetime.ROOMS_A_HOST):
        services.create_room(host=gale, name=f"방 {number}")
    client.force_login(gale)
    before = Room.objects.count()
    for path, form in (("/rooms/new/", {"name": "하나 더"}), ("/rooms/quick/", {})):
        response = client.post(path, form)
        assert response.status_code == 409
        assert str(lifetime.ROOMS_A_HOST) in response.content.decode()
    assert Room.objects.count() == before
