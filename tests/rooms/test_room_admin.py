"""Rooms in the admin: found, looked at, never touched."""

import pytest
from django.urls import reverse

from rooms import services
from rooms.models import Room

LIST = "/admin/rooms/room/"


@pytest.mark.parametrize("query", ["주말", "CODE", "게일", "gale"])
def test_an_administrator_finds_a_room_by_name_code_and_host(room, ada, browser_of, query):
    browser = browser_of(ada)
    query = room.code if query == "CODE" else query
    assert room.code in browser.get(LIST, {"q": query}).text
    assert room.code not in browser.get(LIST, {"q": "nothing like it"}).text


def test_the_page_shows_members_and_leads_to_the_matches(room, gale, ada, browser_of):
    match = services.start_match(user=gale, code=room.code)
    response = browser_of(ada).get(f"{LIST}{room.pk}/change/")
    assert response.status_code == 200
    for part in ("게일", "피아", "빔", match.public_id):
        assert part in response.text
    assert f'href="{reverse("admin:game_match_change", args=[match.pk])}"' in response.text


def test_the_page_shows_who_is_banned(room, gale, wim, ada, browser_of):
    services.ban(user=gale, code=room.code, member=room.memberships.get(user=wim).pk)
    assert "빔" in browser_of(ada).get(f"{LIST}{room.pk}/change/").text


def test_the_invite_token_is_not_shown(room, ada, browser_of):
    assert room.token not in browser_of(ada).get(f"{LIST}{room.pk}/change/").text


def test_nothing_can_be_changed_here(room, ada, browser_of):
    browser = browser_of(ada)
    assert browser.get(f"{LIST}add/").status_code == 403
    assert browser.post(f"{LIST}{room.pk}/change/", {"name": "x"}).status_code == 403
    assert browser.post(f"{LIST}{room.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Room.objects.get().name == "주말 가족방"


def test_it_refuses_everybody_else(room, gale, xan, browser_of):
    for user in (gale, xan):
        assert browser_of(user).get(LIST).status_code == 302
