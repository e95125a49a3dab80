"""Fills an empty database for a crash run, as a process of its own: `python -m tests.crash.furnish TABLES PEOPLE`.

Prints a list of tables as JSON: the room's code, and a cookie for every person at it.
"""

import json
import os
import sys
from typing import Any


def main(tables: int, people: int) -> list[dict[str, Any]]:
    """Furnishes and returns the tables. Each has as many bots as it takes to have five players."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.crash.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    with transaction.atomic():
        return [_table(number, people) for number in range(tables)]


def _table(number: int, people: int) -> dict[str, Any]:
    from asgiref.sync import async_to_sync
    from django.conf import settings

    from rooms import services
    from tests.conftest import make_user
    from tests.sockets import cookie_of

    host, *others = [make_user(f"crash{number}x{seat}", f"p{number}-{seat}") for seat in range(people)]
    room = services.create_room(
        host=host, name=f"table {number}", options={"rounds": 3 if number % 4 == 3 else 1}
    )
    for user in others:
        services.join_room(user=user, token=room.token)
    for _ in range(5 - people):
        services.add_bot(user=host, code=room.code, level="easy")
    cookies = [async_to_sync(cookie_of)(user) for user in (host, *others)]
    return {"code": room.code, "cookies": [f"{settings.SESSION_COOKIE_NAME}={cookie}" for cookie in cookies]}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
