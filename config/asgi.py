"""The ASGI application: pages by Django, sockets by Channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

# Django is set up now; these import models.
from channels.auth import AuthMiddleware  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402

from config.handshakes import Handshakes  # noqa: E402
from config.origin import OwnOrigin  # noqa: E402
from config.probes import Probes  # noqa: E402
from config.socket_sessions import SocketSessions  # noqa: E402
from rooms.routing import websocket_urlpatterns  # noqa: E402

sockets = list(websocket_urlpatterns)
if os.environ.get("BENCH") == "1":  # what bench/server.py compares the tables with
    from bench.floor import websocket_urlpatterns as floor

    sockets = [*floor, *sockets]

known = CookieMiddleware(SocketSessions(AuthMiddleware(URLRouter(sockets))))
application = ProtocolTypeRouter({"http": Probes(pages), "websocket": Handshakes(OwnOrigin(known))})
