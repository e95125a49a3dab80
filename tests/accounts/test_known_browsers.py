"""One bad guesser at an address: nobody who was in their account from this browser before is locked out with them."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.known import COOKIE
from accounts.models import Attempt
from accounts.throttle import ADDRESS_LIMITS, PAIR_LIMITS
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:login")
LIMIT = PAIR_LIMITS[Attempt.Door.LOGIN].count
AN_ADDRESS = ADDRESS_LIMITS[Attempt.Door.LOGIN].count


def _enter(client, account="gale01", password=PASSWORD):
    return client.post(URL, {"account": account, "password": password}).status_code


@pytest.fixture
def known(gale):
    """A browser that Gale has used."""
    browser = Client()
    assert _enter(browser) == 302
    browser.post(reverse("accounts:logout"))
    return browser


def test_s95_a_guesser_of_one_account_and_of_many_locks_nobody_out_who_was_here_before(known, gale, pia):
    guesser = Client()
    for _try in range(LIMIT + 1):
        _enter(guesser, password="wrong horse")
    for number in range(AN_ADDRESS):
        _enter(guesser, account=f"someone{number}", password="wrong horse")
    assert _enter(guesser) == _enter(Client(), account="pia01") == 429
    assert _enter(known) == 302


def test_a_known_browser_is_counted_as_well(known):
    for _try in range(LIMIT):
        assert _enter(known, password="wrong horse") == 422
    assert _enter(known) == 429


def test_it_is_known_for_its_own_accounts_only(known, pia):
    guesser = Client()
    for number in range(AN_ADDRESS + 1):
        _enter(guesser, account=f"someone{number}", password="wrong horse")
    assert _enter(known, account="pia01") == 429


def test_a_cookie_of_ones_own_making_helps_nobody(known, gale):
    forged = Client()
    value = known.cookies[COOKIE].value
    forged.cookies[COOKIE] = value.replace(value[0], "0" if value[0] != "0" else "1", 1)
    for _try in range(LIMIT):
        _enter(Client(), password="wrong horse")
    assert _enter(forged) == 429


def test_the_cookie_says_nobodys_name_and_is_for_the_door_alone(known):
    cookie = known.cookies[COOKIE]
    assert "gale" not in cookie.value
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/accounts/"
