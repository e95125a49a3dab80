"""Our end of a connection: what is not read, comes in faster than it is answered, or never ends, ends the connection.

Twisted keeps what a socket does not read, and Daphne what is not answered yet, without limit; Twisted waits for a
request as long as a byte comes now and then.
"""

import socket
from typing import Any

from twisted.internet.protocol import connectionDone
from twisted.web.http import HTTPChannel

from config import deflate
from game.metrics import connections_refused, slow_readers

MOST_UNREAD_BYTES = 256 * 1024
KERNEL_BYTES = (
    64 * 1024
)  # what the kernel keeps beside it (it takes twice that); by itself it would take megabytes
MOST_UNANSWERED = 64
TOO_FAST = 4408


class Requests(HTTPChannel):
    """A connection for plain requests. Each has `timeOut` seconds from its first byte to its last."""

    _has_begun = False

    def resetTimeout(self) -> None:
        """Part of Twisted's interface: called with every piece that comes in."""
        if not self._has_begun:
            self._has_begun = True
            super().resetTimeout()

    def allContentReceived(self) -> None:
        """Part of Twisted's interface."""
        self._has_begun = False
        super().allContentReceived()


def protocol_of(factory: Any) -> type["Protocol"]:
    """The class of a server's sockets. Options are the class's: Autobahn would copy them into each, and word them."""
    options = {name: getattr(factory, name) for name in Protocol.CONFIG_ATTRS}
    shared = {name: staticmethod(option) if callable(option) else option for name, option in options.items()}
    return type("Protocol", (Protocol,), {**shared, "CONFIG_ATTRS": []})


class _Reader:
    """Hears from the transport (as its producer) that too much lies unread: such a page needs a fresh start."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def pauseProducing(self) -> None:
        """Part of Twisted's interface."""
        self._transport.unregisterProducer()
        slow_readers.inc()
        self._transport.abortConnection()

    def resumeProducing(self) -> None:
        """Part of Twisted's interface."""

    def stopProducing(self) -> None:
        """Part of Twisted's interface."""


class Protocol(deflate.Protocol):
    """A socket with bounds in both directions."""

    def connectionMade(self) -> None:
        """Part of Twisted's interface."""
        super().connectionMade()
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        self.transport.bufferSize = MOST_UNREAD_BYTES
        self.transport.unregisterProducer()  # the HTTP channel, which has done its work
        self.transport.registerProducer(_Reader(self.transport), True)

    def onOpen(self) -> None:
        """Part of Autobahn's interface. What the handshake said is known by now, and is kept nowhere else for weeks."""
        super().onOpen()
        self.http_request_data, self.request.headers = b"", {}
        self.http_headers: dict[str, str] = {}
        self.clean_headers: list[tuple[bytes, bytes]] = []

    def connectionLost(self, reason: Any = connectionDone) -> None:
        """Part of Twisted's interface. Autobahn leaves a circle, which would lie about until a full collection."""
        super().connectionLost(reason)
        self.is_closed.result = None

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Part of Autobahn's interface."""
        if self.state != self.STATE_OPEN:
            return
        if self.application_queue.qsize() >= MOST_UNANSWERED:
            connections_refused.labels(str(TOO_FAST)).inc()
            self.sendClose(code=TOO_FAST)
            return
        super().onMessage(payload, isBinary)
