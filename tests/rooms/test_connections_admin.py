"""An administrator sees who is connected, and closes pages, rooms and accounts: with a reason, listed or not."""

from datetime import timedelta
from unicodedata import normalize

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.models import User
from rooms import services
from rooms.models import Closing, Membership, Room
from rooms.presence import renew_presence

LIST, ROOMS = "/admin/rooms/person/", "/admin/rooms/room/"


def act(browser, url, action, *chosen, **more):
    """Does an action of a list on these rows; with a reason it is confirmed."""
    form = {"action": action, "_selected_action": [row.pk for row in chosen], **more}
    if "reason" in more:
        form["confirmed"] = "x"
    return browser.post(url, form, follow=True)


def rows(text):
    """The usernames of the list, in its order."""
    return [part.split("<")[0] for part in text.split('class="field-username">')[1:]]


def test_s75_the_list_shows_who_is_connected_first_in_which_rooms_and_since_when(
    room, gale, pia, wim, ada, browser_of, django_assert_max_num_queries
):
    other = services.create_room(host=wim, name="옆방")
    for code in (room.code, other.code):
        renew_presence(code=code, user_id=wim.pk)
    renew_presence(code=room.code, user_id=pia.pk, seconds=-1)
    came = timezone.now() - timedelta(hours=3)
    Membership.objects.filter(user=wim, room=room).update(present_since=came)
    browser = browser_of(ada)
    text = browser.get(LIST).text
    assert rows(text) == ["wimm", "adaa", "gale", "piaa"]
    line = text[text.index(">wimm<") : text.index(">adaa<")]
    assert f"{room}</a> {timezone.localtime(came):%H:%M}" in line and f"{other}</a>" in line
    assert rows(browser.get(LIST, {"connected": "yes"}).text) == ["wimm"]
    assert rows(browser.get(LIST, {"connected": "no", "q": "게일"}).text) == ["gale"]
    assert rows(browser.get(LIST, {"q": normalize("NFD", "게일")}).text) == ["gale"]
    with django_assert_max_num_queries(12):
        browser.get(LIST)


def test_a_lease_that_goes_on_keeps_its_beginning_and_a_new_one_begins_anew(room, gale):
    member = Membership.objects.get(user=gale)
    renew_presence(code=room.code, user_id=gale.pk)
    first = Membership.objects.get(pk=member.pk).present_since
    renew_presence(code=room.code, user_id=gale.pk)
    assert Membership.objects.get(pk=member.pk).present_since == first
    renew_presence(code=room.code, user_id=gale.pk, seconds=-1)
    renew_presence(code=room.code, user_id=gale.pk)
    assert Membership.objects.get(pk=member.pk).present_since > first


@pytest.mark.parametrize("action", ["close_pages", "lock"])
def test_nothing_happens_before_a_reason_is_given(room, pia, ada, browser_of, action):
    browser = browser_of(ada)
    for more in ({}, {"reason": "  "}):
        text = act(browser, LIST, action, pia, **more).text
        assert f'name="_selected_action" value="{pia.pk}"' in text and 'name="reason"' in text
    assert "이유를 적어 주세요" in text
    assert not Closing.objects.exists() and not LogEntry.objects.exists()
    assert User.objects.get(pk=pia.pk).is_active


@pytest.mark.parametrize("who", ["pia", "guest", "ada"])
def test_s75_pages_of_any_account_are_closed_and_it_is_logged(room, ada, browser_of, request, who):
    if who == "guest":
        person = User.objects.create(username="guest1", display_name="손님이", is_guest=True)
    else:
        person = request.getfixturevalue(who)
    text = act(browser_of(ada), LIST, "close_pages", person, reason="싸움 <b>").text
    assert "열린 화면 닫기: 1개 처리했어요." in text
    assert [closing.user_id for closing in Closing.objects.all()] == [person.pk]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.content_type.model) == (ada, str(person.pk), "user")
    assert entry.change_message == "열린 화면 닫기: 싸움 <b>"
    history = browser_of(ada).get(f"/admin/accounts/user/{person.pk}/history/").text
    assert "싸움 &lt;b&gt;" in history and "<b>" not in history.split("싸움")[1][:20]


def test_an_account_is_locked_and_unlocked_and_keeps_its_seat(room, pia, wim, ada, browser_of):
    browser, inside = browser_of(ada), browser_of(pia)
    act(browser, LIST, "lock", pia, wim, reason="도배")
    assert [u.is_active for u in User.objects.filter(pk__in=(pia.pk, wim.pk))] == [False, False]
    assert inside.get(f"/r/{room.code}/").status_code == 302
    assert [e.change_message for e in LogEntry.objects.all()] == ["계정 잠그기: 도배"] * 2
    act(browser, LIST, "lock", pia, reason="again")
    assert LogEntry.objects.count() == 2, "locked already"
    act(browser, LIST, "unlock", pia, reason="화해")
    assert inside.get(f"/r/{room.code}/").status_code == 200
    assert room.memberships.get(user=pia).seat == 1


def test_a_room_is_closed_by_an_administrator_who_is_no_member(room, gale, ada, browser_of):
    quiet = services.create_room(host=gale, name="조용한 방")
    services.close_room(user=gale, code=quiet.code)
    closed_at = Room.objects.get(pk=quiet.pk).closed_at
    text = act(browser_of(ada), ROOMS, "close_rooms", room, quiet, reason="신고").text
    assert "방을 완전히 닫기: 1개 처리했어요." in text
    assert Room.objects.get(pk=room.pk).closed_at is not None
    assert Room.objects.get(pk=quiet.pk).closed_at == closed_at
    assert [(e.object_id, e.change_message) for e in LogEntry.objects.all()] == [
        (str(room.pk), "방을 완전히 닫기: 신고")
    ]


def test_pages_of_a_room_are_closed_and_the_room_stays(room, ada, browser_of):
    act(browser_of(ada), ROOMS, "close_pages", room, reason="신고")
    assert [closing.room for closing in Closing.objects.all()] == [room]
    assert Room.objects.get(pk=room.pk).closed_at is None


def test_whoever_may_only_look_has_nothing_to_press(room, pia, ada, browser_of):
    watcher = User.objects.create(username="staff", display_name="직원", is_staff=True)
    watcher.user_permissions.set(Permission.objects.filter(codename__in=["view_person", "view_room"]))
    browser = browser_of(watcher)
    for url, action, row in ((LIST, "lock", pia), (ROOMS, "close_rooms", room)):
        assert browser.get(url).status_code == 200
        assert f'value="{action}"' not in browser.get(url).text
        act(browser, url, action, row, reason="x")
    assert User.objects.get(pk=pia.pk).is_active
    assert Room.objects.get(pk=room.pk).closed_at is None
    assert not LogEntry.objects.exists()


def test_refuses_everybody_else_and_questions_about_passwords(room, gale, ada, browser_of):
    assert browser_of(gale).get(LIST).status_code == 302
    assert browser_of(ada).get(LIST, {"password__startswith": "pbkdf2"}).status_code in (302, 400)
    page = browser_of(ada).get(f"{LIST}{gale.pk}/change/").text
    assert gale.password not in page and "pbkdf2" not in page
