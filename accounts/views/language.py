"""Switching the language: by POST, for the account or for this browser."""

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import services
from accounts.middleware import LANGUAGES
from accounts.redirects import next_page

YEAR = 365 * 24 * 3600


def switch_language(request: HttpRequest) -> HttpResponse:
    """Answers in the chosen language from now on; anything but a POST changes nothing."""
    if request.method != "POST":
        return redirect(next_page(request))
    language = request.POST.get("language", "")
    if language not in LANGUAGES:
        raise BadRequest("No such language.")
    if request.user.is_authenticated:
        services.choose_language(user=request.user, language=language)
    return remember_language(redirect(next_page(request)), language)


def remember_language(response: HttpResponse, language: str) -> HttpResponse:
    """The response, with the language kept in this browser for when nobody is logged in."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=YEAR,
        samesite="Lax",
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response
