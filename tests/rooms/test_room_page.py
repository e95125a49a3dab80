"""The room's page: the waiting room, the running match, the last result."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from rooms import services
from tests.rooms.conftest import finish


def page_of(room):
    return reverse("rooms:room", args=[room.code])


def test_a_member_sees_the_waiting_room(room, pia, browser_of):
    response = browser_of(pia).get(page_of(room))
    assert response.status_code == 200
    for part in ("주말 가족방", "게일", "피아", "빔", room.code, room.token, 'data-stage="waiting"'):
        assert part in response.text
    assert f'ws-connect="/ws/room/{room.code}/"' in response.text
    assert "no-store" in response["cache-control"]


def test_to_a_stranger_a_room_and_no_room_are_the_same_page_with_its_code_to_join_by(room, xan, browser_of):
    def seen(code):
        response = browser_of(xan).get(f"/r/{code}/")
        assert response.status_code == 404
        tokens = set(re.findall(r'(?:csrfmiddlewaretoken" value="|X-CSRFToken": ")(\w+)"', response.text))
        text = response.text.replace(code, "CODE")
        for token in tokens:
            text = text.replace(token, "TOKEN")
        return text, sorted(set(response.headers) - {"Set-Cookie"})

    there, nowhere = seen(room.code), seen("222222")
    assert there == nowhere
    assert f'action="{reverse("rooms:join")}"' in there[0]
    assert 'name="code" value="CODE"' in there[0]
    assert there[0].count("TOKEN") >= 2


def test_a_stranger_can_join_from_the_page_of_a_shared_address(room, xan, browser_of):
    response = browser_of(xan).post(reverse("rooms:join"), {"code": room.code}, follow=True)
    assert response.redirect_chain == [(page_of(room), 302)]
    assert 'data-stage="waiting"' in response.text


@pytest.mark.parametrize("door", ["login", "signup"])
def test_a_visitor_with_a_shared_address_comes_back_to_it_through_either_door(room, xan, door):
    visitor = Client()
    location = visitor.get(page_of(room))["location"]
    assert location == f"{reverse('accounts:login')}?next={page_of(room)}"
    assert f"{reverse('accounts:signup')}?next={quote(page_of(room), safe='')}" in visitor.get(location).text
    form = {"account": "xann", "username": "newcomer", "display_name": "새싹", "password": "correct horse 7"}
    response = visitor.post(reverse(f"accounts:{door}"), form | {"next": page_of(room)})
    assert response["location"] == page_of(room)


def test_an_odd_code_is_shown_as_text(xan, browser_of):
    response = browser_of(xan).get('/r/"><img src=x onerror=alert(1)>/')
    assert response.status_code == 404
    assert "<img src=x" not in response.text


def test_after_logging_in_nobody_lands_on_an_address_that_only_takes_posts(room, pia):
    for name in ("seat", "leave", "options"):
        assert Client().post(f"{page_of(room)}{name}/")["location"].endswith(f"?next={page_of(room)}")
    for address in ("/rooms/quick/", "/join/"):
        assert Client().post(address)["location"].endswith("?next=/")
    assert Client().post("/join/", {"code": "k7m w3d"})["location"].endswith("?next=/r/K7MW3D/")


def test_a_refused_post_leaves_the_language_buttons_a_page_to_come_back_to(room, gale, browser_of):
    for address, back in ((f"{page_of(room)}unbot/", page_of(room)), (reverse("rooms:join"), "/")):
        response = browser_of(gale).post(address, {"seat": "7", "code": "222222"})
        assert response.status_code in (404, 409)
        assert f'name="next" value="{back}"' in response.text


def test_refuses_a_stranger(room, xan, ada, browser_of):
    for outsider in (xan, ada):
        response = browser_of(outsider).get(page_of(room))
        assert response.status_code == 404
        for secret in ("주말 가족방", "게일", room.token):
            assert secret not in response.text


def test_a_carelessly_written_address_leads_to_the_right_one(room, pia, browser_of):
    response = browser_of(pia).get(f"/r/{room.code.lower()}/")
    assert (response.status_code, response["location"]) == (302, page_of(room))


def test_a_page_that_is_only_looked_at_changes_nothing(room, pia, browser_of):
    before = list(room.memberships.values_list("seat", "present_until"))
    browser_of(pia).get(page_of(room))
    assert list(room.memberships.values_list("seat", "present_until")) == before


def test_only_the_host_has_forms_that_change_the_room(room, gale, pia, browser_of):
    host, player = (browser_of(user).get(page_of(room)).text for user in (gale, pia))
    for name in ("add_bot", "remove_bot", "options", "rename", "start"):
        action = f'action="{reverse(f"rooms:{name}", args=[room.code])}"'
        assert action in host
        assert action not in player
    assert "방장이 시작하기를 기다려요" in player


def test_every_form_works_without_javascript(room, gale):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(gale)
    page = browser.get(page_of(room)).text
    stage = page[page.index('id="stage"') : page.index('id="chat"')]
    assert stage.count("<form") == stage.count('name="csrfmiddlewaretoken"') >= 8
    token = stage.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    response = browser.post(
        reverse("rooms:take_seat", args=[room.code]), {"seat": "6", "csrfmiddlewaretoken": token}
    )
    assert response.status_code == 302


def test_it_always_leads_back_to_the_running_match(room, gale, pia, wim, browser_of):
    match = services.start_match(user=gale, code=room.code)
    for user, seat in ((gale, "0"), (pia, "1"), (wim, "")):
        text = browser_of(user).get(page_of(room)).text
        assert 'data-stage="table"' in text
        assert f'data-me="{seat}"' in text
        assert f'ws-connect="/ws/room/{room.code}/?match={match.public_id}&amp;since=0"' in text


def test_after_the_match_it_shows_the_result_until_the_table_is_cleared(room, gale, pia, browser_of):
    match = services.start_match(user=gale, code=room.code)
    finish(match, [0, 1, 2, 3])
    assert 'data-stage="table"' in browser_of(pia).get(page_of(room)).text
    services.clear_table(user=gale, code=room.code)
    assert 'data-stage="waiting"' in browser_of(pia).get(page_of(room)).text


def test_the_nodes_that_are_never_swapped_are_there_once(room, pia, browser_of):
    text = browser_of(pia).get(page_of(room)).text
    for name in (
        "net",
        "live",
        "at",
        "ack",
        "pong",
        "toast",
        "say",
        "say-now",
        "words",
        "rules",
        "settings",
        "main",
    ):
        assert text.count(f'id="{name}"') == 1, name
    stage = text[text.index('id="stage"') : text.index('id="at"')]
    for name in ("net", "ack", "pong", "toast", "say", "say-now"):
        assert f'id="{name}"' not in stage


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_trademark_and_no_inline_code_on_any_page(room, gale, browser_of, language):
    gale.language = language
    gale.save()
    browser = browser_of(gale)
    pages = [browser.get(url).text for url in (reverse("rooms:lobby"), reverse("rooms:new"), page_of(room))]
    pages.append(
        Client(headers={"accept-language": language}).get(reverse("rooms:invitation", args=[room.token])).text
    )
    for text in pages:
        assert "달무티" not in text and "almuti" not in text.lower()
        assert " onclick=" not in text and "<script>" not in text
