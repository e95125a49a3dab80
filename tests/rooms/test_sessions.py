"""Which log-ins have ended, asked of everybody who is here at once."""

from datetime import timedelta

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from rooms.sessions import LogIn, ended_sessions


def log_in(user):
    """A log-in as a socket keeps it."""
    browser = Client()
    browser.force_login(user)
    return LogIn(user.pk, browser.session.session_key, browser.session[HASH_SESSION_KEY])


def test_every_way_to_end_a_log_in_is_seen_in_two_queries(
    gale, pia, wim, xan, ada, django_assert_num_queries
):
    good, logged_out, expired, locked, deleted, changed = (
        log_in(user) for user in (gale, gale, pia, wim, xan, ada)
    )
    everybody = {good, logged_out, expired, locked, deleted, changed}
    assert ended_sessions(everybody) == set()
    Session.objects.get(pk=logged_out.session_key).delete()
    Session.objects.filter(pk=expired.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    User.objects.filter(pk=wim.pk).update(is_active=False)
    xan.delete()
    ada.set_password("another horse 8")
    ada.save()
    with django_assert_num_queries(2):
        assert ended_sessions(everybody) == everybody - {good}
    forged = LogIn(good.user_id, good.session_key, "0" * 64)
    assert ended_sessions({good, forged}) == {forged}
