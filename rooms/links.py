"""The whole address of an invitation, for people who copy it and for cameras that read it. Decides nobody's access."""

from functools import lru_cache
from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def origin_of_request(request: HttpRequest) -> str:
    """Where this site is for whoever asks, without a slash at the end: `PUBLIC_URL` if there is one."""
    return _public() or f"{request.scheme}://{request.get_host()}"


def origin_of_scope(scope: dict[str, Any]) -> str:
    """The same for a socket: the origin of its page, which the handshake has checked; "" for a machine without."""
    headers = dict(scope["headers"])
    return _public() or headers.get(b"origin", b"").decode("latin1").rstrip("/")


def invite_link(token: str, origin: str) -> str:
    """The address that lets people join; a path only where the origin is not known."""
    return origin + reverse("rooms:invitation", args=[token])


@lru_cache(maxsize=1024)
def qr_svg(text: str) -> str:
    """A QR code as an `<svg>` element with a quiet zone of four, black on nothing: put it on white."""
    code = segno.make(text, error="m", micro=False)
    return code.svg_inline(border=4, omitsize=True, svgclass=None, lineclass=None)


def _public() -> str:
    return settings.PUBLIC_URL.rstrip("/")
