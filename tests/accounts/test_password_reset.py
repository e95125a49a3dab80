"""A forgotten password: a link by mail that works once, and an answer that tells strangers nothing."""

import re
from datetime import datetime, timedelta
from unittest import mock

import pytest
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse

from accounts.models import Attempt
from accounts.throttle import PAIR_LIMITS
from tests.accounts.conftest import PASSWORD

URL = reverse("accounts:password_reset")
NEW = "eight small boats"


@pytest.fixture
def link(visitor, gale, mailoutbox, browser_of):
    """The path of the link in the mailbox of Gale, who is still logged in elsewhere (`gale.elsewhere`)."""
    gale.elsewhere = browser_of(gale)
    visitor.post(URL, {"email": " GALE@example.org"})
    return re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]


def test_the_mail_speaks_the_language_of_the_account(visitor, gale, mailoutbox):
    response = visitor.post(URL, {"email": "gale@example.org"})
    assert response.url == reverse("accounts:password_reset_sent")
    (mail,) = mailoutbox
    assert mail.to == ["gale@example.org"]
    assert mail.subject == "왕과 농노: 새 비밀번호 정하기"
    assert "Gale 님, 안녕하세요." in mail.body
    assert "아이디: gale01\n" in mail.body


def test_the_link_takes_a_new_password_once(visitor, gale, link):
    form = visitor.get(link, follow=True)
    assert form.status_code == 200
    address = form.redirect_chain[-1][0]
    assert "set-password" in address
    done = visitor.post(address, {"password": NEW}, follow=True)
    assert "Please log in." in done.content.decode()
    gale.refresh_from_db()
    assert gale.check_password(NEW)
    again = visitor.get(link, follow=True).content.decode()
    assert "This link no longer works" in again
    assert 'type="password"' not in again


def test_the_link_ends_the_sessions_of_whoever_knew_the_old_password(visitor, gale, link):
    assert gale.elsewhere.get(reverse("accounts:settings")).status_code == 200
    address = visitor.get(link, follow=True).redirect_chain[-1][0]
    visitor.post(address, {"password": NEW})
    assert gale.elsewhere.get(reverse("accounts:settings")).status_code == 302


def test_a_weak_new_password_is_refused_and_the_link_still_works(visitor, gale, link):
    address = visitor.get(link, follow=True).redirect_chain[-1][0]
    refused = visitor.post(address, {"password": "gale01gale"})
    assert refused.status_code == 422
    assert "too much like your name" in refused.content.decode()
    assert visitor.post(address, {"password": NEW}).status_code == 302


def test_an_old_link_no_longer_works(visitor, gale, link):
    later = datetime.now() + timedelta(days=3, minutes=1)
    with mock.patch.object(PasswordResetTokenGenerator, "_now", lambda generator: later):
        assert "This link no longer works" in visitor.get(link).content.decode()


@pytest.mark.parametrize("bad", ["MQ/abc-def/", "한글/토큰/", "999999/set-password/", "<img>/x/"])
def test_a_made_up_link_is_refused_with_a_way_on(visitor, gale, bad):
    response = visitor.get(f"/accounts/password/new/{bad}")
    assert response.status_code == 200
    assert f'href="{URL}"' in response.content.decode()


def test_an_unknown_address_gets_the_same_answer_and_no_mail(visitor, gale, mailoutbox):
    response = visitor.post(URL, {"email": "nobody@example.org"})
    assert response.url == reverse("accounts:password_reset_sent")
    assert not mailoutbox


def test_a_locked_account_gets_no_mail(visitor, gale, mailoutbox):
    gale.is_active = False
    gale.save()
    visitor.post(URL, {"email": "gale@example.org"})
    assert not mailoutbox


@pytest.mark.parametrize("email", ["", "지우", "gale@", "<img src=x onerror=alert(1)>", "a@b.c\nBcc: x@y.z"])
def test_what_is_no_address_is_refused(visitor, mailoutbox, email):
    response = visitor.post(URL, {"email": email})
    assert response.status_code == 422
    assert "<img src=x" not in response.content.decode()
    assert not mailoutbox


def test_a_mailbox_is_not_flooded(visitor, gale, mailoutbox):
    limit = PAIR_LIMITS[Attempt.Door.RESET].count
    for _try in range(limit):
        visitor.post(URL, {"email": "gale@example.org"})
    shut = visitor.post(URL, {"email": "gale@example.org"})
    assert shut.status_code == 429
    assert "60 minutes" in shut.content.decode()
    assert len(mailoutbox) == limit


def test_the_link_names_the_public_address_whatever_host_was_asked_for(visitor, gale, mailoutbox, settings):
    settings.PUBLIC_URL = "https://kings.example.org/"
    visitor.post(URL, {"email": "gale@example.org"}, headers={"host": "evil.example"})
    assert "https://kings.example.org/accounts/password/new/" in mailoutbox[0].body
    assert "evil" not in mailoutbox[0].body


def test_the_old_password_works_until_the_new_one_is_chosen(visitor, gale, link):
    gale.refresh_from_db()
    assert gale.check_password(PASSWORD)


def test_s70_a_name_is_plain_words_in_a_mail(visitor, gale, mailoutbox):
    name = "<img src=x>{{7*7}}%s"  # as long as the column lets it be
    type(gale).objects.filter(pk=gale.pk).update(display_name=name)
    visitor.post(URL, {"email": "gale@example.org"})
    (mail,) = mailoutbox
    assert name in mail.body
    assert not mail.alternatives and mail.content_subtype == "plain"
    assert name not in mail.subject
