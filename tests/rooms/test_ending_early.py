"""s89: `/r/CODE/end/`: who may want a running match to end, and last votes that come at once."""

import pytest

from accounts.models import User
from game import endwishes, rulings
from game.models import EndWish, Match, Ruling
from game.rulings import AlreadyOver
from rooms import pace, services
from rooms.models import Line, Room
from tests.rooms.conftest import at_once, finish

PEOPLE = "/r/{}/people/"


@pytest.fixture(autouse=True)
def quiet() -> None:
    pace.forget_everybody()


def furnish_people(gale: User, pia: User) -> Room:
    """Gale's room: Gale, Pia and two more people sit, no bots."""
    room = services.create_room(host=gale, name="모두 사람")
    for user in (pia, *(User.objects.create(username=f"more{n}", display_name=f"친구{n}") for n in "12")):
        services.join_room(user=user, token=room.token)
    return room


@pytest.fixture
def match(room, gale):
    return services.start_match(user=gale, code=room.code)


def want(browser, room, on="true"):
    return browser.post(f"/r/{room.code}/end/", {"on": on} if on else {})


def test_s89_a_player_asks_on_the_page_of_the_people_and_comes_back_to_the_table(
    room, match, browser_of, gale, pia
):
    text = browser_of(pia).get(PEOPLE.format(room.code)).text
    assert f'action="/r/{room.code}/end/"' in text and "게임 일찍 끝내기" in text
    answer = want(browser_of(pia), room)
    assert (answer.status_code, answer["location"]) == (302, f"/r/{room.code}/")
    table = browser_of(gale).get(f"/r/{room.code}/").text
    assert "<bdi>피아</bdi> 님이 게임을 그만하고 싶어 해요" in table and "찬성 1명" in table
    assert want(browser_of(gale, htmx=True), room).status_code == 204
    assert Match.objects.get(pk=match.pk).status == "ended"
    assert "/end/" not in browser_of(pia).get(PEOPLE.format(room.code)).text


def test_s89_a_wish_is_taken_back_by_who_has_it(room, match, browser_of, pia):
    want(browser_of(pia), room)
    assert EndWish.objects.get(match=match).seats == [1]
    assert want(browser_of(pia, htmx=True), room, on="false").status_code == 204
    assert EndWish.objects.get(match=match).seats == []


def test_s89_who_has_no_seat_is_refused_and_not_asked(room, match, browser_of, wim, xan, ada):
    assert "/end/" not in browser_of(wim).get(PEOPLE.format(room.code)).text
    answer = want(browser_of(wim), room)
    assert answer.status_code == 403 and "이 게임을 한 사람만" in answer.text
    assert [want(browser_of(other), room).status_code for other in (xan, ada)] == [404, 404]
    assert not EndWish.objects.exists() and Match.objects.get(pk=match.pk).status == "playing"


def test_s89_who_was_sent_away_is_refused(writing, room, match, browser_of, gale, pia):
    services.kick(user=gale, code=room.code, member=room.memberships.get(user=pia).pk)
    assert want(browser_of(pia), room).status_code == 404
    assert not EndWish.objects.exists()


def test_s89_without_a_running_match_there_is_nothing_to_end(room, browser_of, gale):
    assert "/end/" not in browser_of(gale).get(PEOPLE.format(room.code)).text
    assert want(browser_of(gale), room).status_code == 409
    finish(services.start_match(user=gale, code=room.code), [0, 1, 2, 3])
    answer = want(browser_of(gale), room)
    assert answer.status_code == 409 and "지금 하는 게임이 없어요." in answer.text
    assert not Ruling.objects.exists()


def test_s89_a_match_that_waits_for_another_version_is_left_alone(room, match, browser_of, gale):
    Match.objects.filter(pk=match.pk).update(engine="99")
    assert "/end/" not in browser_of(gale).get(PEOPLE.format(room.code)).text
    assert want(browser_of(gale), room).status_code == 409


def test_wishes_too_often_are_refused(room, match, browser_of, pia):
    answers = [want(browser_of(pia), room, on="" if n % 2 else "true").status_code for n in range(8)]
    assert answers[:6] == [302] * 6 and answers[6:] == [429, 429]


def test_s89_last_wishes_in_two_processes_at_once_are_one_ruling(transactional_db, gale, pia):
    room = furnish_people(gale, pia)
    for _ in range(5):
        match = services.start_match(user=gale, code=room.code)
        for seat in (0, 1):
            endwishes.want_to_end(match_id=match.pk, seat=seat, on=True)
        results = at_once(
            *[
                lambda seat=seat, match=match: endwishes.want_to_end(match_id=match.pk, seat=seat, on=True)
                for seat in (2, 3, 2, 3)
            ]
        )
        refused = [result for result in results if result is not None]
        assert all(isinstance(result, AlreadyOver) for result in refused) and len(refused) in (1, 2), results
        assert Ruling.objects.filter(match=match).count() == 1
        assert Match.objects.get(pk=match.pk).status == "ended"
        assert not EndWish.objects.exists()
        assert Line.objects.filter(room=room, match=match, text="agreed").count() == 1


def test_s89_first_wishes_at_once_are_all_kept(transactional_db, gale, pia):
    room = furnish_people(gale, pia)
    match = services.start_match(user=gale, code=room.code)
    results = at_once(
        *[
            lambda seat=seat: endwishes.want_to_end(match_id=match.pk, seat=seat, on=True)
            for seat in (3, 1, 0)
        ]
    )
    assert results == [None] * 3
    assert sorted(EndWish.objects.get(match=match).seats) == [0, 1, 3]


def test_s89_a_wish_and_an_administrators_word_at_once_are_one_ruling(transactional_db, gale, pia, ada):
    room = furnish_people(gale, pia)
    match = services.start_match(user=gale, code=room.code)
    for seat in (0, 1, 2):
        endwishes.want_to_end(match_id=match.pk, seat=seat, on=True)
    results = at_once(
        lambda: endwishes.want_to_end(match_id=match.pk, seat=3, on=True),
        lambda: rulings.end_early(match_id=match.pk, by_id=ada.pk, reason="so"),
    )
    assert sum(isinstance(result, AlreadyOver) for result in results) == 1
    assert Ruling.objects.filter(match=match).count() == 1


def test_s89_who_comes_back_before_the_match_is_locked_is_asked(writing, room, match, gale, pia, monkeypatch):
    services.leave_room(user=pia, code=room.code)
    load = endwishes.load

    def and_then_she_comes(match_id):
        stored = load(match_id)
        monkeypatch.setattr(endwishes, "load", load)
        services.join_room(user=pia, token=room.token)
        return stored

    monkeypatch.setattr(endwishes, "load", and_then_she_comes)
    services.want_to_end(user=gale, code=room.code, on=True)
    assert Match.objects.get(pk=match.pk).status == "playing"
    services.want_to_end(user=pia, code=room.code, on=True)
    assert Match.objects.get(pk=match.pk).status == "ended"
