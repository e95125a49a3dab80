"""The pages that belong to nobody: the rules, and what is said when something went wrong.

The error pages need no session and no database, because those may be what is broken.
"""

import logging
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation

from accounts.middleware import visitor_language

KEPT_FIELDS = 40
KEPT_CHARACTERS = 4000


def rules(request: HttpRequest) -> HttpResponse:
    """The rules of the game, for everybody."""
    return render(request, "pages/rules.html", {"nav": "rules"})


def favicon(request: HttpRequest) -> HttpResponse:
    """The picture browsers ask for where no page has told them of one, as in the admin."""
    return redirect(static("favicon.ico"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request makes no sense (400); what exactly was wrong is not repeated."""
    return _sorry(request, "400.html", HTTPStatus.BAD_REQUEST)


def denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page is there, but not for this person (403)."""
    return _sorry(request, "403.html", HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page (404)."""
    return _sorry(request, "404.html", HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """Something broke (500); said without touching whatever broke."""
    try:
        language = visitor_language(request)
    except Exception:
        logging.getLogger(__name__).exception("not even the language could be read")
        language = "ko"
    with translation.override(language):
        return HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was too old, or came from elsewhere (403); offers to send it again if it was our own.

    What was typed is offered again only if the browser says that our own page sent it: otherwise a foreign
    page could fill in a form here that needs just one press. Passwords are not kept: their form asks again.
    """
    kept = _kept_fields(request) if _is_own_form(request) else []
    context = {"kept": kept, "again": request.get_full_path()}
    return render(request, "403_csrf.html", context, status=HTTPStatus.FORBIDDEN)


def _sorry(request: HttpRequest, template: str, status: HTTPStatus) -> HttpResponse:
    # Without the request: its context processors would ask the session who is looking.
    return HttpResponse(render_to_string(template), status=status)


def _is_own_form(request: HttpRequest) -> bool:
    try:
        sender = urlsplit(request.headers.get("Origin") or request.headers.get("Referer", ""))
    except ValueError:
        return False
    return (sender.scheme, sender.netloc) == (request.scheme, request.get_host())


def _kept_fields(request: HttpRequest) -> list[tuple[str, str]]:
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken" and name != "current" and "password" not in name
    ]
    fits = len(fields) <= KEPT_FIELDS and sum(len(value) for _name, value in fields) <= KEPT_CHARACTERS
    return fields if fits else []
