"""What is true of every answer."""

import re
from collections.abc import Callable
from secrets import token_hex

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from config.logs import request_id

# What no page of ours needs from a browser.
POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer", "microphone",
        "midi", "payment", "serial", "usb",
    )
)  # fmt: skip


class PrivatePages:
    """No page is kept by a cache unless it says so itself: almost all of them are somebody's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


class SafeHeaders:
    """What browsers may not do with our answers, beside what Django and the content policy say."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class ReadableQueries:
    """A query with a NUL in it is refused (400): no text that is stored has one, and PostgreSQL fails at the question.

    Forms see to it themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if any("\0" in text for name, values in request.GET.lists() for text in (name, *values)):
            raise BadRequest("a NUL in the query")
        return self.get_response(request)


class RequestIds:
    """Every line that is logged for a request carries its id: the proxy's, or one made here.

    Not taken back afterwards, because Django logs what went wrong last of all; each request has a context of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id.set(given if re.fullmatch(r"[0-9a-f]{16,32}", given) else token_hex(16))
        response = self.get_response(request)
        response.headers["X-Request-ID"] = request_id.get()
        return response
