"""Coming in by an invitation before one has an account: the wish waits in the session until one is known.

It is written by a post of the invitation page, and carried out by the post that signs up or logs in, if that post
goes on to the same invitation. A link alone makes nobody a member, and neither does a wish that somebody else left
in this browser on the way to another page.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from rooms import services
from rooms.errors import RoomError

_KEY = "rooms.wish"


def connect() -> None:
    """Begin to hear of people who log in; called once, when the app is ready."""
    user_logged_in.connect(fulfil)


def remember(request: HttpRequest, token: str) -> None:
    """This visitor wants to join the room of this invite link."""
    request.session[_KEY] = token


def fulfil(request: HttpRequest, user: User, **_: Any) -> None:
    """Makes whoever has just logged in a member, if that is what they came for; a refusal is said on the next page."""
    token = request.session.pop(_KEY, None)
    if token is None or request.POST.get("next") != reverse("rooms:invitation", args=[token]):
        return
    try:
        services.join_room(user=user, token=token)
    except RoomError as error:
        with translation.override(user.language):
            messages.error(request, error.sentence())
