"""What rooms do when an account goes for good: they forget the name, and let the person go as if they had left."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.recollections import without_name
from accounts.signals import account_forgotten, account_leaving
from game import services as games
from game.models import Match, Seat
from game.words import DEPARTED
from rooms import services
from rooms.errors import RoomError
from rooms.models import Line, Membership, Room
from rooms.names import NAME_LENGTH


def connect() -> None:
    """Begin to hear of accounts that go; called once, when the app is ready."""
    account_forgotten.connect(forget)
    account_leaving.connect(let_go)


def forget(user: User, **_: Any) -> None:
    """Takes the name out of chat, room names and matches. What they wrote stays, as somebody's who is gone."""
    # All their rooms, in one order, before anything in them: two who go at once do not wait for each other in turn.
    list(Room.objects.select_for_update().filter(pk__in=_rooms_of(user).values("pk")).order_by("pk"))
    names = {user.display_name, *Seat.objects.filter(user=user).values_list("name", flat=True).distinct()}
    names |= set(Line.objects.filter(sender=user).values_list("name", flat=True).distinct())
    _forget_in_chat(user, names)
    _forget_in_titles(user)
    games.forget_player(user.pk)


def let_go(user: User, **_: Any) -> None:
    """Leaves every room and every running match, by the rules that hold for everybody."""
    codes = Membership.objects.filter(user=user, room__closed_at=None).values_list("room__code", flat=True)
    for code in list(codes):
        try:
            services.leave_room(user=user, code=code)
        except RoomError:  # left or closed in this very moment
            continue
    if user.display_name == DEPARTED:
        for match_id in games.playing_of(user.pk):  # of rooms that were left or closed before
            games.leave_match(match_id, user.pk)


def _forget_in_chat(user: User, names: Collection[str]) -> None:
    rooms = _rooms_of(user)
    told = Line.objects.filter(sender=None, kind=Line.Kind.SYSTEM)
    told.filter(Q(name=user.display_name) | Q(name__in=names, room__in=rooms)).update(name=DEPARTED)
    for line in Line.objects.filter(match__in=Seat.objects.filter(user=user).values("match")).exclude(
        data={}
    ):
        data = {key: _renamed(value, names) for key, value in line.data.items()}
        if data != line.data:
            line.data = data
            line.save(update_fields=["data"])
    # Their keys would have to be unique among the facts of a room.
    Line.objects.filter(sender=user).update(name=DEPARTED, key=None, sender=None)


def _renamed(value: Any, names: Collection[str]) -> Any:
    """A fact of a chat line: names stand alone or in lists."""
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    return DEPARTED if isinstance(value, str) and value in names else value


def _forget_in_titles(user: User) -> None:
    """A new room is called after whoever makes it."""
    with translation.override(user.language):
        instead = gettext(DEPARTED)
    name = (user.display_name,)
    for room in _rooms_of(user).filter(name__contains=user.display_name):
        room.name = without_name(room.name, name, instead)[:NAME_LENGTH]
        room.save(update_fields=["name"])
    for match in Match.objects.filter(seats__user=user, room_name__contains=user.display_name):
        title = without_name(match.room_name, name, instead)[:NAME_LENGTH]
        Match.objects.filter(pk=match.pk).update(room_name=title)


def _rooms_of(user: User) -> Any:
    """Every room this person was ever in, as far as anything tells."""
    return Room.objects.filter(
        Q(pk__in=Membership.objects.filter(user=user).values("room"))
        | Q(pk__in=Line.objects.filter(sender=user).values("room"))
        | Q(room_matches__match__in=Seat.objects.filter(user=user).values("match"))
        | Q(host=user)
    ).distinct()
