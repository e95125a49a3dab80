"""What an administrator may do about open pages and rooms, member or not. Who did it and why is in the admin's log."""

from django.db import transaction

from accounts.models import User
from rooms.errors import NoSuchRoom
from rooms.models import Closing, Room
from rooms.services._locks import tell
from rooms.services.lifetime import close_for_everybody


def close_pages_of(*, user: User) -> None:
    """Closes every room page of this account, in all processes. It may open them again."""
    Closing.objects.create(user_id=user.pk)


def close_pages_in(*, room: Room) -> None:
    """Closes every page of this room, in all processes. Its members may open them again."""
    Closing.objects.create(room=room)


def close_room_by_admin(*, room: Room) -> None:
    """Closes a room for everybody and for good, whoever its host is. Autoplay brings a running match to its end.

    Raises: NoSuchRoom when it is closed already.
    """
    with transaction.atomic():
        held = Room.objects.select_for_update().filter(pk=room.pk, closed_at=None).first()
        if held is None:
            raise NoSuchRoom()
        close_for_everybody(held)
        tell(held)
