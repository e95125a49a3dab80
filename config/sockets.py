"""Our end of a connection: what is not read, comes in faster than it is answered, or never ends, ends the connection.

Twisted keeps what a socket does not read, and Daphne what is not answered yet, without limit; Twisted waits for a
request as long as a byte comes now and then.
"""

import socket
from typing import Any

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

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Part of Autobahn's interface."""
        if self.state != self.STATE_OPEN:
            return
        if self.application_queue.qsize() >= MOST_UNANSWERED:
            connections_refused.labels(str(TOO_FAST)).inc()
            self.sendClose(code=TOO_FAST)
            return
        super().onMessage(payload, isBinary)
