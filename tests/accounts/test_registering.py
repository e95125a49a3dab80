"""A guest becomes a registered account: the same row, the same log-in, and now a password."""

from datetime import timedelta
from unittest import mock

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import forms, services
from accounts.models import Attempt, User
from accounts.signals import guest_registered
from accounts.throttle import ADDRESS_LIMITS
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:register")
GOOD = {"display_name": "지우", "username": "jiwoo", "password": PASSWORD, "email": ""}


@pytest.fixture
def guest(db):
    return services.make_guest(display_name="지우", language="en")


def test_a_guest_gets_username_and_password_and_stays_logged_in(browser_of, guest):
    browser = browser_of(guest)
    old_key = browser.session.session_key
    response = browser.post(URL, GOOD | {"email": "Jiwoo@example.org"}, follow=True)
    assert response.redirect_chain == [(reverse("rooms:lobby"), 302)]
    assert "You have an account now. Everything is still yours." in response.text
    account = User.objects.get(username="jiwoo")
    assert (account.pk, account.display_name, account.is_guest) == (guest.pk, "지우", False)
    assert account.email == "jiwoo@example.org"
    assert account.check_password(PASSWORD)
    assert account.date_joined == guest.date_joined
    assert browser.session["_auth_user_id"] == str(guest.pk)
    assert browser.session.session_key != old_key
    assert not Session.objects.filter(session_key=old_key).exists()


def test_the_account_opens_on_another_device(browser_of, guest):
    browser_of(guest).post(URL, GOOD)
    elsewhere = Client()
    elsewhere.post(reverse("accounts:login"), {"account": "jiwoo", "password": PASSWORD})
    assert elsewhere.session["_auth_user_id"] == str(guest.pk)


def test_the_page_knows_the_nickname_and_takes_another(browser_of, guest):
    browser = browser_of(guest)
    assert 'value="지우"' in browser.get(URL).text
    browser.post(URL, GOOD | {"display_name": "민준"})
    guest.refresh_from_db()
    assert (guest.display_name, guest.display_key, guest.username) == ("민준", "민준", "jiwoo")


def test_next_is_kept_and_followed_inside_the_site_only(browser_of, guest):
    browser = browser_of(guest)
    assert 'name="next" value="/rules/"' in browser.get(URL, {"next": "/rules/"}).text
    refused = browser.post(URL, GOOD | {"username": "x", "next": "/rules/"})
    assert 'name="next" value="/rules/"' in refused.text
    assert browser.post(URL, GOOD | {"next": "//evil.example/"}).url == reverse("rooms:lobby")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("display_name", "지"),
        ("display_name", "gale"),
        ("display_name", "<img src=x onerror=alert(1)>"),
        ("username", "abc"),
        ("username", "gale01"),
        ("password", ""),
        ("password", "short"),
        ("password", "jiwoo123"),
        ("email", "gale@example.org"),
        ("email", "지우@"),
    ],
)
def test_a_refused_form_changes_nothing_and_keeps_the_rest(browser_of, guest, gale, field, value):
    response = browser_of(guest).post(URL, GOOD | {field: value})
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    assert "<img src=x" not in response.text
    assert PASSWORD not in response.text
    now = User.objects.get(pk=guest.pk)
    assert (now.is_guest, now.username, now.display_name) == (True, guest.username, "지우")
    assert not now.has_usable_password()


def test_losing_the_race_for_a_name_is_a_refusal_not_a_crash(browser_of, guest, gale):
    with mock.patch.object(forms.SignUpForm, "clean_username", lambda form: form.cleaned_data["username"]):
        browser_of(guest).post(URL, GOOD | {"username": "gale01"})
    guest.refresh_from_db()
    assert (guest.is_guest, guest.display_name) == (True, "지우")
    assert not guest.has_usable_password()


def test_registering_twice_changes_the_account_once(guest):
    values = {"display_name": "지우", "password": PASSWORD, "email": ""}
    services.register(user=guest, username="jiwoo", **values)
    with pytest.raises(services.NoGuest):
        services.register(user=guest, username="other1", **values)
    assert User.objects.get(pk=guest.pk).username == "jiwoo"


def test_a_second_tab_that_registers_later_is_led_to_the_account(browser_of, guest):
    browser = browser_of(guest)
    with mock.patch.object(services, "register", side_effect=services.NoGuest):
        assert browser.post(URL, GOOD).url == reverse("accounts:settings")


def test_others_hear_of_it_once_it_is_committed(guest, django_capture_on_commit_callbacks):
    heard = []

    def hear(user, **_):
        heard.append((user.pk, user.is_guest))

    guest_registered.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            services.register(user=guest, username="jiwoo", display_name="지우", password=PASSWORD, email="")
            assert heard == []
    finally:
        guest_registered.disconnect(hear)
    assert heard == [(guest.pk, False)]


def test_refuses_a_stranger(visitor):
    for response in (visitor.get(URL), visitor.post(URL, GOOD)):
        assert response.url == f"{reverse('accounts:login')}?next={URL}"
    assert not User.objects.exists()


def test_whoever_is_registered_goes_on_unchanged(browser_of, pia):
    browser = browser_of(pia)
    assert browser.get(URL).url == reverse("accounts:settings")
    assert browser.post(URL, GOOD | {"next": "/rules/"}).url == "/rules/"
    pia.refresh_from_db()
    assert (pia.username, pia.check_password(PASSWORD), pia.display_name) == ("pia01", True, "Pia")


def test_a_form_from_elsewhere_is_refused(guest):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(guest)
    assert strict.post(URL, GOOD).status_code == 403
    assert User.objects.get().is_guest


def test_rights_are_not_taken_from_the_form(browser_of, guest):
    browser_of(guest).post(URL, GOOD | {"is_staff": "on", "is_superuser": "on", "pk": "1"})
    account = User.objects.get(username="jiwoo")
    assert not (account.is_staff or account.is_superuser)


def test_too_many_from_one_address_have_to_wait(browser_of, guest):
    limit = ADDRESS_LIMITS[Attempt.Door.SIGNUP].count
    Attempt.objects.bulk_create(
        Attempt(door=Attempt.Door.SIGNUP, account=str(n), address="127.0.0.1", at=timezone.now())
        for n in range(limit)
    )
    response = browser_of(guest).post(URL, GOOD)
    assert response.status_code == 429
    assert 'value="jiwoo"' in response.text
    Attempt.objects.update(at=timezone.now() - timedelta(hours=2))
    assert browser_of(guest).post(URL, GOOD).status_code == 302


# ── the account page and the doors of a guest ──


def test_the_account_page_of_a_guest_leads_to_registering_and_asks_for_no_password(browser_of, guest):
    html = browser_of(guest).get(reverse("accounts:settings")).text
    assert f'<a class="btn wide" href="{URL}">Sign up</a>' in html
    assert guest.username not in html
    for absent in ('name="email"', 'name="password"', reverse("accounts:password_change")):
        assert absent not in html


def test_a_guest_changes_nickname_and_language_but_gets_no_email(browser_of, guest):
    form = {"display_name": "민준", "language": "ko", "email": "x@example.org", "password": "x"}
    assert browser_of(guest).post(reverse("accounts:settings"), form).status_code == 302
    guest.refresh_from_db()
    assert (guest.display_name, guest.language, guest.email) == ("민준", "ko", None)
    assert not Attempt.objects.exists()


def test_a_guest_who_wants_to_change_the_password_is_led_to_registering(browser_of, guest):
    browser, change = browser_of(guest), reverse("accounts:password_change")
    assert browser.get(change).url == URL
    assert browser.post(change, {"current": "", "password": PASSWORD}).url == URL
    assert not User.objects.get().has_usable_password()


@pytest.mark.parametrize("password", ["", "!", PASSWORD])
def test_no_password_opens_a_guest(visitor, guest, password):
    for account in (guest.username, guest.display_name):
        door = visitor.post(reverse("accounts:login"), {"account": account, "password": password})
        assert door.status_code == 422
    assert "_auth_user_id" not in visitor.session


def test_logging_out_asks_a_guest_first(browser_of, guest):
    browser, door = browser_of(guest), reverse("accounts:logout")
    asked = browser.post(door, follow=True)
    assert asked.redirect_chain == [(door, 302)]
    assert "you cannot come back under this nickname" in asked.text
    assert f'href="{URL}"' in asked.text
    assert browser.session["_auth_user_id"] == str(guest.pk)
    assert browser.get(door, {"sure": "1"}).status_code == 200
    assert browser.session["_auth_user_id"] == str(guest.pk)
    assert browser.post(door, {"sure": "1"}).url == reverse("accounts:login")
    assert "_auth_user_id" not in browser.session
    # The nickname stays theirs until the account is removed: nobody else can pass for them meanwhile.
    assert User.objects.get(display_name="지우") == guest


def test_logging_out_a_guest_from_elsewhere_is_refused(guest):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(guest)
    assert strict.post(reverse("accounts:logout"), {"sure": "1"}).status_code == 403


def test_a_username_that_is_taken_by_chance_is_drawn_again(guest, monkeypatch):
    draws = iter([guest.username.removeprefix("guest"), "fresh"])
    monkeypatch.setattr(services, "get_random_string", lambda *_: next(draws))
    assert services.make_guest(display_name="민준", language="ko").username == "guestfresh"


def test_the_admin_finds_guests(browser_of, ada, guest):
    page = reverse("admin:accounts_user_changelist")
    guests = browser_of(ada).get(page, {"is_guest__exact": "1"}).text
    others = browser_of(ada).get(page, {"is_guest__exact": "0"}).text
    assert guest.username in guests and "ada01" not in guests.split("result_list")[1]
    assert guest.username not in others
    change = reverse("admin:accounts_user_change", args=[guest.pk])
    form = {"username": guest.username, "display_name": "지우", "language": "en", "email": ""}
    assert browser_of(ada).get(change).status_code == 200
    browser_of(ada).post(change, form | {"is_active": "on", "is_guest": "", "last_seen": ""})
    assert User.objects.get(pk=guest.pk).is_guest, "only registering ends it"
