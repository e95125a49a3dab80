"""A person's part of rooms and matches, for the file of their own data. Nothing in it is about somebody else.

Of others it has the nicknames of those this person muted, because that is this person's list.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts import own_data
from accounts.models import User
from game.models import ConnectionEvent, Match, Seat
from game.moment import moment
from rooms.models import Ban, Line, Membership, Mute, Room, Share, Silence

CHUNK = 500


def connect() -> None:
    """Add these lists to everybody's data; called once, when the app is ready."""
    own_data.provide("memberships", memberships)
    own_data.provide("hostedRooms", hosted_rooms)
    own_data.provide("matches", matches)
    own_data.provide("shares", shares)
    own_data.provide("connections", connections)
    own_data.provide("chat", chat)
    own_data.provide("mutes", mutes)
    own_data.provide("restrictions", restrictions)


def memberships(user: User) -> Iterator[dict[str, Any]]:
    """The rooms this person is in."""
    for row in Membership.objects.filter(user=user).select_related("room").order_by("pk").iterator(CHUNK):
        yield {
            "room": row.room.code,
            "name": row.room.name,
            "joined": row.joined_at,
            "seat": row.seat,
            "lastOpened": row.present_since,
            "openUntil": row.present_until,
            "closed": row.room.closed_at,
        }


def hosted_rooms(user: User) -> Iterator[dict[str, Any]]:
    """The rooms this person is host of, also those that are closed."""
    for room in Room.objects.filter(host=user).order_by("pk").iterator(CHUNK):
        yield {
            "room": room.code,
            "name": room.name,
            "made": room.created_at,
            "closed": room.closed_at,
            "options": room.options,
            "kids": room.kids,
            "spectators": room.spectators_allowed,
            "playfulOrders": room.orders,
            "practice": room.practice,
            "botPace": room.pace,
        }


def matches(user: User) -> Iterator[dict[str, Any]]:
    """The matches this person sat in, with their own place and points once finished."""
    seats = Seat.objects.filter(user=user).select_related("match").order_by("match_id")
    for seat in seats.iterator(CHUNK):
        match = seat.match
        is_over = match.status != Match.Status.PLAYING
        has_record = match.status == Match.Status.FINISHED
        yield {
            "match": match.public_id,
            "room": match.room_code,
            "roomName": match.room_name,
            "opened": _moment(match.opened_at),
            "finished": _moment(match.finished_at),
            "status": match.status,
            "players": match.players,
            "options": match.options,
            "seat": seat.index,
            "nickname": seat.name,
            "place": seat.place,
            "points": seat.points,
            "page": reverse("rooms:match", args=[match.public_id]) if is_over else None,
            "record": reverse("rooms:record_json", args=[match.public_id]) if has_record else None,
        }


def shares(user: User) -> Iterator[dict[str, Any]]:
    """The matches that people without an account may see because this person made the link."""
    for share in Share.objects.filter(by=user).select_related("match").order_by("pk").iterator(CHUNK):
        yield {
            "match": share.match.public_id,
            "since": share.shared_at,
            "link": reverse("rooms:shared", args=[share.token]),
        }


def connections(user: User) -> Iterator[dict[str, Any]]:
    """When this person's pages of running matches opened and closed, and when they came and went."""
    events = ConnectionEvent.objects.filter(user=user).select_related("match").order_by("pk")
    for event in events.iterator(CHUNK):
        yield {
            "at": _moment(event.at),
            "match": event.match.public_id,
            "kind": event.kind,
            "openPages": event.pages,
        }


def chat(user: User) -> Iterator[dict[str, Any]]:
    """What this person said; `text` is the key of what was said where they chose it from a list."""
    lines = Line.objects.filter(sender=user).select_related("room", "match").order_by("pk")
    for line in lines.iterator(CHUNK):
        yield {
            "at": line.at,
            "room": line.room.code,
            "match": line.match.public_id if line.match is not None else None,
            "kind": line.kind,
            "text": line.text,
            "audience": line.audience,
            "nickname": line.name,
        }


def mutes(user: User) -> Iterator[dict[str, Any]]:
    """Whom this person muted."""
    for mute in Mute.objects.filter(by=user).select_related("user").order_by("pk").iterator(CHUNK):
        yield {"nickname": mute.user.display_name, "since": mute.muted_at}


def restrictions(user: User) -> Iterator[dict[str, Any]]:
    """Rooms whose host lets this person in no more, or lets them say nothing."""
    for ban in Ban.objects.filter(user=user).select_related("room").order_by("pk").iterator(CHUNK):
        yield {"kind": "banned", "room": ban.room.code, "since": ban.banned_at}
    for silence in Silence.objects.filter(user=user).select_related("room").order_by("pk").iterator(CHUNK):
        yield {"kind": "silenced", "room": silence.room.code, "since": silence.silenced_at}


def _moment(at: int | None) -> datetime | None:
    return None if at is None else moment(at)
