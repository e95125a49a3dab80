"""Where to go afterwards: only ever to a page of this site."""

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def wanted_page(request: HttpRequest) -> str:
    """The `next` of the form or the address if it is a path of this very site, else ""."""
    wanted = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # A bare word would be taken for the name of a view by `redirect`.
    return wanted if safe and wanted.startswith("/") else ""


def next_page(request: HttpRequest) -> str:
    """`wanted_page`, or the lobby."""
    return wanted_page(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
