"""Who is asking, and what becomes of those nobody knows yet."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from accounts.models import User

View = Callable[..., HttpResponse]


def signed_in(request: HttpRequest) -> User:
    """The account of a request that has passed `login_required` or `log_in_first`."""
    return cast(User, request.user)


def log_in_first(page: Callable[..., str]) -> Callable[[View], View]:
    """For views that take posts only: a visitor logs in, and then sees `page` of the same parts of the address.

    Django's own decorator would lead back to an address that nobody can look at.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: str) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(page(**parts))
            return view(request, **parts)

        return guarded

    return decorate


def small_number(text: str | None) -> int | None:
    """The number a part of an address says; None where it is none that anything here could have."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else None
