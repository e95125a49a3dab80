"""The running table of a room."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from game.models import Match, Seat
from rooms import services
from rooms.models import Membership, Room, RoomMatch
from rooms.snapshot import snapshot
from rooms.standings import Kind, standings
from tests.rooms.conftest import finish, old_match, seats_of


def lines(room, kind=Kind.MEMBER):
    return [(s.name, s.matches, s.wins, s.points) for s in standings(room) if s.kind is kind]


def places(room):
    return [(s.place, s.name, s.average) for s in standings(room) if s.kind is Kind.MEMBER]


def test_a_new_room_has_none(room):
    assert lines(room) == []


def test_it_counts_matches_wins_and_points_of_people(room, gale, pia):
    old_match(room, [gale, pia], [0, 1, 2, 3])
    old_match(room, [pia, gale], [0, 2, 1, 3])
    assert lines(room) == [("피아", 2, 1, 5), ("게일", 2, 1, 4)]


def test_a_running_match_counts_nothing_yet(room, gale):
    services.start_match(user=gale, code=room.code)
    assert lines(room) == []


def test_other_rooms_count_elsewhere(room, gale, pia):
    other = services.create_room(host=gale, name="다른 방")
    old_match(other, [gale, pia], [0, 1, 2, 3])
    assert lines(room) == []


def test_points_come_first_then_wins_then_the_average_place_and_ties_share(room, gale, pia, wim, xan):
    services.join_room(user=xan, code=room.code)
    old_match(room, [gale, pia, wim, xan], [0, 1, 2, 3])
    assert places(room) == [(1, "게일", 1.0), (2, "피아", 2.0), (3, "빔", 3.0), (4, "Xan", 4.0)]
    old_match(room, [pia, gale, xan, wim], [0, 1, 2, 3])
    assert places(room) == [(1, "게일", 1.5), (1, "피아", 1.5), (3, "Xan", 3.5), (3, "빔", 3.5)]
    # Five points each, but Pia won more often; a third match lifts Gale over her.
    old_match(room, [gale, wim, pia, xan], [3, 1, 2, 0])
    assert [place for place, *_ in places(room)] == [1, 2, 3, 4]
    assert lines(room)[0] == ("피아", 3, 1, 6)


def test_more_wins_break_a_tie_of_points(room, gale, pia):
    old_match(room, [gale, pia], [0, 2, 3, 1])  # 3 and 0
    old_match(room, [gale, pia], [2, 3, 1, 0])  # 0 and 1
    old_match(room, [gale, pia], [2, 1, 3, 0])  # 0 and 2
    assert [s[1:] for s in lines(room)] == [(3, 1, 3), (3, 0, 3)]
    assert [place for place, *_ in places(room)] == [1, 2]


def test_people_who_left_and_bots_stand_apart(room, gale, pia, wim):
    old_match(room, [gale, pia], [1, 0, 2, 3])
    old_match(room, [gale, wim], [2, 3, 1, 0])
    services.leave_room(user=pia, code=room.code)
    guest = User.objects.create(username="guest1", display_name="손님이", is_guest=True)
    old_match(room, [guest], [0, 1, 2, 3])
    guest.delete()
    assert lines(room) == [("게일", 2, 0, 2), ("빔", 1, 0, 1)]
    assert lines(room, Kind.LEFT) == [("손님이", 1, 1, 3), ("피아", 1, 1, 3)]
    # Seats of all easy bots together: 1 and 0, 3 and 2, 2 and 1 and 0.
    assert lines(room, Kind.BOT) == [("easy", 3, 1, 9)]
    assert {s.place for s in standings(room) if s.kind is not Kind.MEMBER} == {None}
    assert [s.kind for s in standings(room)] == [Kind.MEMBER, Kind.MEMBER, Kind.LEFT, Kind.LEFT, Kind.BOT]


def test_they_show_in_the_waiting_room(room, gale, pia, browser_of):
    old_match(room, [gale, pia], [1, 0, 2, 3])
    assert [s.name for s in snapshot(room.code).standings] == ["피아", "게일", "easy"]
    text = browser_of(pia).get(f"/r/{room.code}/").text
    assert 'scope="row">피아</th><td>1</td><td>1</td><td>3</td><td>1.0</td>' in text
    assert 'class="apart"' in text and ">봇</th>" in text


def test_they_are_reached_while_a_match_runs_and_after_it(room, gale, pia, browser_of):
    old_match(room, [gale, pia], [1, 0, 2, 3])
    url = f"/r/{room.code}/standings/"
    match = services.start_match(user=gale, code=room.code)
    assert snapshot(room.code).standings == ()
    assert f'href="{url}"' in browser_of(pia).get(f"/r/{room.code}/people/").text
    text = browser_of(pia).get(url).text
    assert 'scope="row">피아</th>' in text and "게임으로 돌아가기" in text
    finish(match, [1, 0, 2, 3])
    assert "<td>2</td><td>2</td><td>6</td><td>1.0</td>" in browser_of(pia).get(url).text


def test_the_page_says_when_there_is_nothing_yet(room, pia, browser_of):
    text = browser_of(pia).get(f"/r/{room.code}/standings/").text
    assert (
        "끝난 게임이 여기에 쌓여요" in text and 'id="standings" aria-labelledby="standings-h" hidden' in text
    )


def test_refuses_a_stranger(room, gale, xan, browser_of):
    old_match(room, [gale], [0, 1, 2, 3])
    answer = browser_of(xan).get(f"/r/{room.code}/standings/")
    assert answer.status_code == 404
    assert "게일" not in answer.text


def test_a_thousand_matches_are_added_up_in_two_queries(room, gale, pia, wim, django_assert_num_queries):
    many(room, [gale, pia, wim], 1_000)
    with django_assert_num_queries(2):
        found = standings(room)
    assert [(s.kind, s.matches) for s in found] == [(Kind.MEMBER, 1_000)] * 3 + [(Kind.BOT, 1_000)]
    assert sum(s.wins for s in found) == 1_000
    assert sum(s.points for s in found) == 1_000 * (3 + 2 + 1)


def many(room, people, count):
    """Writes so many finished matches of these people and a bot, who win in turn."""
    matches = Match.objects.bulk_create(
        Match(
            room_code=room.code,
            engine="1",
            options=room.options,
            players=4,
            seed=b"\0" * 32,
            commitment="",
            opened_at=0,
            status=Match.Status.FINISHED,
        )
        for _ in range(count)
    )
    Seat.objects.bulk_create(
        Seat(
            match=match,
            index=index,
            user=people[index] if index < 3 else None,
            name="x",
            bot=None if index < 3 else "easy",
            place=(index + number) % 4 + 1,
            points=3 - (index + number) % 4,
        )
        for number, match in enumerate(matches)
        for index in range(4)
    )
    RoomMatch.objects.bulk_create(
        RoomMatch(room=room, match=match, number=number) for number, match in enumerate(matches, 1)
    )


def test_s101_after_three_weeks_a_room_starts_again_with_one_new_member(room, gale, pia, wim, xan):
    match = services.start_match(user=gale, code=room.code)
    finish(match, [1, 0, 2, 3])
    long_ago = timezone.now() - timedelta(weeks=3)
    Room.objects.update(created_at=long_ago)
    Membership.objects.update(joined_at=long_ago, present_until=long_ago)
    services.leave_room(user=pia, code=room.code)
    services.join_room(user=xan, code=room.code)
    # Seats follow the new roster, and what was played stays with those who played it.
    again = services.start_match(user=gale, code=room.code)
    assert [seat.user for seat in again.seats.select_related("user")] == [gale, xan, None, None]
    assert list(seats_of(room)) == [0, 1, 2, 3]
    finish(again, [0, 1, 2, 3])
    assert lines(room) == [("게일", 2, 1, 5), ("Xan", 1, 0, 2)]
    services.join_room(user=pia, code=room.code)
    assert lines(room) == [("게일", 2, 1, 5), ("피아", 1, 1, 3), ("Xan", 1, 0, 2)]
