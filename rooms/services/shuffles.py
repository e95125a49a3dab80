"""The shuffle a room has ready: every member's browser adds to it, the next match takes it."""

from accounts.models import User
from game import shuffles
from game.models import Shuffle
from rooms.models import Room
from rooms.services._locks import locked


def contribute(*, user: User, code: str, commitment: str, nonce: str) -> None:
    """Puts a member's nonce (hex) into the shuffle with this commitment. One that is used, or another, is left alone.

    Raises: NoSuchRoom, NotAMember.
    """
    with locked(user=user, code=code, quiet=True) as held:
        shuffle = held.room.shuffle
        if shuffle is not None and shuffle.commitment == commitment:
            shuffles.contribute(shuffle.pk, user.pk, nonce)


def take(room: Room) -> Shuffle | None:
    """The shuffle for the match that begins now; the room gets another one.

    The caller saves the room, then removes the one that was taken.
    """
    shuffle, room.shuffle = room.shuffle, shuffles.prepare()
    return shuffle
