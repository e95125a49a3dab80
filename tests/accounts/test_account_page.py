"""The account page: name, language and e-mail of whoever is logged in, and of nobody else."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Attempt, User
from accounts.throttle import PAIR_LIMITS
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:settings")
PIA = {"display_name": "Pia", "language": "en", "email": "", "password": ""}


def test_shows_the_account_of_whoever_is_logged_in(browser_of, pia):
    html = browser_of(pia).get(URL).content.decode()
    assert 'value="Pia"' in html
    assert "Username: pia01" in html
    assert "/admin/" not in html


def test_refuses_a_stranger(visitor, pia):
    for response in (visitor.get(URL), visitor.post(URL, PIA | {"display_name": "Xan"})):
        assert response.url == f"{reverse('accounts:login')}?next={URL}"
    pia.refresh_from_db()
    assert pia.display_name == "Pia"


def test_a_nickname_is_changed(browser_of, pia, xan):
    response = browser_of(pia).post(
        URL, PIA | {"display_name": "지우", "id": xan.pk, "pk": xan.pk, "username": "xan01"}, follow=True
    )
    pia.refresh_from_db()
    xan.refresh_from_db()
    assert (pia.display_name, pia.display_key, pia.username, xan.display_name) == (
        "지우",
        "지우",
        "pia01",
        "Xan",
    )
    assert "Saved." in response.content.decode()


def test_rights_are_not_taken_from_the_form(browser_of, pia):
    browser_of(pia).post(URL, PIA | {"is_staff": "on", "is_superuser": "on"})
    pia.refresh_from_db()
    assert not pia.is_staff
    assert not pia.is_superuser


def test_ones_own_name_in_other_letters_is_not_taken(browser_of, pia):
    assert browser_of(pia).post(URL, PIA | {"display_name": "PIA"}).status_code == 302


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("display_name", "지"),
        ("display_name", "gale"),
        ("display_name", "지\u202e우"),
        ("display_name", "<img src=x onerror=alert(1)>"),
        ("language", "fr"),
        ("language", "한국어"),
        ("email", "지우@"),
        ("email", "gale@example.org"),
    ],
)
def test_a_refused_change_changes_nothing_and_keeps_what_was_typed(browser_of, pia, gale, field, value):
    response = browser_of(pia).post(URL, PIA | {field: value})
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert "<img src=x" not in response.content.decode()
    pia.refresh_from_db()
    assert (pia.display_name, pia.language, pia.email) == ("Pia", "en", None)


def test_a_new_language_speaks_at_once(browser_of, pia):
    response = browser_of(pia).post(URL, PIA | {"language": "ko"}, follow=True)
    html = response.content.decode()
    assert '<html lang="ko"' in html
    assert "저장했어요." in html


def test_a_new_email_needs_the_password(browser_of, pia):
    browser = browser_of(pia)
    new = PIA | {"email": "Pia@Example.org"}
    assert browser.post(URL, new).status_code == 422
    assert browser.post(URL, new | {"password": "wrong horse"}).status_code == 422
    assert User.objects.get(pk=pia.pk).email is None
    assert browser.post(URL, new | {"password": PASSWORD}).status_code == 302
    assert User.objects.get(pk=pia.pk).email == "pia@example.org"


def test_guessing_the_password_from_inside_is_counted_too(browser_of, pia):
    browser = browser_of(pia)
    new = PIA | {"email": "pia@example.org", "password": "wrong horse"}
    for _try in range(PAIR_LIMITS[Attempt.Door.LOGIN].count):
        assert browser.post(URL, new).status_code == 422
    assert browser.post(URL, new | {"password": PASSWORD}).status_code == 429
    assert User.objects.get(pk=pia.pk).email is None


def test_a_form_from_elsewhere_is_refused(pia):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(pia)
    assert strict.post(URL, PIA | {"display_name": "Xan"}).status_code == 403
    assert User.objects.get(pk=pia.pk).display_name == "Pia"
