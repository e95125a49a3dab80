"""What joining a room would come to, for the service that joins and for the page that says so beforehand."""

from enum import StrEnum

from accounts.models import User
from rooms.access import match_seat_for
from rooms.errors import Banned, NoWatching, RoomError, RoomFull
from rooms.models import SEATS, Ban, Membership, Room
from rooms.services._locks import is_playing


class Prospect(StrEnum):
    """A seat; one's own seat of the running match; a place to watch, while a match runs or because all seats are
    taken; or a refusal, for the reasons of `REFUSALS`."""

    SEAT = "seat"
    OWN_SEAT = "own_seat"
    WATCH_GAME = "watch_game"
    WATCH_FULL = "watch_full"
    BANNED = "banned"
    NO_WATCHING = "no_watching"
    FULL = "full"


REFUSALS: dict[Prospect, type[RoomError]] = {
    Prospect.BANNED: Banned,
    Prospect.NO_WATCHING: NoWatching,
    Prospect.FULL: RoomFull,
}


def prospect_for(user: User | None, room: Room) -> tuple[Prospect, int | None]:
    """What becomes of this person, who is no member, and in which seat; None is somebody without an account."""
    if user is not None and Ban.objects.filter(room=room, user=user).exists():
        return Prospect.BANNED, None
    free = free_seats(room)
    if is_playing(room) and room.match is not None:
        own = None if user is None else match_seat_for(user, room.match)
        if own in free:
            return Prospect.OWN_SEAT, own
        return (Prospect.WATCH_GAME if room.spectators_allowed else Prospect.NO_WATCHING), None
    if free:
        return Prospect.SEAT, free[0]
    return (Prospect.WATCH_FULL if room.spectators_allowed else Prospect.FULL), None


def free_seats(room: Room) -> list[int]:
    """The seats nobody holds, lowest first."""
    taken = set(Membership.objects.filter(room=room, seat__isnull=False).values_list("seat", flat=True))
    return [seat for seat in range(SEATS) if seat not in taken]
