"""Who has the room open."""

from datetime import timedelta

from django.utils import timezone

from rooms import live
from rooms.presence import LEASE_SECONDS, renew_leases, renew_presence, shorten_presence, tell_absence


def lease(room, user):
    return room.memberships.get(user=user).present_until


def test_coming_is_told_once_staying_is_not(room, gale, changes, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert renew_presence(code=room.code, user_id=gale.pk)
    with django_capture_on_commit_callbacks(execute=True):
        assert not renew_presence(code=room.code, user_id=gale.pk)
    assert changes == [room.code]
    assert timedelta(0) < lease(room, gale) - timezone.now() <= timedelta(seconds=LEASE_SECONDS)


def test_a_lease_that_ran_out_is_an_absence(room, gale):
    renew_presence(code=room.code, user_id=gale.pk, seconds=-1)
    assert renew_presence(code=room.code, user_id=gale.pk)


def test_going_cuts_the_lease_short_and_is_told_when_it_has_run_out(room, gale, changes):
    renew_presence(code=room.code, user_id=gale.pk)
    changes.clear()
    shorten_presence(code=room.code, user_id=gale.pk, seconds=8)
    assert timedelta(0) < lease(room, gale) - timezone.now() <= timedelta(seconds=8)
    tell_absence(code=room.code, user_id=gale.pk)
    assert changes == []
    shorten_presence(code=room.code, user_id=gale.pk, seconds=0)
    tell_absence(code=room.code, user_id=gale.pk)
    assert changes == [room.code]


def test_going_lengthens_no_lease(room, gale):
    renew_presence(code=room.code, user_id=gale.pk, seconds=3)
    before = lease(room, gale)
    shorten_presence(code=room.code, user_id=gale.pk, seconds=8)
    assert lease(room, gale) == before


def test_a_tab_in_another_process_renews_the_lease_before_it_runs_out(room, gale, changes):
    renew_presence(code=room.code, user_id=gale.pk)
    changes.clear()
    shorten_presence(code=room.code, user_id=gale.pk, seconds=live.MERCY_SECONDS)
    assert live.MERCY_SECONDS > live.SWEEP_SECONDS, "or the other process would be too late"
    renew_leases([room.memberships.get(user=gale).pk])
    tell_absence(code=room.code, user_id=gale.pk)
    assert changes == []
    assert lease(room, gale) - timezone.now() > timedelta(seconds=LEASE_SECONDS - 5)


def test_a_stranger_is_nowhere(room, xan, changes, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert not renew_presence(code=room.code, user_id=xan.pk)
        shorten_presence(code=room.code, user_id=xan.pk, seconds=0)
        tell_absence(code=room.code, user_id=xan.pk)
    assert changes == []


def test_many_leases_are_renewed_in_one_statement(room, gale, pia, django_assert_num_queries):
    keys = [room.memberships.get(user=user).pk for user in (gale, pia)]
    with django_assert_num_queries(1):
        renew_leases([*keys, *keys])
    assert lease(room, gale) == lease(room, pia) > timezone.now()


def test_a_lease_is_written_again_only_when_it_has_lost_some_time(room, gale):
    renew_presence(code=room.code, user_id=gale.pk)
    key, before = room.memberships.get(user=gale).pk, lease(room, gale)
    renew_leases([key])
    assert lease(room, gale) == before
    older = before - timedelta(seconds=LEASE_SECONDS / 2)
    room.memberships.filter(pk=key).update(present_until=older)
    renew_leases([key])
    assert lease(room, gale) >= before
