"""Which log-ins are still good. A socket lives long after its handshake; its session may not."""

from functools import lru_cache
from typing import Any

import msgspec
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User


class LogIn(msgspec.Struct, frozen=True):
    """The log-in a socket was opened with: whose, in which session, with which password (as the session's hash)."""

    user_id: int
    session_key: str
    password_hash: str


def log_in_of(scope: dict[str, Any]) -> LogIn:
    """The log-in of a socket's scope; its user is authenticated."""
    session = scope["session"]
    return LogIn(scope["user"].pk, session.session_key or "", session.get(HASH_SESSION_KEY, ""))


def ended_sessions(log_ins: set[LogIn]) -> set[LogIn]:
    """Those of the log-ins that have ended: logged out, expired, account locked or deleted, password changed.

    Asked every few seconds for everybody who is here: two short columns of what the indexes find.
    """
    keys = {log_in.session_key for log_in in log_ins}
    good = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    alive = set(good.values_list("session_key", flat=True))
    users = User.objects.filter(pk__in={log_in.user_id for log_in in log_ins}, is_active=True)
    passwords = dict(users.values_list("pk", "password"))
    return {
        log_in
        for log_in in log_ins
        if log_in.session_key not in alive
        or (password := passwords.get(log_in.user_id)) is None
        or not constant_time_compare(_session_hash(password), log_in.password_hash)
    }


@lru_cache(maxsize=4096)
def _session_hash(password: str) -> str:
    """What sessions keep of a (hashed) password."""
    return User(password=password).get_session_auth_hash()
