"""Beside a server that is visited by the fuzz: furnishes its database, and says what of it must stay.

Run with the server's environment: `python -m tests.fuzz.visited furnish` or `… kept`; prints JSON.
"""

import json
import sys
from typing import Any

import django


def furnished() -> dict[str, Any]:
    """The site of `tests.fuzz.site`, with the cookie of everybody in it."""
    from tests.fuzz.furnish import cookie
    from tests.fuzz.site import furnish

    site = furnish()
    cookies = {kind: cookie(user) if user else "" for kind, user in site.people.items()}
    locked = site.people["locked"]
    assert locked is not None
    locked.is_active = False
    locked.save()
    return {
        "ours": site.ours._asdict(),
        "theirs": site.theirs._asdict(),
        "seeds": [seed.decode() for seed in site.seeds],
        "cookies": cookies,
    }


def kept() -> dict[str, str]:
    """What belongs to others alone, row by row: their room with all that hangs on it, their accounts, all logs."""
    from accounts.models import User
    from game.models import Action, Match, Seat
    from rooms.models import Ban, Line, Membership, Mute, Room, Share, Silence

    theirs = {"room__name__contains": "QZSECRET"}
    matches = Match.objects.filter(room_name__contains="QZSECRET")
    people = User.objects.filter(username__startswith="qzsecr")
    kept = {
        "rooms": Room.objects.filter(name__contains="QZSECRET"),
        "people": people,
        "finished": matches.exclude(status="playing"),
        "seats": Seat.objects.filter(match__in=matches),
        "shares": Share.objects.filter(match__in=matches),
        "mutes": Mute.objects.filter(by__in=people),
        "bans": Ban.objects.filter(**theirs),
        "silences": Silence.objects.filter(**theirs),
        "members": Membership.objects.filter(**theirs),
        "lines": Line.objects.filter(**theirs),
        "log": Action.objects.filter(match__in=matches.exclude(status="playing")),
    }
    return {name: str(list(rows.order_by("pk").values())) for name, rows in kept.items()}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(furnished() if sys.argv[1] == "furnish" else kept()))
