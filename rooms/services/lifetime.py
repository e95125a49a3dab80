"""Making, joining, leaving and closing a room."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from game import services as games
from game import shuffles
from game.engine.actions import Origin
from rooms.access import match_seat_for
from rooms.codes import parse_code
from rooms.errors import NoSuchRoom, TooManyRooms
from rooms.models import Membership, Room
from rooms.names import parse_room_name
from rooms.options import checked_options
from rooms.services._locks import is_playing, lock_room, locked, require_host, require_no_guest, tell
from rooms.services.chat import note
from rooms.services.prospects import REFUSALS, Prospect, prospect_for

_TRIES = 5
ROOMS_A_HOST = 30


def create_room(
    *, host: User, name: str, options: Mapping[str, Any] | None = None, kids: bool = False
) -> Room:
    """A new room with its host in the first seat.

    Raises: GuestsCannotHost, BadRoomName, BadOptions, TooManyRooms.
    """
    require_no_guest(host)
    if Room.objects.filter(host=host, closed_at=None, memberships__user=host).count() >= ROOMS_A_HOST:
        raise TooManyRooms(limit=ROOMS_A_HOST)
    name, checked = parse_room_name(name), checked_options(options or {})
    for attempt in range(_TRIES):
        try:
            with transaction.atomic():
                room = Room.objects.create(
                    name=name, host=host, options=checked, kids=kids, shuffle=shuffles.prepare()
                )
                Membership.objects.create(room=room, user=host, seat=0)
                tell(room)
                return room
        except IntegrityError:  # a code that is taken: one in millions
            if attempt == _TRIES - 1:
                raise
    raise AssertionError("unreachable")


def join_room(*, user: User, code: str | None = None, token: str | None = None) -> Membership:
    """Makes this person a member, in the first free seat when no match runs; a second time changes nothing.

    Somebody who left during the running match comes back to their own seat of it, and plays it again. Exactly one
    of `code` and `token` is given.

    Raises: NoSuchRoom, Banned; where the room allows no spectators, RoomFull, or NoWatching while a match runs.
    """
    for attempt in range(_TRIES):
        try:
            with transaction.atomic():
                return _join(user, _invited(code=code, token=token))
        except IntegrityError:  # somebody was faster: this person's other device, or another into the seat
            if attempt == _TRIES - 1:
                raise
    raise AssertionError("unreachable")


def leave_room(*, user: User, code: str) -> None:
    """Ends a membership. The longest-standing member who is no guest takes over from a host; the last person closes
    the room.

    Autoplay takes the seat of a running match.

    Raises: NoSuchRoom, NotAMember.
    """
    with locked(user=user, code=code) as held:
        room = held.room
        note(room, "left", name=held.membership.name)
        held.membership.delete()
        _settle_host(room)
        leave_the_match(room, user)


def close_room(*, user: User, code: str) -> None:
    """The host closes the room for everybody and for good. Autoplay brings a running match to its end.

    Raises: NoSuchRoom, NotAMember, NotTheHost.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        close_for_everybody(held.room)


def close_for_everybody(room: Room) -> None:
    """`close_room` inside a transaction that holds the room already."""
    for person in Membership.objects.filter(room=room, user__isnull=False).select_related("user"):
        if person.user is not None:
            leave_the_match(room, person.user, origin=Origin.ADMIN)
    _close(room)


def unused_rooms(*, since: datetime) -> QuerySet[Room]:
    """The open rooms that never had a match and where nobody has been since then: nobody came, joined or made it.

    A room with matches is never unused: it is asleep, with its standings, until somebody comes.
    """
    lately = Q(joined_at__gte=since) | Q(present_until__gte=since)
    return Room.objects.filter(closed_at=None, created_at__lt=since, room_matches=None).exclude(
        Exists(Membership.objects.filter(lately, room=OuterRef("pk"), user__isnull=False))
    )


def close_unused_room(*, room_id: int, since: datetime) -> bool:
    """Closes a room that is still unused (see `unused_rooms`), and says whether it did."""
    with transaction.atomic():
        if Room.objects.select_for_update().filter(pk=room_id).first() is None:
            return False
        room = unused_rooms(since=since).filter(pk=room_id).first()
        if room is None:
            return False
        _close(room)
        tell(room)
        return True


def leave_the_match(room: Room, user: User, *, origin: Origin = Origin.PLAYER) -> None:
    """Leaves this person's seat of the room's running match, if they have one, to autoplay once all is committed."""
    if is_playing(room) and room.match is not None and match_seat_for(user, room.match) is not None:
        match_id, user_id = room.match.pk, user.pk
        # After the commit: the match has a writer of its own, which must not wait for this transaction.
        transaction.on_commit(lambda: games.leave_match(match_id, user_id, origin=origin))


def settle_host(*, user: User, code: str) -> None:
    """Gives a room that only guests were left in to this member, who is no guest any more.

    Raises: NoSuchRoom, NotAMember.
    """
    with locked(user=user, code=code) as held:
        _settle_host(held.room)


def _invited(*, code: str | None, token: str | None) -> Room:
    if token is not None:
        return lock_room(token=token)
    if code is not None:
        return lock_room(code=parse_code(code))
    raise NoSuchRoom()


def _join(user: User, room: Room) -> Membership:
    member = Membership.objects.select_related("user").filter(room=room, user=user).first()
    if member is not None:
        return member
    prospect, seat = prospect_for(user, room)
    if prospect in REFUSALS:
        raise REFUSALS[prospect]()
    member = Membership.objects.create(room=room, user=user, seat=seat)
    note(room, "joined", name=user.display_name)
    if prospect is Prospect.OWN_SEAT and room.match is not None:
        match_id, user_id = room.match.pk, user.pk
        transaction.on_commit(lambda: games.return_to_match(match_id, user_id))
    _settle_host(room)
    tell(room)
    return member


def _settle_host(room: Room) -> None:
    """Finds a host for a room whose own has left. While only guests are in it, it keeps the name of the old one."""
    people = Membership.objects.filter(room=room, user__isnull=False)
    if not people.exists():
        _close(room)
        return
    if room.host_id is not None and people.filter(user_id=room.host_id).exists():
        return
    heir = people.filter(user__is_guest=False).select_related("user").order_by("joined_at", "pk").first()
    if heir is not None and heir.user is not None:
        room.host = heir.user
        room.save(update_fields=["host"])
        note(room, "host", name=heir.user.display_name)


def _close(room: Room) -> None:
    room.closed_at = timezone.now()
    room.save(update_fields=["closed_at"])
