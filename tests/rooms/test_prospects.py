"""The invite link in every situation: the page says what will happen, and that is what happens."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from rooms import services
from rooms.models import Ban, Membership
from tests.rooms.conftest import finish

SAID = {
    "seat": (
        "빈자리가 있어요.",
        "A seat is free for you.",
    ),
    "own_seat": (
        "진행 중인 게임의 내 자리가 기다리고 있어요.",
        "Your seat in the running game is waiting for you.",
    ),
    "watch_game": ("지금 게임 중이에요. 들어와서 구경하고", "A game is running. Come in and watch"),
    "watch_full": ("자리가 다 찼어요. 들어와서 구경할 수 있어요.", "All seats are taken. Come in and watch."),
    "full": (
        "자리가 다 찼고 구경할 수 없는 방이에요.",
        "All seats are taken, and this room has no spectators.",
    ),
    "no_watching": (
        "게임이 진행 중인데 이 방은 구경할 수 없어요.",
        "A game is running and this room has no spectators.",
    ),
    "banned": (
        "방장이 차단해서 이 방에 들어갈 수 없어요.",
        "The host does not let you into this room any more.",
    ),
}
REFUSED = {"full", "no_watching", "banned"}


def arrange(room, gale, prospect):
    """Brings the room into the state of a prospect."""
    if prospect in ("watch_full", "full"):
        for _ in range(4):
            services.add_bot(user=gale, code=room.code)
    if prospect in ("full", "no_watching"):
        room.spectators_allowed = False
        room.save()
    if prospect in ("own_seat", "watch_game", "no_watching"):
        services.start_match(user=gale, code=room.code)


def sentence(text):
    return re.search(r'id="prospect">(.*?)</p>', text).group(1)


@pytest.mark.django_db
@pytest.mark.parametrize("language", [0, 1], ids=["ko", "en"])
@pytest.mark.parametrize("prospect", SAID)
@pytest.mark.parametrize("who", ["account", "guest"])
def test_somebody_with_an_account_reads_it_and_that_is_what_happens(
    room, gale, pia, xan, browser_of, prospect, language, who
):
    arrange(room, gale, prospect)
    person = pia if prospect == "own_seat" else xan
    person.is_guest = who == "guest" and prospect != "own_seat"
    person.language = ["ko", "en"][language]
    person.save()
    if prospect == "own_seat":
        services.leave_room(user=pia, code=room.code)
    if prospect == "banned":
        Ban.objects.create(room=room, user=person)
    browser, url = browser_of(person), reverse("rooms:invitation", args=[room.token])
    response = browser.get(url)
    assert response.status_code == 200
    assert sentence(response.text).startswith(SAID[prospect][language])
    assert ('<button class="btn wide" autofocus' in response.text) is (prospect not in REFUSED)
    assert (f"{person.display_name}" in response.text) is (prospect not in REFUSED)
    again = ["다시 확인하기", "Look again"][language]
    assert (again in response.text) is (prospect in REFUSED - {"banned"})
    answer = browser.post(url)
    if prospect in REFUSED:
        assert answer.status_code in (403, 409)
        assert not Membership.objects.filter(room=room, user=person).exists()
        return
    assert answer["location"] == reverse("rooms:room", args=[room.code])
    seat = Membership.objects.get(room=room, user=person).seat
    assert seat == {"seat": 4, "own_seat": 1, "watch_game": None, "watch_full": None}[prospect]
    # Once a member, the link leads straight in.
    assert browser.get(url)["location"] == reverse("rooms:room", args=[room.code])


@pytest.mark.django_db
@pytest.mark.parametrize("language", [0, 1], ids=["ko", "en"])
@pytest.mark.parametrize("prospect", ["seat", "watch_game", "watch_full", "full", "no_watching"])
def test_a_visitor_reads_it_too_and_may_always_log_in(room, gale, prospect, language):
    arrange(room, gale, prospect)
    visitor = Client(headers={"accept-language": ["ko", "en"][language]})
    text = visitor.get(reverse("rooms:invitation", args=[room.token])).text
    assert sentence(text).startswith(SAID[prospect][language])
    assert ('value="guest"' in text) is ('value="signup"' in text) is (prospect not in REFUSED)
    assert 'value="login"' in text
    again = ["다시 확인하기", "Look again"][language]
    assert (again in text) is (prospect in REFUSED)


@pytest.mark.usefixtures("writing")
@pytest.mark.parametrize("spectators", [True, False])
def test_a_visitor_with_a_seat_logs_in_and_is_back_in_it(room, gale, pia, spectators):
    room.spectators_allowed = spectators
    room.save()
    services.start_match(user=gale, code=room.code)
    services.leave_room(user=pia, code=room.code)
    visitor, url = Client(), reverse("rooms:invitation", args=[room.token])
    door = visitor.post(url, {"door": "login"})["location"]
    visitor.post(door, {"account": "piaa", "password": "correct horse 7", "next": url})
    assert Membership.objects.get(room=room, user=pia).seat == 1


def test_a_banned_person_is_told_only_when_it_is_known_who_they_are(room, xan, browser_of):
    Ban.objects.create(room=room, user=xan)
    url = reverse("rooms:invitation", args=[room.token])
    assert sentence(browser_of(xan).get(url).text) == SAID["banned"][1]
    assert sentence(Client(headers={"accept-language": "en"}).get(url).text) == SAID["seat"][1]


def test_after_the_game_a_seat_is_free_again(room, gale, xan, browser_of):
    match = services.start_match(user=gale, code=room.code)
    url = reverse("rooms:invitation", args=[room.token])
    assert sentence(browser_of(xan).get(url).text).startswith(SAID["watch_game"][1])
    finish(match, [0, 1, 2, 3])
    assert sentence(browser_of(xan).get(url).text) == SAID["seat"][1]
