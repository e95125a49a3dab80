"""Everything the site keeps about a person, as one JSON object, in pieces: it may be long.

Accounts know their own part only. Other apps `provide` theirs when they are ready.
"""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec
from django.utils import timezone

from accounts.models import User
from accounts.preferences import stored_preferences, to_store

FORMAT = 1

Items = Callable[[User], Iterator[dict[str, Any]]]

_lists: dict[str, Items] = {}


def provide(key: str, items: Items) -> None:
    """Adds a list to everybody's data: under `key`, what `items` yields for a person, each a JSON object."""
    _lists[key] = items


def pieces(user: User) -> Iterator[bytes]:
    """The object, in pieces that are one value each."""
    head = {
        "format": FORMAT,
        "made": timezone.now(),
        "account": _account(user),
        "preferences": to_store(stored_preferences(user.preferences)),
    }
    yield msgspec.json.format(msgspec.json.encode(head), indent=1)[:-2]
    for key, items in _lists.items():
        yield b',\n "%s": [' % key.encode()
        separator: Literal[b"\n  ", b",\n  "] = b"\n  "
        for item in items(user):
            yield separator + msgspec.json.encode(item)
            separator = b",\n  "
        yield b"]"
    yield b"\n}\n"


def _account(user: User) -> dict[str, Any]:
    return {
        "nickname": user.display_name,
        "username": None if user.is_guest else user.username,
        "email": user.email,
        "guest": user.is_guest,
        "language": user.language,
        "joined": user.date_joined,
        "lastLogIn": user.last_login,
        "lastSeen": user.last_seen,
        "administrator": user.is_staff,
    }
