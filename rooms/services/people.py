"""What the host may do with the people of a room, also while a match runs."""

from accounts.models import User
from game.engine.actions import Origin
from rooms.errors import HostStays, PersonGone
from rooms.models import Ban, Membership, Room
from rooms.services._locks import Held, locked, require_host, require_no_guest
from rooms.services.chat import note
from rooms.services.lifetime import leave_the_match


def kick(*, user: User, code: str, member: int) -> User:
    """The host sends a person (by membership number) away; they may join again. Returns whom.

    Autoplay takes their seat of a running match, until they join again.

    Raises: NoSuchRoom, NotAMember, NotTheHost, PersonGone, HostStays.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        return _send_away(held, member)


def ban(*, user: User, code: str, member: int) -> User:
    """The host sends a person away and lets them join this room no more. Returns whom.

    Raises: NoSuchRoom, NotAMember, NotTheHost, PersonGone, HostStays.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        person = _send_away(held, member)
        Ban.objects.get_or_create(room=held.room, user=person)
        return person


def unban(*, user: User, code: str, ban: int) -> None:
    """The host takes a ban (by its number) back; one that is gone already is no error.

    Raises: NoSuchRoom, NotAMember, NotTheHost.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        Ban.objects.filter(room=held.room, pk=ban).delete()


def hand_over(*, user: User, code: str, member: int) -> User:
    """The host makes another person (by membership number) the host. Returns whom.

    Raises: NoSuchRoom, NotAMember, NotTheHost, PersonGone, GuestsCannotHost.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        heir = _person(held.room, member)
        require_no_guest(heir)
        held.room.host = heir
        held.room.save(update_fields=["host"])
        note(held.room, "host", name=heir.display_name)
        return heir


def _send_away(held: Held, member: int) -> User:
    person = _person(held.room, member)
    if person.pk == held.room.host_id:
        raise HostStays()
    Membership.objects.filter(room=held.room, user=person).delete()
    note(held.room, "removed", name=person.display_name)
    leave_the_match(held.room, person, origin=Origin.ADMIN)
    return person


def _person(room: Room, member: int) -> User:
    found = Membership.objects.select_related("user").filter(room=room, pk=member).first()
    if found is None or found.user is None:
        raise PersonGone()
    return found.user
