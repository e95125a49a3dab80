"""The only place that writes accounts; keyword arguments, one transaction each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.views.decorators.debug import sensitive_variables

from accounts.departures import remove_if
from accounts.models import User
from accounts.preferences import changed, stored_preferences, to_store
from accounts.signals import account_leaving, guest_registered

_GUEST = "guest"
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_TRIES = 5


class NameTaken(Exception):
    """Somebody else took the username, nickname or e-mail between looking and writing."""


class NoGuest(Exception):
    """The account is registered already, or gone."""


@sensitive_variables("password")
def sign_up(*, username: str, display_name: str, password: str, email: str, language: str) -> User:
    """Makes an account from checked values. Raises: NameTaken."""
    user = User(username=username, display_name=display_name, email=email, language=language)
    user.set_password(password)
    _save(user)
    return user


def make_guest(*, display_name: str, language: str) -> User:
    """Makes an account without a password from a checked nickname; its username is nothing to remember.

    Raises: NameTaken.
    """
    for _ in range(_TRIES):
        user = User(
            username=_GUEST + get_random_string(15, _LETTERS),
            display_name=display_name,
            language=language,
            is_guest=True,
        )
        user.set_unusable_password()
        try:
            _save(user)
        except NameTaken:
            if User.objects.filter(display_key=user.display_key).exists():
                raise
        else:
            return user
    raise AssertionError("five random usernames were taken")


@sensitive_variables("password")
def register(*, user: User, username: str, display_name: str, password: str, email: str) -> User:
    """Turns a guest into a registered account, from checked values: the same row, so all that hangs on it stays.

    Tells `guest_registered` once committed. Raises: NameTaken; NoGuest when it was registered meanwhile.
    """
    hashed = make_password(password)
    with transaction.atomic():
        row = User.objects.select_for_update().filter(pk=user.pk, is_guest=True).first()
        if row is None:
            raise NoGuest
        row.username, row.display_name, row.email = username, display_name, email
        row.password, row.is_guest = hashed, False
        _save(row, update_fields={"username", "display_name", "email", "password", "is_guest"})
        transaction.on_commit(lambda: guest_registered.send(sender=User, user=row), robust=True)
    return row


def remove_guest(*, user_id: int, unseen_since: datetime) -> bool:
    """Deletes a guest who has not been seen since then, as everybody's account is deleted. Says whether it did.

    Who was seen or registered meanwhile stays.
    """
    return remove_if(found=User.objects.filter(pk=user_id, is_guest=True, last_seen__lt=unseen_since))


def leave_everything(*, user: User) -> None:
    """Lets the rest of the site let go of a guest who cannot come back."""
    account_leaving.send(sender=User, user=user)


def change_account(*, user: User, display_name: str, email: str, language: str) -> None:
    """Stores checked values. Raises: NameTaken (and leaves the stored account as it was)."""
    user.display_name, user.email, user.language = display_name, email, language
    _save(user, update_fields={"display_name", "email", "language"})


def lock(*, user_id: int) -> None:
    """Locks an account: it is logged out everywhere, and its pages close. Nothing of it is lost."""
    _set_active(user_id, active=False)


def unlock(*, user_id: int) -> None:
    """Lets a locked account in again; whoever was logged in still is."""
    _set_active(user_id, active=True)


def _set_active(user_id: int, *, active: bool) -> None:
    user = User.objects.get(pk=user_id)
    user.is_active = active
    user.save(update_fields={"is_active"})


def choose_language(*, user: User, language: str) -> None:
    """Remembers the language of an account; `language` is one of the site's."""
    user.language = language
    user.save(update_fields={"language"})


def change_preferences(*, user: User, changes: Mapping[str, str]) -> None:
    """Stores some preferences and leaves the others as they are: the last one to write any of them wins.

    Raises: BadPreference.
    """
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        row.preferences = to_store(changed(stored_preferences(row.preferences), changes))
        row.save(update_fields=["preferences"])
    user.preferences = row.preferences


@sensitive_variables("password")
def set_password(*, user: User, password: str) -> None:
    """Stores a checked password; every session begun with the old one ends."""
    user.set_password(password)
    user.save(update_fields={"password"})


def _save(user: User, **kwargs: Any) -> None:
    try:
        with transaction.atomic():
            user.save(**kwargs)
    except IntegrityError as taken:
        raise NameTaken from taken
