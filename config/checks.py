"""What a site in the open must not be: with PRODUCTION=1 no command starts before all of it is mended."""

import os
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

SECRET_CHARACTERS = 50
TOKEN_CHARACTERS = 20


@register(Tags.security)
def production(**_: Any) -> list[CheckMessage]:
    """Everything that is wrong with a production environment, all at once."""
    if not settings.PRODUCTION:
        return []
    return [Error(text, id=f"kings.{number}") for number, text in problems(settings, os.environ)]


def problems(site: Any, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Number and sentence of each problem of these settings, which were read from `environ`."""
    if site.DEBUG:
        yield "E001", "DEBUG shows settings and variables to everybody: unset it."
    if len(environ.get("SECRET_KEY", "")) < SECRET_CHARACTERS:
        yield "E002", f"SECRET_KEY needs {SECRET_CHARACTERS} or more random characters."
    if not site.ALLOWED_HOSTS or "*" in site.ALLOWED_HOSTS:
        yield "E003", "ALLOWED_HOSTS must name the hosts of the site, such as cards.example."
    if not _is_https_origin(site.PUBLIC_URL):
        yield (
            "E004",
            "PUBLIC_URL must be the address of the site, such as https://cards.example, without a path.",
        )
    for name in ("CSRF_TRUSTED_ORIGINS", "SOCKET_ORIGINS"):
        if not all(map(_is_https_origin, getattr(site, name))):
            yield "E005", f"{name} must be https:// origins, separated by commas; unset, it is PUBLIC_URL."
    if not site.SECURE_COOKIES:
        yield "E006", "SECURE_COOKIES must stay on: cookies would travel in the clear."
    if not site.BEHIND_TLS_PROXY:
        yield "E007", "BEHIND_TLS_PROXY must stay on: the server speaks no TLS itself, a proxy does."
    if not environ.get("DATABASE_URL"):
        yield (
            "E008",
            "DATABASE_URL must say where the data live, such as postgres://… or sqlite:////srv/kings/data.sqlite3.",
        )
    if site.EMAIL_BACKEND.endswith(("console.EmailBackend", "dummy.EmailBackend")):
        yield (
            "E009",
            "EMAIL_BACKEND would write password links to the log, or nowhere: unset it and set EMAIL_HOST.",
        )
    if site.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        yield "E010", "DEFAULT_FROM_EMAIL must be an address of the site."
    if site.SECURE_HSTS_SECONDS <= 0:
        yield "E011", "HSTS_SECONDS must be above 0."
    if site.LOG_LEVEL == "DEBUG":
        yield "E012", "LOG_LEVEL=DEBUG may write what was sent, secrets included."
    if 0 < len(site.METRICS_TOKEN) < TOKEN_CHARACTERS:
        yield "E013", f"METRICS_TOKEN needs {TOKEN_CHARACTERS} or more random characters, or none."


def _is_https_origin(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" and bool(parts.hostname) and address == f"https://{parts.netloc}"
