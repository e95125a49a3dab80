"""Chat in the admin: for those who may read it, cleared lines too, and each reading is written down."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission

from rooms import pace, services
from rooms.models import Line
from tests.conftest import make_user

LIST = "/admin/rooms/line/"


@pytest.fixture(autouse=True)
def quiet():
    pace.forget_everybody()


@pytest.fixture
def line(room, pia):
    return services.say(user=pia, code=room.code, text="<b>둘만의 비밀</b>")


def test_the_list_shows_who_and_when_but_no_words(room, ada, browser_of, line):
    text = browser_of(ada).get(LIST, {"q": room.code}).text
    assert "피아" in text and "둘만" not in text
    assert "피아" not in browser_of(ada).get(LIST, {"q": "222222"}).text


def test_s78_opening_a_line_shows_its_words_and_is_written_down(room, gale, ada, browser_of, line):
    services.clear_chat(user=gale, code=room.code)
    response = browser_of(ada).get(f"{LIST}{line.pk}/change/")
    assert "&lt;b&gt;둘만의 비밀&lt;/b&gt;" in response.text and "<b>둘만의" not in response.text
    assert "cleared" in response.text and "게일" in response.text
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.change_message) == (ada, str(line.pk), "read")


def test_a_match_leads_to_what_was_said_in_it(room, gale, ada, browser_of, line):
    match = services.start_match(user=gale, code=room.code)
    services.say(user=gale, code=room.code, text="시작")
    text = browser_of(ada).get(LIST, {"match__id__exact": match.pk}).text
    assert "게일" in text and "피아" not in text


def test_nobody_asks_by_address_what_was_said(ada, browser_of, line):
    assert browser_of(ada).get(LIST, {"text__startswith": "<b>"}).status_code in (302, 400)


def test_staff_without_the_permission_read_nothing(room, browser_of, line):
    clerk = make_user("clerk", "서기", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_line"))
    assert browser_of(clerk).get(LIST).status_code == 403
    assert browser_of(clerk).get(f"{LIST}{line.pk}/change/").status_code == 403
    clerk.user_permissions.add(Permission.objects.get(codename="read_chat"))
    assert browser_of(clerk).get(f"{LIST}{line.pk}/change/").status_code == 200


def test_nobody_changes_a_line(room, ada, browser_of, line):
    browser_of(ada).post(f"{LIST}{line.pk}/change/", {"text": "anders"})
    browser_of(ada).post(f"{LIST}{line.pk}/delete/", {"post": "yes"})
    assert Line.objects.get(pk=line.pk).text == "<b>둘만의 비밀</b>"
