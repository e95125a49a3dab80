"""The lobby."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from game.models import Action
from rooms import services
from rooms.lobby import RoomState, ago, my_rooms, recent_matches, title_of
from rooms.presence import renew_presence
from tests.rooms.conftest import finish, old_match


def test_it_lists_my_rooms_and_nobody_elses(room, gale, pia, xan):
    services.create_room(host=xan, name="남의 방")
    assert [line.name for line in my_rooms(pia)] == ["주말 가족방"]
    (line,) = my_rooms(gale)
    assert (line.state, line.seated, line.rounds, line.hosted) == (RoomState.ASLEEP, 4, 3, True)


def test_my_turn_comes_first_then_running_then_waiting(gale, pia, wim, room):
    quiet = services.create_room(host=wim, name="조용한 방")
    services.join_room(user=pia, code=quiet.code)
    services.start_match(user=gale, code=room.code)
    assert [(line.name, line.state) for line in my_rooms(pia)] == [
        ("주말 가족방", RoomState.MY_TURN),
        ("조용한 방", RoomState.ASLEEP),
    ]
    # Wim watches: the match runs, but nobody asks him anything.
    assert [line.state for line in my_rooms(wim)] == [RoomState.PLAYING, RoomState.ASLEEP]


def test_a_finished_match_makes_it_a_waiting_room_again(room, gale, pia):
    finish(services.start_match(user=gale, code=room.code), [0, 1, 2, 3])
    assert my_rooms(gale)[0].state == RoomState.ASLEEP
    renew_presence(code=room.code, user_id=pia.pk)
    assert my_rooms(gale)[0].state == RoomState.WAITING


def states(user):
    return [(line.name, line.state, line.here) for line in my_rooms(user)]


def test_s64_who_is_there_comes_from_leases_and_what_is_played_from_the_match(room, gale, pia, wim):
    for name in ("옛날 방", "북적북적"):
        made = services.create_room(host=gale, name=name)
        services.join_room(user=pia, code=made.code)
        services.join_room(user=wim, code=made.code)
    for user in (gale, pia, wim):
        renew_presence(code=made.code, user_id=user.pk)
    renew_presence(code=room.code, user_id=gale.pk)
    services.start_match(user=gale, code=room.code)
    # Whoever looks is no news to themselves, bots are nobody, and a lease that ran out counts no more.
    assert states(gale) == [
        ("주말 가족방", RoomState.MY_TURN, 0),
        ("북적북적", RoomState.WAITING, 2),
        ("옛날 방", RoomState.ASLEEP, 0),
    ]
    renew_presence(code=made.code, user_id=pia.pk, seconds=-1)
    assert states(pia)[:2] == [("주말 가족방", RoomState.MY_TURN, 1), ("북적북적", RoomState.WAITING, 2)]
    assert states(gale)[1] == ("북적북적", RoomState.WAITING, 1)
    for user in (gale, wim):
        renew_presence(code=made.code, user_id=user.pk, seconds=-1)
    assert states(wim)[1] == ("북적북적", RoomState.ASLEEP, 0)


@pytest.mark.parametrize("running", [0, 2, 8])
def test_many_rooms_are_read_in_as_many_queries_as_one(gale, django_assert_max_num_queries, running):
    for number in range(10):
        made = services.create_room(host=gale, name=f"방 {number}")
        for _ in range(3):
            services.add_bot(user=gale, code=made.code)
        if number < running:
            services.start_match(user=gale, code=made.code)
    with django_assert_max_num_queries(3):
        assert sum(line.state == RoomState.MY_TURN for line in my_rooms(gale)) == running


def test_an_open_lobby_asks_for_the_list_alone(room, gale, xan, browser_of):
    url = reverse("rooms:mine")
    answer = browser_of(gale).get(url)
    assert answer.text.lstrip().startswith('<section id="myrooms"')
    assert "조용해요" in answer.text and "no-store" in answer["cache-control"]
    assert room.name not in browser_of(xan).get(url).text
    assert Client().get(url).status_code == 401
    assert browser_of(gale).post(url).status_code == 405


def test_closed_rooms_are_gone(room, gale):
    room.closed_at = timezone.now()
    room.save()
    assert my_rooms(gale) == []


def test_recent_matches_show_my_place(room, gale, pia, wim):
    old_match(room, [gale, pia], [1, 2, 0, 3])
    services.start_match(user=gale, code=room.code)
    (line,) = recent_matches(gale)
    assert (line.name, line.place, line.players, line.title) == ("주말 가족방", 3, 4, "tenant")
    assert [line.place for line in recent_matches(pia)] == [1]
    assert recent_matches(wim) == []


@pytest.mark.parametrize(
    ("players", "titles"), [(4, "king noble tenant serf"), (6, "king noble common common tenant serf")]
)
def test_titles_of_places(players, titles):
    assert [title_of(place, players) for place in range(1, players + 1)] == titles.split()


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [
        (-5, "방금"),
        (59_999, "방금"),
        (60_000, "1분 전"),
        (3_599_000, "59분 전"),
        (3_600_000, "1시간 전"),
        (86_400_000 * 3, "3일 전"),
    ],
)
def test_times_ago(milliseconds, words):
    with translation.override("ko"):
        assert ago(milliseconds) == words


def test_the_page(room, gale, pia, browser_of):
    old_match(room, [gale, pia], [0, 1, 2, 3])
    services.start_match(user=gale, code=room.code)
    text = browser_of(gale).get(reverse("rooms:lobby")).text
    assert "<bdi>게일</bdi> 님, 한 판 할까요?" in text
    assert f'class="roomrow hot" href="{reverse("rooms:room", args=[room.code])}"' in text
    assert "내 차례" in text
    assert "1등" in text
    assert "다시 보기" not in text


def test_the_page_of_somebody_new_says_what_to_do(xan, browser_of):
    text = browser_of(xan).get(reverse("rooms:lobby")).text
    assert "No rooms yet" in text
    assert "Finished games will show up here" in text


def test_refuses_a_stranger_the_sight_of_others(room, xan, browser_of):
    text = browser_of(xan).get(reverse("rooms:lobby")).text
    assert room.name not in text
    assert room.code not in text


def test_a_line_says_which_round_is_played_or_how_many_the_next_game_has(room, gale, pia, browser_of):
    lobby = reverse("rooms:lobby")
    assert "4명 · 3라운드 게임" in browser_of(gale).get(lobby).text
    match = services.start_match(user=gale, code=room.code)
    room.refresh_from_db()
    room.options = room.options | {"rounds": 9}
    room.save()
    assert "4명 · 1/3라운드" in browser_of(pia).get(lobby).text
    for version in range(
        1, 8
    ):  # everybody at the end of the first round, three of four at the end of the second
        Action.objects.create(
            match=match,
            version=1000 + version,
            seat=version % 4,
            type="next",
            payload={},
            origin="player",
            at=0,
        )
    assert "4명 · 2/3라운드" in browser_of(pia).get(lobby).text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ko", ["가입하기", "로그인", "낮은 숫자가 왕이 되는"]),
        ("en", ["Create account", "Log in", "wear the crown"]),
    ],
)
@pytest.mark.django_db
def test_a_visitor_is_told_what_this_is_and_where_the_doors_are(language, words):
    response = Client(headers={"accept-language": language}).get("/")
    assert response.status_code == 200
    assert all(word in response.text for word in words)
    for address in (reverse("accounts:signup"), reverse("accounts:login"), reverse("rules")):
        assert f'href="{address}"' in response.text
    for name in ("og:title", "og:description", "og:site_name"):
        assert f'property="{name}"' in response.text
    assert "almuti" not in response.text.lower() and "달무티" not in response.text


def test_a_line_says_no_round_of_a_match_that_may_not_be_watched(room, gale, pia, wim, browser_of):
    room.spectators_allowed = False
    room.save()
    services.start_match(user=gale, code=room.code)
    lobby = reverse("rooms:lobby")
    assert "1/3라운드" in browser_of(pia).get(lobby).text
    assert "1/3라운드" not in browser_of(wim).get(lobby).text
