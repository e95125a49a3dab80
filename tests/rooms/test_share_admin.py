"""Links of matches in the admin: found and ended with a reason, never shown and never made."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission

from accounts.models import User
from rooms import services
from rooms.models import Share
from tests.rooms.conftest import old_match
from tests.rooms.test_connections_admin import act

LIST = "/admin/rooms/share/"


@pytest.fixture
def share(room, gale, pia):
    return services.share_match(user=pia, match=old_match(room, [gale, pia], [1, 0, 2, 3]))


@pytest.fixture
def looker(db):
    """Somebody who may look at shares and do nothing about them."""
    user = User.objects.create_user("looker", "Looker", "correct horse 7", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_share"))
    return user


@pytest.mark.parametrize("query", ["", "주말", "피아", "piaa", "ID"])
def test_an_administrator_finds_a_link_by_match_room_and_who_made_it(share, ada, browser_of, query):
    browser = browser_of(ada)
    query = share.match.public_id if query == "ID" else query
    text = browser.get(LIST, {"q": query}).text
    assert share.match.public_id in text and "주말 가족방" in text and "피아" in text
    assert share.match.public_id not in browser.get(LIST, {"q": "nothing like it"}).text


def test_the_link_itself_is_shown_nowhere_and_cannot_be_guessed_by_a_filter(share, ada, browser_of):
    browser = browser_of(ada)
    for path in (LIST, f"{LIST}{share.pk}/change/"):
        answer = browser.get(path)
        assert answer.status_code == 200 and share.token not in answer.text
    assert browser.get(LIST, {"token__startswith": share.token[:3]}).status_code == 400


def test_it_is_ended_with_a_reason_that_stands_in_the_log_of_the_match(share, ada, browser_of, client):
    link = f"/s/{share.token}/"
    browser = browser_of(ada)
    assert "이유" in act(browser, LIST, "stop_sharing", share).text
    assert client.get(link).status_code == 200, "not yet"
    act(browser, LIST, "stop_sharing", share, reason="이름이 보여요")
    assert client.get(link).status_code == 404 and not Share.objects.exists()
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.user) == (str(share.match.pk), ada)
    assert entry.change_message.endswith(": 이름이 보여요")


def test_looking_is_not_enough_to_end_one(share, looker, browser_of):
    browser = browser_of(looker)
    text = browser.get(LIST).text
    assert share.match.public_id in text and "stop_sharing" not in text
    act(browser, LIST, "stop_sharing", share, reason="so")
    assert Share.objects.exists()


def test_nothing_else_can_be_done_here(share, ada, browser_of):
    browser = browser_of(ada)
    assert browser.get(f"{LIST}add/").status_code == 403
    assert browser.post(f"{LIST}{share.pk}/change/", {"token": "x" * 43}).status_code == 403
    assert browser.post(f"{LIST}{share.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Share.objects.get().token == share.token


def test_it_refuses_everybody_else(share, gale, pia, browser_of):
    for user in (gale, pia):
        assert browser_of(user).get(LIST).status_code == 302
