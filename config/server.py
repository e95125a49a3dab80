"""The server process: Daphne with our limits, and the clock that starts and stops with it."""

import asyncio
import gc
import logging
from functools import partial
from typing import Any

from daphne.server import Server
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from config import deflate, sockets
from config.background import Background
from config.inbox import Inbox

logger = logging.getLogger(__name__)

# Of what comes in: over 4 KiB is refused in words, a frame or a message of several over this ends the socket.
MAX_MESSAGE_BYTES = 16 * 1024
REQUEST_SECONDS = 30.0  # for a request to come in, and between two of one connection
LAST_SECONDS = 3.0  # for pages on their way and sockets that say goodbye, at the end


class CannotListen(Exception):
    """Nothing can be served at this address; the text is the system's reason."""


class KingsServer(Server):
    """One process of the product: HTTP, WebSocket and the clock on one event loop."""

    def __init__(self, application: Any, *, host: str, port: int) -> None:
        self._refusal = ""
        self._background: Background | None = None
        self._ports: list[Any] = []
        interface = host.replace(":", r"\:")
        super().__init__(
            application,
            endpoints=[f"tcp:port={port}:interface={interface}:backlog=4096"],
            ping_interval=10,
            ping_timeout=20,
            websocket_timeout=-1,  # Daphne would close every socket after a day
            websocket_max_message_size=MAX_MESSAGE_BYTES,
            websocket_max_frame_size=MAX_MESSAGE_BYTES,
            server_name="kings",
        )

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox | None:
        """Part of Daphne's interface, and what Daphne does but for the inbox. None: the connection is gone."""
        inbox = Inbox()
        scope.setdefault("asgi", {"version": "3.0"})
        running = self.application(scope=scope, receive=inbox.get, send=partial(self.handle_reply, protocol))
        if protocol not in self.connections:
            running.close()
            return None
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(running)
        return inbox

    def run(self) -> None:
        """Serve until a signal ends the process. Raises: CannotListen."""
        reactor.callWhenRunning(lambda: asyncio.ensure_future(self._start()))
        super().run()
        if self._refusal:
            raise CannotListen(self._refusal)

    def listen_error(self, failure: Any) -> None:
        """The address is taken, or none of this machine's: stop, and let `run` say why."""
        self._refusal = str(failure.value)
        self.stop()

    async def _start(self) -> None:
        if self._refusal:
            return
        self.http_factory.protocol, self.http_factory.timeOut = sockets.Requests, REQUEST_SECONDS
        self.ws_factory.setProtocolOptions(perMessageCompressionAccept=deflate.accept_for(MAX_MESSAGE_BYTES))
        self.ws_factory.protocol = sockets.protocol_of(self.ws_factory)

        self._background = Background()
        await self._background.start()
        # What is loaded now lives for ever; collections need not look at it again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(5000, 20, 100)
        for host, port in self.listening_addresses:
            logger.info("ready on http://%s:%s/", host, port)

    def listen_success(self, port: Any) -> None:
        """Part of Daphne's interface."""
        super().listen_success(port)
        self._ports.append(port)

    def kill_all_applications(self) -> Deferred[None]:
        """Part of Daphne's interface: called when a signal ends the process. Here, what runs is finished first."""
        return Deferred.fromFuture(asyncio.ensure_future(self._finish()))

    async def _finish(self) -> None:
        if self._background is not None:
            await self._background.stop()
        for port in self._ports:
            port.stopListening()
        running = [details.get("application_instance") for details in self.connections.values()]
        left = {task for task in running if task is not None and not task.done()}
        if left:
            _done, left = await asyncio.wait(left, timeout=LAST_SECONDS)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
