"""The pages `/p/me/` and `/p/<id>/`: what they say, and to whom."""

from html import unescape

import pytest
from django.urls import reverse

from accounts.models import User
from game.models import Seat
from rooms import services
from rooms.models import Room
from tests.game.stored import finished_match, open_stored
from tests.rooms.conftest import old_match


def text_of(response):
    """The page's words."""
    return unescape(response.content.decode())


def address(user):
    return reverse("rooms:profile", args=[user.pk])


@pytest.fixture
def played(gale, pia):
    """A match of three rounds of Gale and Pia, with two bots."""
    return finished_match(users=[gale, pia], rounds=3, seed=bytes(31) + b"\x05")


def test_a_visitor_is_asked_to_log_in(client, gale):
    for path in ("/p/me/", address(gale)):
        assert client.get(path).headers["Location"].startswith("/accounts/login/")


def test_my_record_says_what_i_have_played(browser_of, gale, pia, played):
    said = text_of(browser_of(gale).get("/p/me/"))
    mine = Seat.objects.get(match=played, user=gale)
    for words in (
        "내 기록",
        "신분 분포",
        "인원별 1등 비율",
        "광대 쓰임새",
        "함께 게임한 사람들",
        "최근 게임",
    ):
        assert words in said
    assert "<dt>게임</dt><dd>1</dd>" in said
    assert "<dt>라운드</dt><dd>3</dd>" in said
    assert f"<dt>평균 순위</dt><dd>{mine.place}.0</dd>" in said
    assert reverse("rooms:match", args=[played.public_id]) in said
    assert address(pia) in said


def test_english_and_an_account_without_matches(browser_of, xan):
    said = text_of(browser_of(xan).get("/p/me/"))
    assert "Finish one game to see your record" in said
    assert '<svg class="chart' not in said
    assert 'class="bar"' not in said
    assert "<dl" not in said.split("<main", 1)[1].split("</main>", 1)[0]


def test_unfinished_matches_count_nothing(browser_of, gale, pia):
    open_stored(users=[gale, pia])
    assert "한 게임을 끝내면 기록이 생겨요" in text_of(browser_of(gale).get("/p/me/"))


def test_matches_with_bots_alone_stand_apart(browser_of, gale, pia, played):
    finished_match(users=[gale], players=5, rounds=1)
    browser = browser_of(gale)
    with_people, with_bots = text_of(browser.get("/p/me/")), text_of(browser.get("/p/me/?with=bots"))
    assert "<dt>라운드</dt><dd>3</dd>" in with_people
    assert "<dt>라운드</dt><dd>1</dd>" in with_bots
    assert "사람들과 (1)" in with_people and "봇하고만 (1)" in with_people
    assert "함께 게임한 사람들" not in with_bots


def test_who_has_played_with_bots_alone_sees_that(browser_of, xan):
    finished_match(users=[xan], rounds=1)
    said = text_of(browser_of(xan).get("/p/me/"))
    assert "games with bots only" in said
    assert "<dt>Games</dt><dd>1</dd>" in said


def test_somebody_played_with_is_known(browser_of, gale, pia, played):
    said = text_of(browser_of(pia).get(address(gale)))
    assert "<h1><bdi>게일</bdi></h1>" in said
    assert "나와 견주면" in said
    assert "<bdi>게일</bdi></th>" in said


def test_others_do_not_see_rooms_company_or_clock(browser_of, gale, pia, wim, played):
    finished_match(users=[gale, wim], rounds=1)
    said = text_of(browser_of(pia).get(address(gale)))
    main = said.split("<main", 1)[1]
    assert "빔" not in main
    assert "주말 가족방" not in main
    assert "/m/" not in main
    assert "시간이 다 되어" not in main
    assert "최근 게임" not in main


def test_a_room_together_is_enough(browser_of, room, gale, wim):
    assert browser_of(wim).get(address(gale)).status_code == 200
    services.leave_room(user=wim, code=room.code)
    assert browser_of(wim).get(address(gale)).status_code == 404


def test_a_closed_room_is_not(browser_of, room, gale, wim):
    services.close_room(user=gale, code=room.code)
    assert browser_of(wim).get(address(gale)).status_code == 404


def test_a_match_that_is_still_played_is_enough(browser_of, gale, xan):
    open_stored(users=[gale, xan])
    assert browser_of(xan).get(address(gale)).status_code == 200


@pytest.mark.parametrize("who", ["xan", "ada"])
def test_it_refuses_a_stranger(browser_of, request, gale, pia, played, who):
    browser = browser_of(request.getfixturevalue(who))
    nobody = browser.get("/p/999999/")
    refused = browser.get(address(gale))
    assert refused.status_code == nobody.status_code == 404
    assert "게일" not in refused.content.decode()
    for odd in ("/p/0/", f"/p/{10**30}/", "/p/-1/", "/p/x/"):
        assert browser.get(odd).status_code == 404


def test_my_own_number_leads_to_my_own_page(browser_of, gale):
    response = browser_of(gale).get(address(gale))
    assert (response.status_code, response.headers["Location"]) == (302, "/p/me/")


def test_a_guest_keeps_the_record_when_they_register(client, browser_of, gale):
    guest = User.objects.create(username="guest0abc", display_name="손님이", is_guest=True)
    finished_match(users=[gale, guest], rounds=1)
    before = text_of(browser_of(guest).get("/p/me/"))
    assert "<dt>게임</dt><dd>1</dd>" in before
    browser = browser_of(guest)
    form = {"username": "regular1", "display_name": "손님이", "password1": "correct horse 7"}
    form |= {"password2": "correct horse 7", "password": "correct horse 7", "language": "ko"}
    browser.post(reverse("accounts:register"), form)
    guest.refresh_from_db()
    assert not guest.is_guest
    assert "<dt>게임</dt><dd>1</dd>" in text_of(browser.get("/p/me/"))


def test_names_are_inert(browser_of, gale, pia):
    User.objects.filter(pk=gale.pk).update(display_name="<b>&x")
    gale.refresh_from_db()
    match = finished_match(users=[gale, pia], rounds=1)
    type(match).objects.update(room_name="<i>방")
    for viewer, path in ((gale, "/p/me/"), (pia, address(gale)), (pia, "/p/me/")):
        html = browser_of(viewer).get(path).content.decode()
        assert "<b>&x" not in html and "<i>방" not in html
        assert "&lt;b&gt;&amp;x" in html


@pytest.mark.parametrize("matches", [1, 6])
def test_it_asks_as_much_for_many_matches_as_for_one(
    browser_of, gale, pia, django_assert_max_num_queries, matches
):
    for _ in range(matches):
        finished_match(users=[gale, pia], rounds=1)
    browser = browser_of(gale)
    with django_assert_max_num_queries(8):
        assert browser.get("/p/me/").status_code == 200
    with django_assert_max_num_queries(9):
        assert browser.get(address(pia)).status_code == 200


def test_links_lead_there(browser_of, room, gale, pia, wim):
    match = old_match(room, [gale, pia], [0, 1, 2, 3])
    people = text_of(browser_of(wim).get(reverse("rooms:people", args=[room.code])))
    assert address(gale) in people and address(pia) in people
    mine = text_of(browser_of(gale).get(reverse("rooms:match", args=[match.public_id])))
    assert address(pia) in mine
    # Who only watched may not know everybody who has played here.
    assert address(pia) not in text_of(browser_of(wim).get(reverse("rooms:match", args=[match.public_id])))
    assert 'href="/p/me/"' in people


def test_the_room_says_who_holds_which_titles(browser_of, room, gale, pia, wim):
    address_ = reverse("rooms:standings", args=[room.code])
    assert "신분 분포" not in text_of(browser_of(wim).get(address_))
    match = finished_match(users=[gale, pia], rounds=3)
    from rooms.models import RoomMatch

    RoomMatch.objects.create(room=room, match=match, number=1)
    type(match).objects.filter(pk=match.pk).update(finished_at=match.opened_at)
    said = text_of(browser_of(wim).get(address_))
    assert "신분 분포" in said and "최근 12주 게임 수" in said
    assert '<svg class="chart"' in said
    services.leave_room(user=pia, code=room.code)
    holders = text_of(browser_of(wim).get(address_)).split('id="holders-h"', 1)[1].split("</table>", 1)[0]
    assert "게일" in holders and "피아" not in holders
    assert Room.objects.get(pk=room.pk).room_matches.count() == 1
