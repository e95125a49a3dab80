"""A furnished site for fuzzed requests and guessed addresses: one room that the cast knows, one that nobody may know.

Everything of the other room carries `SECRET` in its text, or is a name of `Qzsecr…`.
"""

from typing import Any, NamedTuple

from accounts.models import User
from game.models import Match
from rooms import services
from rooms.models import Ban, Line, Membership, Mute, Room, RoomMatch, Share, Silence
from tests.conftest import make_user
from tests.game.stored import open_stored, play_stored

SECRETS = ("QZSECRET", "Qzsecr")
KINDS = ("nobody", "guest", "member", "stranger", "host", "locked", "banned", "clerk", "admin")


class Things(NamedTuple):
    """What can be named in an address or a form; `room` and `numbers` are primary keys."""

    room: int
    codes: list[str]
    tokens: list[str]
    matches: list[str]
    shares: list[str]
    numbers: list[int]


class Site(NamedTuple):
    """`people[kind]` (None for nobody); `ours` the cast may use, `theirs` belongs to others alone.

    `seeds`: those of the running matches and what they were made of, in hex.
    """

    people: dict[str, User | None]
    ours: Things
    theirs: Things
    seeds: list[bytes]


def furnish() -> Site:
    """Makes everything. The database is empty but for the tables."""
    people = {kind: None if kind == "nobody" else make_user(f"{kind}1", f"{kind}1"[:8]) for kind in KINDS}
    guest, clerk, admin, host, member = (
        people[kind] for kind in ("guest", "clerk", "admin", "host", "member")
    )
    assert guest and clerk and admin and host and member and people["banned"]
    guest.is_guest = True
    guest.save()
    clerk.is_staff = admin.is_staff = admin.is_superuser = True
    clerk.save()
    admin.save()
    ours = _room("ours", [host, member, guest])
    Ban.objects.create(room=ours, user=people["banned"])
    strangers = [make_user(f"qzsecr{number}", f"Qzsecr{number}") for number in range(3)]
    theirs = _room("QZSECRET room", strangers)
    Ban.objects.create(room=theirs, user=make_user("qzsecr8", "Qzsecr8"))
    running = Match.objects.filter(status=Match.Status.PLAYING)
    seeds = [
        bytes(secret).hex().encode() for match in running for secret in (match.seed, match.secret) if secret
    ]
    return Site(people, _things(ours), _things(theirs), seeds)


def _room(name: str, users: list[User]) -> Room:
    """A room of these people with bots, a finished match that is shared, a running one, chat, a mute, a silence."""
    host = users[0]
    room = services.create_room(host=host, name=name)
    for user in users[1:]:
        services.join_room(user=user, token=room.token)
    for _ in range(3):
        services.add_bot(user=host, code=room.code)
    services.say(user=host, code=room.code, text=f"{name}: a line")
    past = open_stored(users=users, players=6)
    Match.objects.filter(pk=past.pk).update(room_code=room.code, room_name=room.name)
    play_stored(past)
    RoomMatch.objects.create(room=room, match=past, number=1)
    services.share_match(user=host, match=Match.objects.get(pk=past.pk))
    services.start_match(user=host, code=room.code)
    Mute.objects.create(by=host, user=users[2])
    Silence.objects.create(room=room, user=users[2])
    room.refresh_from_db()
    return room


def _things(room: Room) -> Things:
    matches = [line.match for line in RoomMatch.objects.filter(room=room).select_related("match")]
    rows: list[Any] = [room, *matches]
    for model in (Membership, Ban, Silence, Line):
        rows += model._default_manager.filter(room=room)
    users = [member.user for member in room.memberships.select_related("user") if member.user]
    rows += [*users, *Mute.objects.filter(by__in=users)]
    return Things(
        room=room.pk,
        codes=[room.code, room.code.lower()],
        tokens=[room.token],
        matches=[match.public_id for match in matches],
        shares=[share.token for share in Share.objects.filter(match__in=matches)],
        numbers=sorted({row.pk for row in rows}),
    )
