"""Rooms nobody ever played in are closed after a while; rooms with matches are asleep for as long as it takes."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from rooms import services
from rooms.models import Membership, Room
from rooms.presence import renew_presence
from tests.rooms.conftest import finish, old_match


def days_ago(days):
    return timezone.now() - timedelta(days=days, minutes=1)


def aged(host, name, days):
    room = services.create_room(host=host, name=name)
    age(room, days)
    return room


def age(room, days):
    Room.objects.filter(pk=room.pk).update(created_at=days_ago(days))
    Membership.objects.filter(room=room).update(joined_at=days_ago(days))


def still_open():
    return set(Room.objects.filter(closed_at=None).values_list("name", flat=True))


def test_s64_empty_waiting_rooms_expire_and_rooms_with_matches_sleep(gale, pia, capsys):
    aged(gale, "새 방", 0), aged(gale, "스물아홉", 29), aged(gale, "서른", 30)
    played, running = aged(gale, "명절 대회", 400), aged(gale, "진행 중", 400)
    old_match(played, [gale, pia], [0, 1, 2, 3])
    for _ in range(3):
        services.add_bot(user=gale, code=running.code)
    services.start_match(user=gale, code=running.code)
    age(running, 400)
    call_command("close_unused_rooms")
    assert still_open() == {"새 방", "스물아홉", "명절 대회", "진행 중"}
    assert capsys.readouterr().out == "Closed 1 room unused for 30 days; 4 rooms left.\n"
    call_command("close_unused_rooms")
    assert capsys.readouterr().out == "Closed 0 rooms unused for 30 days; 4 rooms left.\n"


def test_whoever_came_or_joined_lately_keeps_it_open(gale, pia, xan):
    joined, opened, left = aged(gale, "들어온", 90), aged(gale, "열어 본", 90), aged(gale, "닫은", 90)
    services.join_room(user=pia, code=joined.code)
    for room, days in ((opened, 29), (left, 30)):
        renew_presence(code=room.code, user_id=gale.pk)
        room.memberships.update(present_until=days_ago(days))
    call_command("close_unused_rooms")
    assert still_open() == {"들어온", "열어 본"}


def test_bots_are_nobody_and_a_match_is_a_match_even_when_its_result_was_put_away(gale):
    bots, cleared = aged(gale, "봇만", 90), aged(gale, "치운", 90)
    for room in (bots, cleared):
        for _ in range(3):
            services.add_bot(user=gale, code=room.code)
    age(cleared, 90)
    finish(services.start_match(user=gale, code=cleared.code), [0, 1, 2, 3])
    services.clear_table(user=gale, code=cleared.code)
    call_command("close_unused_rooms")
    assert still_open() == {"치운"}


def test_a_room_somebody_opens_meanwhile_stays(gale):
    room = aged(gale, "서른", 30)
    since = timezone.now() - timedelta(days=30)
    assert services.unused_rooms(since=since).exists()
    renew_presence(code=room.code, user_id=gale.pk)
    assert not services.close_unused_room(room_id=room.pk, since=since)
    assert not services.close_unused_room(room_id=room.pk + 1, since=since)
    assert still_open() == {"서른"}


def test_open_pages_hear_of_it(gale, changes, django_capture_on_commit_callbacks):
    room = aged(gale, "서른", 30)
    changes.clear()
    with django_capture_on_commit_callbacks(execute=True):
        call_command("close_unused_rooms")
    assert changes == [room.code]


def test_a_dry_run_says_which_and_closes_none(gale, capsys):
    old = aged(gale, "서른", 30)
    aged(gale, "새 방", 0)
    day = Room.objects.get(pk=old.pk).created_at
    call_command("close_unused_rooms", "--dry-run", "--days", "7")
    assert capsys.readouterr().out == (
        f"서른 ({old.code}): made {day:%Y-%m-%d}\nWould close 1 room unused for 7 days; 2 in all.\n"
    )
    assert still_open() == {"서른", "새 방"}


@pytest.mark.django_db
@pytest.mark.parametrize("days", ["0", "-1", "99999"])
def test_days_that_make_no_sense_are_refused(days):
    with pytest.raises(CommandError, match="--days"):
        call_command("close_unused_rooms", f"--days={days}")
