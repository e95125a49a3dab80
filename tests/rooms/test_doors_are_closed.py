"""Every address of a room: a stranger finds nothing there, and looking never changes anything."""

import pytest
from django.core import serializers
from django.urls import reverse

from accounts.models import User
from rooms.models import Ban, Membership, Room
from rooms.urls import urlpatterns

OF_A_ROOM = [pattern.name for pattern in urlpatterns if "code" in pattern.pattern.converters]
PAGES = ["room", "people", "standings", "watch", "trick", "orders", "records"]
CHANGES = [name for name in OF_A_ROOM if name not in PAGES]


def state() -> str:
    return serializers.serialize("json", [*Room.objects.all(), *Membership.objects.all(), *Ban.objects.all()])


def test_the_list_is_complete():
    assert len(OF_A_ROOM) == 30


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("who", ["xan", "ada"])
def test_refuses_a_stranger_and_an_administrator(room, browser_of, request, name, htmx, who):
    before = state()
    browser = browser_of(request.getfixturevalue(who), htmx=htmx)
    url = reverse(f"rooms:{name}", args=[room.code])
    pia = room.memberships.get(seat=1).pk
    form = {"seat": "1", "other": "5", "level": "easy", "name": "x", "rounds": "1", "member": pia}
    response = browser.post(url, form)
    nowhere = browser.post(reverse(f"rooms:{name}", args=["222222"]), {"seat": "5"})
    assert response.status_code == nowhere.status_code == 404
    assert room.name not in response.text
    assert state() == before


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("method", ["get", "head", "put", "delete"])
def test_looking_never_changes_anything(room, gale, browser_of, name, method):
    before = state()
    response = getattr(browser_of(gale), method)(
        reverse(f"rooms:{name}", args=[room.code]) + "?seat=5&name=x"
    )
    assert response.status_code == 405
    assert state() == before


@pytest.mark.parametrize("name", OF_A_ROOM)
def test_a_visitor_is_sent_to_the_door(room, client, name):
    url = reverse(f"rooms:{name}", args=[room.code])
    response = client.get(url) if name in PAGES else client.post(url)
    assert response["location"].startswith(reverse("accounts:login"))


@pytest.mark.parametrize("name", CHANGES)
def test_a_post_from_another_site_is_refused(room, gale, name):
    from django.test import Client

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(gale)
    before = state()
    assert browser.post(reverse(f"rooms:{name}", args=[room.code]), {"seat": "5"}).status_code == 403
    assert state() == before


@pytest.mark.parametrize("code", ["222222", "x" * 200, "%00", "가나다라마바", "..", "a%2Fb"])
def test_no_such_room_is_no_error_of_the_server(gale, browser_of, code):
    assert isinstance(gale, User)
    assert browser_of(gale).get(f"/r/{code}/").status_code == 404
