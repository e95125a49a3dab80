"""The session of a socket: that of its cookie, read at the handshake and never written."""

from typing import Any

from django.conf import settings

from accounts.sessions import SessionStore


class SocketSessions:
    """Between Channels' cookies and its log-in. Channels' own would ask of every frame whether to save the session."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Part of ASGI."""
        session = SessionStore(scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        return await self._inner({**scope, "session": session}, receive, send)
