"""What the host may change about a room between matches."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from game.models import Match
from rooms.codes import new_token
from rooms.errors import BadOptions
from rooms.models import Room
from rooms.names import parse_room_name
from rooms.options import checked_options
from rooms.services._locks import locked, require_between_matches, require_host
from rooms.services.chat import note


def set_options(
    *,
    user: User,
    code: str,
    options: Mapping[str, Any],
    kids: bool | None = None,
    spectators: bool | None = None,
    pace: str | None = None,
    orders: bool | None = None,
    practice: bool | None = None,
) -> Room:
    """The host sets the options of the next match, all of them; a missing one takes its default.

    None leaves something as it is: the kind wording (`kids`), whether people without a seat may watch (`spectators`),
    how quickly bots play (`pace`), whether playful orders may be given (`orders`), whether somebody alone with bots
    may ask for advice (`practice`). What was said before a room became a kids' room is shown no more.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning, BadOptions.
    """
    checked = checked_options(options)
    if pace is not None and pace not in Match.Pace:
        raise BadOptions(key="pace", allowed=", ".join(Match.Pace))
    with locked(user=user, code=code) as held:
        require_host(held)
        require_between_matches(held.room)
        held.room.options = checked
        if kids and not held.room.kids:
            note(held.room, "kids")
        if kids is not None:
            held.room.kids = kids
        if spectators is not None:
            held.room.spectators_allowed = spectators
        if pace is not None:
            held.room.pace = pace
        if orders is not None:
            held.room.orders = orders
        if practice is not None:
            held.room.practice = practice
        held.room.save(update_fields=["options", "kids", "spectators_allowed", "pace", "orders", "practice"])
        return held.room


def rename_room(*, user: User, code: str, name: str) -> Room:
    """The host gives the room another name.

    Raises: NoSuchRoom, NotAMember, NotTheHost, BadRoomName.
    """
    name = parse_room_name(name)
    with locked(user=user, code=code) as held:
        require_host(held)
        held.room.name = name
        held.room.save(update_fields=["name"])
        return held.room


def renew_token(*, user: User, code: str) -> Room:
    """The host gives the room another invite link: the old one leads nowhere from now on. Members stay.

    Raises: NoSuchRoom, NotAMember, NotTheHost.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        held.room.token = new_token()
        held.room.save(update_fields=["token"])
        return held.room
