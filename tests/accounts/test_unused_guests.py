"""Guests nobody has seen for 30 days go; being here is noted once a day."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts import services
from accounts.models import User


def guest(name, *, days=0):
    user = services.make_guest(display_name=name, language="ko")
    User.objects.filter(pk=user.pk).update(last_seen=timezone.now() - timedelta(days=days, minutes=1))
    return user


def names():
    return set(User.objects.values_list("display_name", flat=True))


def test_the_unused_go_and_the_others_stay(gale, capsys):
    User.objects.update(last_seen=timezone.now() - timedelta(days=400))
    guest("오늘"), guest("스물아홉", days=29), guest("서른", days=30), guest("오래", days=300)
    call_command("remove_unused_guests")
    assert names() == {"Gale", "오늘", "스물아홉"}
    assert capsys.readouterr().out == "Removed 2 guests not seen for 30 days; 2 guests left.\n"
    call_command("remove_unused_guests")
    assert capsys.readouterr().out == "Removed 0 guests not seen for 30 days; 2 guests left.\n"


@pytest.mark.django_db
def test_how_long_is_a_choice(capsys):
    guest("하루", days=1), guest("이틀", days=2)
    call_command("remove_unused_guests", "--days", "2")
    assert names() == {"하루"}


@pytest.mark.django_db
def test_a_dry_run_says_who_and_removes_nobody(capsys):
    old = guest("서른", days=30)
    guest("오늘")
    call_command("remove_unused_guests", "--dry-run")
    day = User.objects.get(pk=old.pk).last_seen
    assert capsys.readouterr().out == (
        f"서른: last seen {day:%Y-%m-%d}\nWould remove 1 guest not seen for 30 days; 2 in all.\n"
    )
    assert names() == {"서른", "오늘"}


@pytest.mark.django_db
@pytest.mark.parametrize("days", ["0", "-1", "99999"])
def test_days_that_make_no_sense_are_refused(days):
    guest("오늘")
    with pytest.raises(CommandError, match="--days"):
        call_command("remove_unused_guests", f"--days={days}")
    assert names() == {"오늘"}


@pytest.mark.django_db
def test_who_registers_is_never_removed():
    user = guest("지우", days=31)
    services.register(user=user, username="jiwoo", display_name="지우", password="seven tall pines", email="")
    call_command("remove_unused_guests", verbosity=0)
    assert names() == {"지우"}


@pytest.mark.django_db
def test_who_was_seen_between_looking_and_removing_stays():
    user = guest("지우", days=31)
    limit = timezone.now() - timedelta(days=30)
    User.objects.filter(pk=user.pk).update(last_seen=timezone.now())
    assert not services.remove_guest(user_id=user.pk, unseen_since=limit)
    assert names() == {"지우"}


@pytest.mark.django_db
def test_a_guest_who_was_made_a_host_by_mistake_goes_too_and_the_room_is_without_one(capsys):
    from rooms.models import Room

    host = guest("방장", days=40)
    room = Room.objects.create(name="방", host=host)  # no service would: a mistake made by hand
    call_command("remove_unused_guests")
    room.refresh_from_db()
    assert names() == set() and room.host is None
    assert capsys.readouterr().out == "Removed 1 guest not seen for 30 days; 0 guests left.\n"


@pytest.mark.django_db
def test_being_here_is_noted_once_a_day_and_lets_the_session_last_anew(browser_of):
    user = guest("지우", days=20)
    browser = browser_of(user)
    response = browser.get("/rules/")
    seen = User.objects.get().last_seen
    assert timezone.now() - seen < timedelta(minutes=1)
    assert "sessionid" in response.cookies
    assert int(response.cookies["sessionid"]["max-age"]) > 80 * 24 * 3600
    again = browser.get("/rules/")
    assert User.objects.get().last_seen == seen
    assert "sessionid" not in again.cookies


def test_a_session_meant_to_end_with_the_browser_still_does(browser_of, gale):
    User.objects.update(last_seen=timezone.now() - timedelta(days=2))
    browser = browser_of(gale)
    session = browser.session
    session.set_expiry(0)
    session.save()
    response = browser.get("/rules/")
    assert response.cookies["sessionid"]["max-age"] == ""
    assert browser.session.get_expire_at_browser_close()
