"""Hashing a password takes a core: never more than two at once, whichever door it is for."""

import threading
import time
from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import (
    MD5PasswordHasher,
    check_password,
    get_hasher,
    identify_hasher,
    make_password,
)
from django.db import connection
from django.test import RequestFactory, override_settings
from django.urls import reverse

from accounts import services
from accounts.hashing import PLACES, InTurn
from accounts.models import Attempt, User
from accounts.passwords import authenticated, is_own_password

MOST, TRIES = 2, 6


class Slow(MD5PasswordHasher):
    """Counts how many hash at once."""

    busy = most = 0
    lock = threading.Lock()

    def encode(self, password, salt):
        with self.lock:
            Slow.busy += 1
            Slow.most = max(Slow.most, Slow.busy)
        time.sleep(0.05)
        with self.lock:
            Slow.busy -= 1
        return super().encode(password, salt)


class SlowHasher(InTurn, Slow):
    """In turn, as the site's own."""


def _log_in(user: User, number: int) -> None:
    authenticated(RequestFactory().get("/"), account=user.username, password="wrong horse")


def _log_in_as_nobody(user: User, number: int) -> None:
    authenticated(RequestFactory().get("/"), account=f"nobody{number}", password="wrong horse")


def _confirm(user: User, number: int) -> None:
    is_own_password(user, "wrong horse")


def _change(user: User, number: int) -> None:
    services.set_password(user=User.objects.get(pk=user.pk), password="correct horse 8")


def _sign_up(user: User, number: int) -> None:
    services.sign_up(
        username=f"new{number}00",
        display_name=f"새 사람 {number}",
        password="correct horse 8",
        email="",
        language="ko",
    )


@pytest.mark.parametrize("hash_one", [_log_in, _log_in_as_nobody, _confirm, _change, _sign_up])
def test_never_more_than_two_passwords_are_hashed_at_once(
    transactional_db: None, gale: User, settings, hash_one: Callable[[User, int], None]
):
    settings.PASSWORD_HASHERS = [f"{__name__}.SlowHasher"]
    Slow.most = 0
    faults: list[Exception] = []

    def hash_in_a_thread(number: int) -> None:
        try:
            hash_one(gale, number)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=hash_in_a_thread, args=(number,)) for number in range(TRIES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert Slow.most == MOST


def test_the_site_hashes_in_turn_and_knows_the_passwords_it_has() -> None:
    from config import settings as real

    hashers = {"PASSWORD_HASHERS": real.PASSWORD_HASHERS}
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        before = make_password("seven tall pines")
    with override_settings(**hashers):
        assert isinstance(get_hasher(), InTurn) and isinstance(identify_hasher(before), InTurn)
        assert check_password("seven tall pines", before)


@pytest.fixture
def crowd():
    """As many as may wait do."""
    taken = 0
    while PLACES.acquire(blocking=False):
        taken += 1
    yield
    for _ in range(taken):
        PLACES.release()


FORM = {"account": "gale01", "username": "newone", "display_name": "새사람", "password": "seven tall pines"}


@pytest.mark.parametrize("name", ["login", "signup"])
def test_whoever_comes_while_too_many_wait_is_asked_to_come_again(visitor, gale, crowd, name) -> None:
    page = reverse(f"accounts:{name}")
    assert visitor.get(page).status_code == 200
    for language, words in (("ko", "몇 초 뒤에 다시"), ("en", "try again in a few seconds")):
        answer = visitor.post(page, FORM, headers={"accept-language": language})
        assert answer.status_code == 503 and answer["Retry-After"] == "5"
        assert words in answer.content.decode() and "no-cache" in answer["Cache-Control"]
    assert not Attempt.objects.exists(), "a try that was none is not counted"
    PLACES.release()
    assert visitor.post(page, FORM).status_code in (302, 422)
    assert PLACES.acquire(blocking=False), "and the place is free again"


@pytest.mark.parametrize("name", ["settings", "password_change", "data", "delete"])
def test_no_page_that_asks_for_the_password_waits_in_a_crowd(browser_of, gale, crowd, name) -> None:
    form = {"password": "seven tall pines", "current": "x", "email": "g@example.org"}
    assert browser_of(gale).post(reverse(f"accounts:{name}"), form).status_code == 503


def test_nor_do_administrators(browser_of, ada, gale, crowd) -> None:
    browser = browser_of(ada)
    for page in (
        reverse("admin:accounts_user_add"),
        reverse("admin:auth_user_password_change", args=[gale.pk]),
    ):
        assert browser.get(page).status_code == 200
        assert browser.post(page, {}).status_code == 503
    assert browser.post(reverse("admin:password_change"), {}).url == reverse("accounts:password_change")
