"""Changing the password: the old one is asked for, this browser stays, every other one has to log in again."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Attempt
from accounts.throttle import PAIR_LIMITS
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:password_change")
NEW = "eight small boats"


def test_this_browser_stays_and_the_others_go(browser_of, pia):
    here, there = browser_of(pia), browser_of(pia)
    key = here.session.session_key
    response = here.post(URL, {"current": PASSWORD, "password": NEW}, follow=True)
    assert "Your password has been changed." in response.content.decode()
    assert here.session.session_key != key
    assert there.get(reverse("accounts:settings")).status_code == 302
    pia.refresh_from_db()
    assert pia.check_password(NEW)


@pytest.mark.parametrize(
    ("current", "new", "field"),
    [
        ("wrong horse", NEW, "current"),
        ("", NEW, "current"),
        (PASSWORD, "", "password"),
        (PASSWORD, "short", "password"),
        (PASSWORD, "pia01pia01"[:8], "password"),
        (PASSWORD, "비밀", "password"),
    ],
)
def test_a_refused_change_changes_nothing(browser_of, pia, current, new, field):
    response = browser_of(pia).post(URL, {"current": current, "password": new})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    pia.refresh_from_db()
    assert pia.check_password(PASSWORD)


def test_refuses_a_stranger(visitor):
    assert visitor.get(URL).url == f"{reverse('accounts:login')}?next={URL}"
    assert visitor.post(URL, {"current": PASSWORD, "password": NEW}).status_code == 302


def test_guessing_is_counted(browser_of, pia):
    browser = browser_of(pia)
    for _try in range(PAIR_LIMITS[Attempt.Door.LOGIN].count):
        browser.post(URL, {"current": "wrong horse", "password": NEW})
    assert browser.post(URL, {"current": PASSWORD, "password": NEW}).status_code == 429


def test_a_form_from_elsewhere_is_refused(pia):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(pia)
    assert strict.post(URL, {"current": PASSWORD, "password": NEW}).status_code == 403
