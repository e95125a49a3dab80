"""Browsers that have been in an account before: a guesser at the same address does not shut their door.

A signed cookie holds a keyed digest of each such account, so that it tells nobody who they are.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.throttle import account_digest, client_address

COOKIE, SALT = "known", "accounts.known"
KEPT_SECONDS = 400 * 24 * 3600  # the longest that browsers keep a cookie
MOST_ACCOUNTS = 8
DIGITS = 32


def place_of(request: HttpRequest, account: str) -> str:
    """Where a try to log in counts: with its address, or, from a browser that was in this account, by itself."""
    mark = _mark(account)
    return f"known:{mark}" if mark in _marks(request) else client_address(request)


def note_entrance(request: HttpRequest, user: User) -> None:
    """The answer to this request will let the browser remember that it is in the account."""
    if not user.is_guest:  # nobody can guess a guest's password: there is none
        request.entered = _mark(user.username)  # type: ignore[attr-defined]


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Puts into the answer what was noted."""
    mark = getattr(request, "entered", "")
    if not mark:
        return
    marks = [mark, *(other for other in _marks(request) if other != mark)][:MOST_ACCOUNTS]
    response.set_signed_cookie(
        COOKIE,
        ".".join(marks),
        salt=SALT,
        max_age=KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
        path="/accounts/",
    )


def _marks(request: HttpRequest) -> list[str]:
    cookie = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=KEPT_SECONDS)
    return cookie.split(".") if cookie else []


def _mark(account: str) -> str:
    return account_digest(account)[:DIGITS]
