"""The door: username or e-mail, one answer for every wrong try, and a limit to trying."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Attempt
from accounts.throttle import ADDRESS_LIMITS, PAIR_LIMITS
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:login")
LIMIT = PAIR_LIMITS[Attempt.Door.LOGIN].count


def _enter(client, account, password=PASSWORD, **more):
    return client.post(URL, {"account": account, "password": password, "keep": "on"} | more)


@pytest.mark.parametrize("account", ["gale01", "Gale01 ", "gale@example.org", "GALE@example.org"])
def test_a_username_or_an_email_opens_the_door(visitor, gale, account):
    response = _enter(visitor, account)
    assert response.url == reverse("rooms:lobby")
    assert visitor.session["_auth_user_id"] == str(gale.pk)


def test_refuses_a_stranger_without_saying_what_was_wrong(visitor, gale):
    unknown, wrong = _enter(visitor, "nobody1"), _enter(visitor, "gale01", "wrong horse")
    sentence = "Username or password doesn’t match. Please check again."
    for response in (unknown, wrong):
        assert response.status_code == 422
        assert response.context["form"].non_field_errors() == [sentence]
    assert 'value="gale01"' in wrong.content.decode()
    assert "wrong horse" not in wrong.content.decode()


def test_a_locked_account_looks_like_a_wrong_password(visitor, gale):
    gale.is_active = False
    gale.save()
    response = _enter(visitor, "gale01")
    assert response.status_code == 422
    assert "doesn’t match" in response.content.decode()


@pytest.mark.parametrize(
    ("account", "password"),
    [
        ("", ""),
        ("지우", "한글 비밀번호"),
        ("<img src=x onerror=alert(1)>", "x"),
        ("\u202egale01", PASSWORD),
        ("x" * 300, "x"),
        ("gale01\x00", "x"),
        ("@", "x"),
    ],
)
def test_odd_input_is_refused_with_a_sentence(visitor, gale, account, password):
    response = _enter(visitor, account, password)
    assert response.status_code == 422
    assert response.context["form"].errors
    assert "<img src=x" not in response.content.decode()


def test_staying_logged_in_is_a_choice(visitor, gale):
    _enter(visitor, "gale01")
    assert not visitor.session.get_expire_at_browser_close()
    visitor.logout()
    visitor.post(URL, {"account": "gale01", "password": PASSWORD})
    assert visitor.session.get_expire_at_browser_close()


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_next_never_leads_to_another_site(visitor, gale, elsewhere):
    assert _enter(visitor, "gale01", next=elsewhere).url == reverse("rooms:lobby")


def test_next_inside_the_site_is_followed(visitor, gale):
    assert _enter(visitor, "gale01", next="/r/ABC234/?x=1").url == "/r/ABC234/?x=1"


def test_a_planted_session_key_is_worth_nothing_afterwards(visitor, gale):
    session = visitor.session
    session["planted"] = True
    session.save()
    visitor.cookies["sessionid"] = session.session_key
    _enter(visitor, "gale01")
    assert visitor.session["_auth_user_id"] == str(gale.pk)
    assert visitor.session.session_key != session.session_key


def test_a_form_from_elsewhere_is_refused(gale):
    strict = Client(enforce_csrf_checks=True)
    assert _enter(strict, "gale01").status_code == 403
    assert "_auth_user_id" not in strict.session


def test_too_many_wrong_tries_shut_the_door_for_a_while(visitor, gale):
    for _try in range(LIMIT):
        assert _enter(visitor, "gale01", "wrong horse").status_code == 422
    shut = _enter(visitor, "gale01")
    assert shut.status_code == 429
    assert "_auth_user_id" not in visitor.session
    assert 240 < int(shut.headers["Retry-After"]) <= 300
    assert shut.context["form"].non_field_errors() == ["Too many tries. Please wait 5 minutes and try again."]
    assert 'value="gale01"' in shut.content.decode()


def test_the_wait_is_said_in_korean_to_koreans(gale):
    korean = Client(headers={"accept-language": "ko"})
    for _try in range(LIMIT):
        _enter(korean, "gale01", "wrong horse")
    assert (
        "너무 여러 번 시도했어요. 5분 뒤에 다시 시도해 주세요." in _enter(korean, "gale01").content.decode()
    )


def test_the_door_opens_again_when_the_tries_are_old(visitor, gale):
    for _try in range(LIMIT):
        _enter(visitor, "gale01", "wrong horse")
    Attempt.objects.update(at=timezone.now() - timedelta(minutes=5, seconds=1))
    assert _enter(visitor, "gale01").status_code == 302


def test_trying_while_shut_does_not_make_the_wait_longer(visitor, gale):
    for _try in range(LIMIT + 4):
        _enter(visitor, "gale01", "wrong horse")
    assert Attempt.objects.count() == LIMIT


def test_username_and_email_share_one_count(visitor, gale):
    for _try in range(LIMIT):
        _enter(visitor, "gale@example.org", "wrong horse")
    assert _enter(visitor, "gale01").status_code == 429


def test_success_forgets_the_failures(visitor, gale):
    for _try in range(LIMIT - 1):
        _enter(visitor, "gale01", "wrong horse")
    _enter(visitor, "gale01")
    assert not Attempt.objects.exists()


def test_one_forgetful_person_does_not_lock_out_the_household(visitor, gale, pia):
    for _try in range(LIMIT + 1):
        _enter(visitor, "gale01", "wrong horse")
    assert _enter(Client(), "pia01").status_code == 302


def test_somebody_far_away_cannot_lock_an_account(gale):
    far = Client(REMOTE_ADDR="203.0.113.9")
    for _try in range(LIMIT + 1):
        _enter(far, "gale01", "wrong horse")
    assert _enter(Client(REMOTE_ADDR="198.51.100.7"), "gale01").status_code == 302


def test_trying_many_accounts_from_one_address_ends_too(visitor, gale):
    limit = ADDRESS_LIMITS[Attempt.Door.LOGIN].count
    now = timezone.now()
    Attempt.objects.bulk_create(
        Attempt(door="login", account=f"digest {n}", address="127.0.0.1", at=now) for n in range(limit)
    )
    assert _enter(visitor, "gale01").status_code == 429
    assert _enter(Client(REMOTE_ADDR="198.51.100.7"), "gale01").status_code == 302


def test_what_was_typed_is_not_stored_in_the_clear(visitor, gale):
    _enter(visitor, "my secret password")
    assert "secret" not in Attempt.objects.get().account


def test_logging_out_needs_a_post(browser_of, pia):
    browser = browser_of(pia)
    assert browser.get(reverse("accounts:logout")).status_code == 302
    assert "_auth_user_id" in browser.session
    response = browser.post(reverse("accounts:logout"))
    assert response.url == URL
    assert "_auth_user_id" not in browser.session


def test_logging_out_from_elsewhere_is_refused(pia):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(pia)
    assert strict.post(reverse("accounts:logout")).status_code == 403
    assert "_auth_user_id" in strict.session
