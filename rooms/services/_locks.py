"""How a service takes hold of a room: its row is locked for the transaction, where the database can."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from rooms.codes import parse_code
from rooms.deputy import deputy_of
from rooms.errors import GuestsCannotHost, MatchRunning, NoSuchRoom, NotAMember, NotTheHost
from rooms.models import Membership, Room
from rooms.signals import room_changed


class Held(NamedTuple):
    """A locked room and the member who acts."""

    room: Room
    membership: Membership


@contextmanager
def locked(*, user: User, code: str, quiet: bool = False) -> Iterator[Held]:
    """One transaction on the room of this code, for a member. Tells the room's viewers on commit, unless `quiet`.

    Raises: NoSuchRoom, NotAMember.
    """
    with transaction.atomic():
        room = lock_room(code=parse_code(code))
        membership = Membership.objects.select_related("user").filter(room=room, user_id=user.pk).first()
        if membership is None:
            raise NotAMember()
        yield Held(room, membership)
        if not quiet:
            tell(room)


def lock_room(**where: str) -> Room:
    """The open room, locked until the transaction ends. Raises: NoSuchRoom."""
    # No joins: a row that had to be waited for is read anew, rows joined to it are not. The match comes later.
    room = Room.objects.select_for_update().filter(closed_at=None, **where).first()
    if room is None:
        raise NoSuchRoom()
    return room


def tell(room: Room) -> None:
    """Sends `room_changed` once the transaction is committed."""
    code = room.code
    transaction.on_commit(lambda: room_changed.send(sender=Room, code=code))


def is_playing(room: Room) -> bool:
    """True while the room's match runs."""
    return room.match is not None and room.match.status == room.match.Status.PLAYING


def require_between_matches(room: Room) -> None:
    """Raises: MatchRunning."""
    if is_playing(room):
        raise MatchRunning()


def require_host(held: Held) -> None:
    """Raises: NotTheHost."""
    if held.membership.user_id != held.room.host_id:
        raise NotTheHost()


def require_starter(held: Held) -> None:
    """The host, or the host's deputy while the host is away. Raises: NotTheHost."""
    people = Membership.objects.filter(room=held.room, user__isnull=False).order_by("joined_at", "pk")
    if held.membership.user_id != held.room.host_id and held.membership.user_id != deputy_of(
        held.room.host_id, people, timezone.now()
    ):
        raise NotTheHost()


def require_no_guest(user: User) -> None:
    """For whoever would become a host. Raises: GuestsCannotHost."""
    if user.is_guest:
        raise GuestsCannotHost()
