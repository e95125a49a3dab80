"""Which language a request is answered in, and that somebody was here."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.seen import note_seen

LANGUAGES = frozenset(code for code, _name in settings.LANGUAGES)


def browser_language(request: HttpRequest) -> str:
    """The first of our languages that the browser asks for; Korean when it asks for none of them."""
    for tag, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "").lower()):
        code = tag.partition("-")[0]
        if code in LANGUAGES:
            return code
    return settings.LANGUAGE_CODE


def visitor_language(request: HttpRequest) -> str:
    """The language of somebody without an account: the one they chose, else the browser's."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if chosen in LANGUAGES else browser_language(request)


def request_language(request: HttpRequest) -> str:
    """The account's language when logged in, else the visitor's."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and user.language in LANGUAGES:
        return user.language
    return visitor_language(request)


class LanguageMiddleware:
    """Answers in `request_language`; stands after the authentication middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = request_language(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class SeenMiddleware:
    """Notes once a day that somebody is here, and lets their session last anew; stands after the authentication.

    Without it a guest who plays every week would lose nickname and seat on the day the first session ends.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and note_seen(user):
            request.session.modified = True
        return self.get_response(request)
