"""Guests in rooms: how one comes in with a nickname only, and what becomes of their rooms when they register."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest

from accounts import services as accounts
from accounts.entry import enter
from accounts.middleware import visitor_language
from accounts.models import User
from accounts.signals import guest_registered
from rooms import services
from rooms.errors import NoSuchRoom
from rooms.models import Membership


def connect() -> None:
    """Begin to hear of guests who register; called once, when the app is ready."""
    guest_registered.connect(_take_over)


def come_in(request: HttpRequest, *, display_name: str, token: str) -> Membership:
    """Makes a guest of a checked nickname, a member of the room of this link, and logs them in: all or nothing.

    Raises: NameTaken; what `join_room` raises.
    """
    with transaction.atomic():
        user = accounts.make_guest(display_name=display_name, language=visitor_language(request))
        member = services.join_room(user=user, token=token)
        enter(request, user)
    return member


def _take_over(user: User, **_: Any) -> None:
    """Somebody registered may host: rooms in which only guests were left have a host again."""
    for code in _codes(user):
        try:
            services.settle_host(user=user, code=code)
        except NoSuchRoom:  # left or closed in this very moment
            continue


def _codes(user: User) -> list[str]:
    rooms = Membership.objects.filter(user=user, room__closed_at=None)
    return list(rooms.values_list("room__code", flat=True))
