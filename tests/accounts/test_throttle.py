"""Counting tries: whose they are, when they stop counting, and that none slips through."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory

from accounts.models import Attempt
from accounts.throttle import KEPT, PAIR_LIMITS, TooManyTries, client_address, forgive, knock, wait_sentence

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LOGIN, RESET = Attempt.Door.LOGIN, Attempt.Door.RESET
LIMIT = PAIR_LIMITS[LOGIN]


@pytest.mark.parametrize(
    ("meta", "address"),
    [
        ({"REMOTE_ADDR": "203.0.113.9"}, "203.0.113.9"),
        ({"REMOTE_ADDR": "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::"),
        ({"REMOTE_ADDR": "::ffff:203.0.113.9"}, "203.0.113.9"),
        ({"REMOTE_ADDR": "203.0.113.9", "HTTP_X_FORWARDED_FOR": "1.2.3.4"}, "203.0.113.9"),
        ({"REMOTE_ADDR": ""}, "unknown"),
    ],
)
def test_the_address_is_the_one_of_the_connection(meta, address):
    assert client_address(RequestFactory().get("/", **meta)) == address


def test_behind_our_proxy_the_address_is_the_one_the_proxy_saw(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    request = RequestFactory().get("/", HTTP_X_FORWARDED_FOR="1.2.3.4, 203.0.113.9", REMOTE_ADDR="10.0.0.1")
    assert client_address(request) == "203.0.113.9"


def test_the_window_slides(db):
    for second in range(LIMIT.count):
        knock(LOGIN, "gale01", "a", now=NOW + timedelta(seconds=second * 10))
    with pytest.raises(TooManyTries) as shut:
        knock(LOGIN, "gale01", "a", now=NOW + timedelta(seconds=100))
    assert shut.value.seconds == LIMIT.window.total_seconds() - 100
    knock(LOGIN, "gale01", "a", now=NOW + LIMIT.window)
    with pytest.raises(TooManyTries) as shut:
        knock(LOGIN, "gale01", "a", now=NOW + LIMIT.window)
    assert shut.value.seconds == 10


def test_doors_accounts_and_addresses_are_counted_apart(db):
    for _try in range(LIMIT.count):
        knock(LOGIN, "gale01", "a", now=NOW)
    knock(LOGIN, "pia01", "a", now=NOW)
    knock(LOGIN, "gale01", "b", now=NOW)
    knock(RESET, "gale01", "a", now=NOW)


def test_success_of_one_does_not_wash_another_clean(db):
    for _try in range(LIMIT.count):
        knock(LOGIN, "gale01", "a", now=NOW)
    forgive(knock(LOGIN, "xan01", "a", now=NOW))
    with pytest.raises(TooManyTries):
        knock(LOGIN, "gale01", "a", now=NOW)


def test_old_tries_are_not_kept(db):
    knock(LOGIN, "gale01", "a", now=NOW)
    knock(LOGIN, "pia01", "a", now=NOW + KEPT + timedelta(seconds=1))
    assert Attempt.objects.count() == 1


@pytest.mark.parametrize(
    ("seconds", "wait"), [(1, "1 second "), (59, "59 seconds"), (60, "1 minute "), (61, "2 minutes")]
)
def test_the_wait_is_a_sentence(seconds, wait):
    from django.utils import translation

    with translation.override("en"):
        assert wait in wait_sentence(seconds)
