"""Passwords are hashed in turn: two at once in a process, a few waiting, and the others are asked to come again."""

from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.debug import sensitive_variables

# A hash is about 0.2 s of pure CPU. Synchronous views run in threads beside the event loop, so sockets do not
# wait for it; but every core that hashes is missing at the tables, hence never more than two at once.
AT_ONCE = BoundedSemaphore(2)
# Whoever waits holds a thread and a connection to the database; 40 wait for a few seconds.
PLACES = BoundedSemaphore(40)
RETRY_SECONDS = 5

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


class InTurn:
    """Before a hasher's class: whoever hashes, or compares, waits until fewer than two do."""

    @sensitive_variables()
    def encode(self, *args: Any, **kwargs: Any) -> str:
        """As the hasher does."""
        with AT_ONCE:
            encoded: str = super().encode(*args, **kwargs)  # type: ignore[misc]
        return encoded


class Hasher(InTurn, PBKDF2PasswordHasher):
    """Django's own."""


def hashes_a_password(view: View[P]) -> View[P]:
    """A view whose posts hash. Where too many wait already it is not begun: 503, and no try is counted."""

    @wraps(view)
    def in_turn(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        if not PLACES.acquire(blocking=False):
            response = render(request, "503.html", status=503)
            response.headers["Retry-After"] = str(RETRY_SECONDS)
            return response
        try:
            return view(request, *args, **kwargs)
        finally:
            PLACES.release()

    return in_turn
