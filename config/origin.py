"""Lets only our own pages open sockets: a browser sends the cookies of a person to any page's socket."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings

from game.metrics import connections_refused


class OwnOrigin:
    """Refuses a handshake whose Origin is neither in SOCKET_ORIGINS nor, when that is empty, the host it asks for.

    A client that sends no Origin is no browser page of somebody else's, and is let through to the session check.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin1").lower()
        host = headers.get(b"host", b"").decode("latin1").lower()
        if origin and not is_own(origin, host):
            connections_refused.labels("origin").inc()
            return await WebsocketDenier()(scope, receive, send)
        return await self.application(scope, receive, send)


def is_own(origin: str, host: str) -> bool:
    """Whether an Origin header names this site. Its port counts; its scheme only against SOCKET_ORIGINS, since a
    proxy in front may speak TLS for us."""
    if settings.SOCKET_ORIGINS:
        return origin in settings.SOCKET_ORIGINS
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and parts.netloc == host
