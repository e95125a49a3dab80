"""Fills an empty database for `bench.server`: people with sessions, rooms of six, matches just opened.

Run as a process of its own with the server's environment: `python -m bench.furnish ROOMS TABLES`. Prints a plan as
JSON: `cookies[room][seat]`, and for every kind of table in TABLES (such as `html json`, or `bots-expert-300` for so
many rooms of one person and five bots, with the person's cookie) a list of rooms.
"""

import json
import os
import sys
from typing import Any

import django

PLAYERS = 6
BOTS = "bots-"
FAR_MS = 24 * 3600 * 1000


def main(rooms: int, kinds: list[str]) -> dict[str, Any]:
    """Furnishes and returns the plan."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    with transaction.atomic():
        people = [_person(number) for number in range(rooms * PLAYERS)]
        cookies = [_cookie(user) for user in people]
        tables = [people[room * PLAYERS : (room + 1) * PLAYERS] for room in range(rooms)]
        plan = {
            kind: [_table(users, f"{kind} {number}") for number, users in enumerate(tables)]
            for kind in kinds
            if not kind.startswith(BOTS)
        }
        _put_deadlines_off()
        for kind in kinds:
            if kind.startswith(BOTS):
                level, count = kind.removeprefix(BOTS).split("-")
                hosts = [_person(len(people) + number) for number in range(int(count))]
                plan[kind] = [_bot_table(host, level) for host in hosts]
    by_room = [cookies[room * PLAYERS : (room + 1) * PLAYERS] for room in range(rooms)]
    return {"cookies": by_room, "tables": plan}


def _person(number: int) -> Any:
    from accounts.models import User

    user = User(username=f"bench{number}", display_name=f"p{number}")
    user.set_unusable_password()
    user.save()
    return user


def _cookie(user: Any) -> str:
    """The cookie of somebody who has logged in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def _table(users: list[Any], name: str) -> dict[str, Any]:
    """A room with its match, and what a player who knew the seed would need to play along."""
    from rooms import services

    host, *others = users
    room = services.create_room(host=host, name=name, options={"rounds": 20})
    for user in others:
        services.join_room(user=user, token=room.token)
    match = services.start_match(user=host, code=room.code)
    return {"code": room.code, "seed": bytes(match.seed).hex(), "options": match.options}


def _bot_table(host: Any, level: str) -> dict[str, Any]:
    """A room of one person and five bots, its match begun."""
    from rooms import services

    room = services.create_room(host=host, name=level, options={"rounds": 20})
    for _ in range(PLAYERS - 1):
        services.add_bot(user=host, code=room.code, level=level)
    services.start_match(user=host, code=room.code)
    return {"code": room.code, "cookie": _cookie(host)}


def _put_deadlines_off() -> None:
    """Begin all matches tomorrow: no deadline passes while another window is measured, and nothing else changes."""
    from django.db.models import F

    from game.models import Match

    Match.objects.update(
        opened_at=F("opened_at") + FAR_MS, deadline=F("deadline") + FAR_MS, due_at=F("due_at") + FAR_MS
    )


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2:])))
