"""The session's cookie: taken away at log-out, and only then."""

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

from accounts.known import remember


class SessionsThatStay(SessionMiddleware):
    """Leaves the cookie of a session that has ended alone, where Django would take it away.

    The request that carries it may be a late one: taking the cookie away would take the new one that another answer
    has brought meanwhile, to somebody who changed the password or, as a guest, registered.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The answer, without an order to forget a session that nobody has left; it says who has come in."""
        response = super().process_response(request, response)
        remember(request, response)
        cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and not cookie.value and not getattr(request, "is_logging_out", False):
            del response.cookies[settings.SESSION_COOKIE_NAME]
        return response


def note_log_out(request: HttpRequest | None, **_: object) -> None:
    """Receiver of `user_logged_out`: this request is the one that may take the cookie away."""
    if request is not None:
        request.is_logging_out = True  # type: ignore[attr-defined]


user_logged_out.connect(note_log_out)
