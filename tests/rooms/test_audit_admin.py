"""/admin/admin/logentry/: everything administrators did, in one list that nobody changes."""

import pytest
from django.contrib.admin.models import LogEntry

from tests.rooms.test_connections_admin import LIST as PEOPLE
from tests.rooms.test_connections_admin import ROOMS, act

LIST = "/admin/admin/logentry/"


@pytest.fixture
def desk(ada, browser_of):
    return browser_of(ada)


def test_every_act_of_ours_and_of_django_stands_there_with_who_whom_what_and_why(desk, room, pia, ada):
    act(desk, PEOPLE, "lock", pia, reason="도배: 세 번째 <b>")
    act(desk, ROOMS, "close_rooms", room, reason="신고")
    desk.post(
        f"/admin/accounts/user/{pia.pk}/password/", {"password1": "new horse 88", "password2": "new horse 88"}
    )
    text = desk.get(LIST).text
    for said in ("에이다", "피아", "도배: 세 번째 &lt;b&gt;", "신고", room.code, "계정 잠그기"):
        assert said in text, said
    assert LogEntry.objects.count() >= 3
    assert text.count('class="field-action_time') == LogEntry.objects.count()


def test_it_is_found_by_who_and_by_words_of_the_reason(desk, pia, wim):
    act(desk, PEOPLE, "lock", pia, reason="도배")
    act(desk, PEOPLE, "lock", wim, reason="욕설")
    assert "욕설" not in desk.get(f"{LIST}?q=도배").text
    assert "욕설" in desk.get(f"{LIST}?q=adaa").text
    assert "도배" not in desk.get(f"{LIST}?q=nobody").text


def test_nobody_changes_it_through_the_admin(desk, pia):
    act(desk, PEOPLE, "lock", pia, reason="도배")
    entry = LogEntry.objects.get()
    for path in ("add/", f"{entry.pk}/delete/", f"{entry.pk}/change/"):
        assert desk.post(f"{LIST}{path}", {"post": "yes", "change_message": "nothing"}).status_code == 403
    desk.post(LIST, {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"})
    assert LogEntry.objects.get().change_message == entry.change_message


def test_an_administrator_who_did_something_cannot_be_deleted_with_it(desk, pia, ada):
    act(desk, PEOPLE, "lock", pia, reason="도배")
    assert desk.post(f"/admin/accounts/user/{ada.pk}/delete/", {"post": "yes"}).status_code == 403
    assert LogEntry.objects.get().user == ada


def test_it_takes_few_queries_however_long_it_is(desk, pia, wim, django_assert_max_num_queries):
    for number in range(30):
        act(desk, PEOPLE, "lock" if number % 2 == 0 else "unlock", pia, wim, reason=f"왜 {number}")
    with django_assert_max_num_queries(6):
        desk.get(LIST)


def test_the_first_page_has_its_sections(desk, room):
    text = desk.get("/admin/").text
    places = [text.index(f">{name}<") for name in ("방과 채팅", "사람", "관리자가 한 일")]
    assert places == sorted(places) and "멈춘 게임: 0" in text
    for address in ("/admin/game/match/", "/admin/rooms/room/", "/admin/rooms/person/", LIST):
        assert f'href="{address}"' in text


@pytest.mark.parametrize("who", ["gale", "xan"])
def test_it_refuses_players_and_strangers(who, request, room, browser_of):
    assert browser_of(request.getfixturevalue(who)).get(LIST).status_code == 302
