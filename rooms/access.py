"""The doors: every room and every seat a request or a socket touches comes through here. Never writes."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from accounts.models import User
from game.models import Match, Seat
from game.store import NoSuchMatch
from rooms.codes import parse_code
from rooms.errors import NoSuchRoom, NotAMember
from rooms.models import Membership, Room


class Entry(NamedTuple):
    """A room together with the membership that opens it."""

    room: Room
    membership: Membership


def room_for(user: User, code: str) -> Entry:
    """The open room with this code, for one of its members; `code` may be typed carelessly.

    Raises: NoSuchRoom, or NotAMember for everybody else, staff included. Answer both alike.
    """
    room = Room.objects.select_related("host", "match").filter(code=parse_code(code), closed_at=None).first()
    if room is None:
        raise NoSuchRoom()
    membership = Membership.objects.select_related("user").filter(room=room, user_id=user.pk).first()
    if membership is None:
        raise NotAMember()
    return Entry(room, membership)


def invited_room(token: str) -> Room:
    """The open room an invite link leads to: it lets somebody join and gives nobody a seat of a match.

    Raises: NoSuchRoom.
    """
    room = Room.objects.select_related("host", "match").filter(token=token, closed_at=None).first()
    if room is None:
        raise NoSuchRoom()
    return room


def match_seat_for(user: User, match: Match) -> int | None:
    """This person's seat by the match's own roster; None for a spectator."""
    return Seat.objects.filter(match=match, user_id=user.pk).values_list("index", flat=True).first()


def finished_match_for(user: User, public_id: str) -> Match:
    """The finished match with this public id, for who held a seat in it and for the members of its open room.

    Also one that an administrator ended or annulled. A guest's seat counts like any other. Comes with
    `room_match.room`, where it has one.
    Raises: NoSuchMatch for everybody else, staff included, and for a match that is still played. Answer all alike.
    """
    held = Seat.objects.filter(match=OuterRef("pk"), user_id=user.pk)
    belongs = Membership.objects.filter(
        room__room_matches__match=OuterRef("pk"), room__closed_at=None, user_id=user.pk
    )
    match = (
        Match.objects.filter(Exists(held) | Exists(belongs), public_id=public_id)
        .exclude(status=Match.Status.PLAYING)
        .select_related("room_match__room")
        .first()
    )
    if match is None:
        raise NoSuchMatch(public_id)
    return match


def shared_match(token: str) -> Match:
    """The finished match that somebody who played it shares under this link, for whoever has the link.

    Not one that an administrator has ended or annulled.
    Raises: NoSuchMatch.
    """
    match = Match.objects.filter(share__token=token, status=Match.Status.FINISHED).first()
    if match is None:
        raise NoSuchMatch(token)
    return match


class NoSuchPerson(LookupError):
    """There is nobody of that id whom this viewer may know."""


def person_for(user: User, person_id: int) -> User:
    """The account whose record this person may see: one's own, and those of people one has met at a table.

    Met are those who hold a seat of a match together, now or once, and the members of an open room. Raises:
    NoSuchPerson for everybody else, staff included.
    """
    if person_id == user.pk:
        return user
    rooms = Membership.objects.filter(
        user=OuterRef("pk"), room__closed_at=None, room__memberships__user=user.pk
    )
    matches = Seat.objects.filter(user=OuterRef("pk"), match__seats__user=user.pk)
    person = User.objects.filter(Exists(rooms) | Exists(matches), pk=person_id).first()
    if person is None:
        raise NoSuchPerson(person_id)
    return person
