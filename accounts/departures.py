"""Deleting accounts: the name goes first and everywhere, then the rooms and seats, then the row.

Each step is a transaction of its own, because a running match has a writer of its own that must see the step before.
After the first one nobody can log in any more and no name is left, so that whatever stops the rest, `finish_departures`
goes on with it.
"""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Attempt, User
from accounts.recollections import forget_in_admin_log
from accounts.signals import account_forgotten, account_leaving
from accounts.throttle import account_digest

DEPARTED = gettext_noop("Departed player")
"""The msgid that stands in the place of a name that is gone; too long to be anybody's nickname."""


class KeepsWatch(Exception):
    """An administrator's account stays: what they did is written in the logs of the site under their name."""


def delete_account(*, user: User) -> None:
    """Removes an account and its name from everywhere. Matches, their logs and others' figures stay as they are.

    Raises: KeepsWatch.
    """
    if keeps_watch(user):
        raise KeepsWatch
    if (gone := _forget(User.objects.filter(pk=user.pk))) is not None:
        _remove(gone)


def remove_if(*, found: QuerySet[User]) -> bool:
    """Removes the one account that is still found when its name is taken away; says whether there was one."""
    gone = _forget(found)
    if gone is None:
        return False
    _remove(gone)
    return True


def keeps_watch(user: User) -> bool:
    """Whether this account has, or had and used, the rights of an administrator."""
    return user.is_staff or user.is_superuser or LogEntry.objects.filter(user_id=user.pk).exists()


def finish_departures() -> int:
    """Removes the accounts whose removal was begun and not ended. Returns how many."""
    begun = list(User.objects.filter(display_name=DEPARTED, is_active=False))
    for user in begun:
        _remove(user)
    return len(begun)


def _forget(found: QuerySet[User]) -> User | None:
    """Takes name, address, password and preferences of an account away, here and wherever else they stand."""
    with transaction.atomic():
        # So that who works in a room may still name the account: rooms are locked before accounts, here too.
        user = found.select_for_update(no_key=True).first()
        if user is None:
            return None
        account_forgotten.send(sender=User, user=user)
        forget_in_admin_log(user, DEPARTED)
        Attempt.objects.filter(account=account_digest(user.username)).delete()
        User.objects.filter(pk=user.pk).update(**_blank(user))
    user.refresh_from_db()
    return user


def _blank(user: User) -> dict[str, Any]:
    """What is left of an account. No name that can be chosen has a tilde."""
    return {
        "username": f"~{user.pk}",
        "display_name": DEPARTED,
        "display_key": f"~{user.pk}",
        "email": None,
        "password": "!",
        "preferences": None,
        "is_active": False,
    }


def _remove(user: User) -> None:
    account_leaving.send(sender=User, user=user)
    User.objects.get(pk=user.pk).delete()
