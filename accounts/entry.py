"""Letting somebody in: the one place that begins a log-in."""

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.known import note_entrance
from accounts.models import User


def enter(request: HttpRequest, user: User) -> None:
    """Logs `user` in under a new session key, so that a key planted before is worth nothing."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    note_entrance(request, user)
