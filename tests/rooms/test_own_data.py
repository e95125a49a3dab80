"""One's own data in one file: all of it, only one's own, after the password, not too often."""

import asyncio
import json

import pytest
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts import services as accounts
from accounts.models import User
from rooms import pace, services
from tests.rooms.conftest import old_match

URL = reverse("accounts:data")
PASSWORD = "seven tall pines"


@pytest.fixture
def pia(pia):
    pace.forget_everybody()
    pia.set_password(PASSWORD)
    pia.email = "pia@example.org"
    pia.preferences = {"theme": "dark"}
    pia.save()
    return pia


def browser_of_person(user):
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def data_of(user, **posted):
    response = browser_of_person(user).post(URL, {"password": PASSWORD} | posted)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert "attachment" in response.headers["Content-Disposition"]
    assert "no-store" in response.headers["Cache-Control"]
    return json.loads(b"".join(response.streaming_content))


def test_everything_of_ones_own_is_in_it(room, gale, pia, wim):
    finished = old_match(room, [gale, pia], [1, 0, 2, 3])
    running = services.start_match(user=gale, code=room.code)
    own = services.create_room(host=pia, name="피아네")
    share = services.share_match(user=pia, match=finished)
    services.share_match(user=gale, match=old_match(room, [gale, pia], [1, 0, 2, 3]))
    services.say(user=pia, code=room.code, text="안녕 <b>")
    services.mute(user=pia, person=wim.pk)
    services.ban(user=gale, code=room.code, member=room.memberships.get(user=pia).pk)
    data = data_of(pia)
    assert list(data) == [
        "format", "made", "account", "preferences",
        "memberships", "hostedRooms", "matches", "shares", "connections", "chat", "mutes", "restrictions",
    ]  # fmt: skip
    assert data["account"] | {"joined": 0, "lastSeen": 0, "lastLogIn": 0} == {
        "nickname": pia.display_name,
        "username": pia.username,
        "email": "pia@example.org",
        "guest": False,
        "language": pia.language,
        "joined": 0,
        "lastLogIn": 0,
        "lastSeen": 0,
        "administrator": False,
    }
    assert data["preferences"] == {"theme": "dark"}
    assert [line["room"] for line in data["memberships"]] == [own.code]
    assert [line["name"] for line in data["hostedRooms"]] == ["피아네"]
    first, second, _third = data["matches"]
    assert (first["match"], first["seat"], first["place"], first["points"]) == (finished.public_id, 1, 1, 3)
    assert first["page"] == reverse("rooms:match", args=[finished.public_id])
    assert first["record"] == reverse("rooms:record_json", args=[finished.public_id])
    assert (second["match"], second["finished"], second["place"], second["page"]) == (
        running.public_id, None, None, None,
    )  # fmt: skip
    assert [(line["match"], line["link"]) for line in data["shares"]] == [
        (finished.public_id, reverse("rooms:shared", args=[share.token]))
    ]
    assert [(line["text"], line["kind"]) for line in data["chat"]] == [("안녕 <b>", "text")]
    assert [line["nickname"] for line in data["mutes"]] == [wim.display_name]
    assert [(line["kind"], line["room"]) for line in data["restrictions"]] == [("banned", room.code)]


def test_nothing_of_others_and_no_secret_is_in_it(room, gale, pia):
    services.start_match(user=gale, code=room.code)
    services.say(user=gale, code=room.code, text="비밀이야")
    services.mute(user=gale, person=pia.pk)
    text = json.dumps(data_of(pia), ensure_ascii=False)
    match = room.room_matches.get().match
    for secret in (bytes(match.seed).hex(), bytes(match.secret).hex(), room.token, pia.password, "pbkdf2"):
        assert secret not in text
    for other in (gale.display_name, "비밀이야", gale.username):
        assert other not in text


def test_who_has_done_nothing_gets_empty_lists(pia):
    data = data_of(pia)
    assert all(
        data[key] == [] for key in ("memberships", "hostedRooms", "matches", "shares", "chat", "mutes")
    )


@pytest.mark.parametrize("posted", [{}, {"password": "wrong horse"}])
def test_the_password_is_asked_for_again(pia, posted):
    response = browser_of_person(pia).post(URL, posted)
    assert response.status_code == 422
    assert not response.streaming


def test_a_guest_has_no_password_to_give(db):
    guest = accounts.make_guest(display_name="지우", language="en")
    browser = browser_of_person(guest)
    assert 'type="password"' not in browser.get(URL).text
    data = json.loads(b"".join(browser.post(URL).streaming_content))
    assert (data["account"]["username"], data["account"]["guest"]) == (None, True)


def test_often_is_too_often(pia):
    for _ in range(5):
        data_of(pia)
    response = browser_of_person(pia).post(URL, {"password": PASSWORD})
    assert response.status_code == 429 and int(response.headers["Retry-After"]) > 0


def test_guessing_is_counted(pia):
    browser = browser_of_person(pia)
    for _ in range(5):
        browser.post(URL, {"password": "wrong horse"})
    assert browser.post(URL, {"password": PASSWORD}).status_code == 429


def test_refuses_a_stranger_and_a_form_from_elsewhere(pia):
    assert Client().post(URL, {"password": PASSWORD}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(pia)
    assert strict.post(URL, {"password": PASSWORD}).status_code == 403


def test_the_account_page_leads_to_it(pia):
    assert URL in browser_of_person(pia).get(reverse("accounts:settings")).text


@pytest.mark.django_db(transaction=True)
def test_the_real_server_streams_it_from_threads(pia):
    async def fetch():
        client = AsyncClient()
        await client.aforce_login(User.objects.model(pk=pia.pk, password=pia.password))
        response = await client.post(URL, {"password": PASSWORD})
        assert response.is_async
        return b"".join([piece async for piece in response.streaming_content])

    assert json.loads(asyncio.run(fetch()))["account"]["username"] == pia.username
