"""The door of finished matches, and /m/ID/: what a match was, for who played it and for its room."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from game import rulings
from game.store import NoSuchMatch
from rooms import services
from rooms.access import finished_match_for
from rooms.models import Ban, Membership
from tests.rooms.conftest import finish, old_match
from tests.rooms.test_standings import many


@pytest.fixture
def match(room, gale, pia):
    return old_match(room, [gale, pia], [1, 0, 2, 3])


@pytest.fixture
def url(match):
    return f"/m/{match.public_id}/"


def opens(user, match):
    try:
        return finished_match_for(user, match.public_id) == match
    except NoSuchMatch:
        return False


def test_it_opens_to_who_played_and_to_the_members_of_its_room(match, gale, pia, wim, xan, ada):
    assert [opens(who, match) for who in (gale, pia, wim)] == [True] * 3
    assert [opens(who, match) for who in (xan, ada)] == [False] * 2


def test_a_guests_seat_counts_as_any_other(room, gale):
    guest = User.objects.create(username="guest1", display_name="손님이", is_guest=True)
    assert opens(guest, old_match(room, [gale, guest], [0, 1, 2, 3]))


def test_who_left_or_was_banned_keeps_what_they_played_and_nothing_else(room, match, gale, pia, wim):
    later = old_match(room, [gale], [0, 1, 2, 3])
    services.leave_room(user=pia, code=room.code)
    services.ban(user=gale, code=room.code, member=Membership.objects.get(room=room, user=wim).pk)
    assert Ban.objects.filter(room=room, user=wim).exists()
    assert [opens(pia, match), opens(pia, later)] == [True, False]
    assert [opens(wim, match), opens(wim, later)] == [False, False]


def test_a_closed_room_opens_to_nobody_but_the_players_keep_their_match(room, match, gale, wim):
    room.closed_at = timezone.now()
    room.save()
    assert [opens(gale, match), opens(wim, match)] == [True, False]


def test_a_running_match_is_no_match_here(room, gale, wim, browser_of):
    running = services.start_match(user=gale, code=room.code)
    assert [opens(who, running) for who in (gale, wim)] == [False, False]
    assert browser_of(gale).get(f"/m/{running.public_id}/").status_code == 404
    finish(running, [0, 1, 2, 3])
    assert browser_of(gale).get(f"/m/{running.public_id}/").status_code == 200


def test_it_refuses_a_stranger_as_it_refuses_a_wrong_id(url, browser_of, xan):
    answers = [browser_of(xan).get(address) for address in (url, f"/m/{'0' * 32}/", "/m/nothing/")]
    assert [answer.status_code for answer in answers] == [404] * 3
    assert all("피아" not in answer.text for answer in answers)


def test_a_visitor_logs_in_first(url, client):
    assert client.get(url).status_code == 302


def test_it_changes_nothing(url, browser_of, gale):
    assert browser_of(gale).post(url).status_code == 405


def test_it_tells_players_places_points_rules_and_time(url, room, browser_of, pia):
    text = browser_of(pia).get(url).text
    assert text.index("<bdi>피아</bdi>") < text.index("<bdi>게일</bdi>") < text.index("두부")
    assert "<td>1등</td><td><b>3</b></td>" in text
    assert "라운드 수" in text and "이 게임의 규칙" in text
    assert "1970" in text and f'href="/r/{room.code}/"' in text


def test_a_way_into_the_room_is_shown_to_members_only(url, room, browser_of, pia):
    services.leave_room(user=pia, code=room.code)
    text = browser_of(pia).get(url).text
    assert "<bdi>피아</bdi>" in text and room.code not in text


def test_names_are_inert_on_it(room, gale, browser_of):
    gale.display_name = "<b>x</b>"
    match = old_match(room, [gale], [0, 1, 2, 3])
    assert "<b>x</b>" not in browser_of(gale).get(f"/m/{match.public_id}/").text


def test_it_takes_few_queries(url, browser_of, pia, django_assert_max_num_queries):
    browser = browser_of(pia)
    browser.get(url)
    with django_assert_max_num_queries(10):
        browser.get(url)


def test_the_lobby_and_the_standings_lead_to_it(url, room, browser_of, gale):
    assert f'href="{url}"' in browser_of(gale).get("/").text
    assert f'href="{url}"' in browser_of(gale).get(f"/r/{room.code}/standings/").text


def test_the_matches_of_a_room_come_in_pages_in_few_queries(
    room, gale, pia, wim, browser_of, django_assert_max_num_queries
):
    many(room, [gale, pia, wim], 300)
    browser = browser_of(gale)
    browser.get(f"/r/{room.code}/standings/")
    with django_assert_max_num_queries(17):
        first = browser.get(f"/r/{room.code}/standings/").text
    assert first.count('class="rec"') == 10 and ">300</span>" in first and "?page=2" in first
    last = browser.get(f"/r/{room.code}/standings/?page=99").text
    assert ">1</span>" in last and "?page=29" in last
    assert browser.get(f"/r/{room.code}/standings/?page=x").status_code == 200


def test_s89_an_annulled_match_says_so_with_the_reason_and_the_moment(match, url, ada, browser_of, pia):
    rulings.annul(match_id=match.pk, by_id=ada.pk, reason="짜고 <b>쳤어요")
    text = browser_of(pia).get(url).text
    assert "무효: 관리자가 이 판을 무효로 했어요." in text and "어떤 통계에도 세지 않아요." in text
    assert "짜고 &lt;b&gt;쳤어요" in text and "에이다" not in text


def test_s89_a_match_that_was_ended_early_keeps_its_page(room, gale, ada, browser_of):
    running = services.start_match(user=gale, code=room.code)
    rulings.open_hands(match_id=running.pk, by_id=ada.pk, reason="다툼")
    rulings.end_early(match_id=running.pk, by_id=ada.pk, reason="모두가 원해요")
    text = browser_of(gale).get(f"/m/{running.public_id}/").text
    assert "일찍 끝났어요" in text and "모두가 원해요" in text
    assert "관리자가 패를 열어 봤어요" in text and "다툼" in text
    links = re.findall(r'href="([^"]+)" download', text)
    assert links
    assert {browser_of(gale).get(link).status_code for link in links} == {200}


def test_s89_the_list_of_the_room_has_what_was_cut_off_with_its_state_and_reason(
    room, match, gale, pia, wim, ada, browser_of
):
    standings = f"/r/{room.code}/standings/"
    rulings.annul(match_id=match.pk, by_id=ada.pk, reason="짜고 <b>쳤어요")
    ended = services.start_match(user=gale, code=room.code)
    rulings.open_hands(match_id=ended.pk, by_id=ada.pk, reason="다툼")
    assert str(ended.public_id) not in browser_of(wim).get(standings).text, "it is still played"
    rulings.end_early(match_id=ended.pk, by_id=ada.pk, reason="늦은 시간")
    agreed = services.start_match(user=gale, code=room.code)
    for user in (gale, pia):
        services.want_to_end(user=user, code=room.code, on=True)
    text = browser_of(wim).get(standings).text
    third, second, first = text.split('class="rec" href="')[1:]
    for line, number, each, words in (
        (first, 1, match, ("무효: 관리자가 이 판을 무효로 했어요.", "짜고 &lt;b&gt;쳤어요")),
        (second, 2, ended, ("이 판은 관리자가 멈춰서 일찍 끝났어요.", "늦은 시간")),
        (third, 3, agreed, ("하던 사람 모두가 그만하기로 해서 이 판은 일찍 끝났어요.",)),
    ):
        assert line.startswith(f"/m/{each.public_id}/") and f">{number}</span>" in line
        assert all(said in line for said in words) and "1등" not in line.split("</li>")[0]
    assert "다툼" not in text and "이유" not in third and "끝난 게임이 여기" not in text
    finish(services.start_match(user=gale, code=room.code), [1, 0, 2, 3])
    newest = browser_of(wim).get(standings).text.split('class="rec" href="')[1]
    assert "<b>1등 <bdi>피아</bdi></b>" in newest and ">4</span>" in newest


@pytest.mark.parametrize("act", [rulings.annul, rulings.end_early])
def test_s89_everything_kept_of_a_match_that_was_cut_off_is_still_there(room, gale, ada, browser_of, act):
    running = services.start_match(user=gale, code=room.code)
    act(match_id=running.pk, by_id=ada.pk, reason="다툼")
    here = f"/m/{running.public_id}/"
    for page in ("", "shuffle/", "replay/", "step/0/", "record.txt"):
        assert browser_of(gale).get(here + page).status_code == 200, page
    assert browser_of(gale).get(f"{here}record.json").status_code == 404, "a record has a result"
