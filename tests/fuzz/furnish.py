"""Fills an empty database for the fuzz: tables where innocents and fuzzers sit together, and people of every kind.

Run with the server's environment: `python -m tests.fuzz.furnish TABLES`; prints a plan as JSON.
"""

import json
import sys
from typing import Any

import django

OPTIONS = {"rounds": 3, "turnSeconds": 15}


def person(name: str, **fields: Any) -> Any:
    """An account that nobody has a password of."""
    from accounts.models import User

    user = User(username=name.lower(), display_name=name, **fields)
    user.set_unusable_password()
    user.save()
    return user


def cookie(user: Any) -> str:
    """The session's cookie of somebody who has logged in."""
    from django.conf import settings
    from django.test import Client

    browser = Client()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def table(number: int) -> dict[str, Any]:
    """A room with a running match: two innocents and two fuzzers play with a bot, one of each watches."""
    from rooms import services

    names = ("host", "play", "badm", "badp", "watch", "badw")
    people = [person(f"{name}{number}", language=("ko", "en")[number % 2]) for name in names]
    room = services.create_room(host=people[0], name=f"table {number}", options=OPTIONS)
    for user in people[1:]:
        services.join_room(user=user, token=room.token)
    for user in people[4:]:
        services.leave_seat(user=user, code=room.code)
    services.add_bot(user=people[0], code=room.code, level="easy")
    match = services.start_match(user=people[0], code=room.code)
    return {
        "code": room.code,
        "token": room.token,
        "match": match.public_id,
        "people": {
            name: {"id": user.pk, "cookie": cookie(user)} for name, user in zip(names, people, strict=True)
        },
    }


def main(tables: int) -> dict[str, Any]:
    """Furnishes and returns the plan."""
    django.setup()
    stranger = person("stranger")
    return {"tables": [table(number) for number in range(tables)], "stranger": cookie(stranger)}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]))))
