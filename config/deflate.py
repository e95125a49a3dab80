"""permessage-deflate for our sockets: every message by itself, quickly, with nothing kept between messages.

What the product sends goes past Autobahn's own sending: its parts were compressed once for all sockets, and Autobahn
words a line for a log nobody keeps with every frame. Control frames and the handshake are Autobahn's.
"""

import struct
import zlib
from collections.abc import Iterable
from typing import Any

from autobahn.exception import Disconnected
from autobahn.websocket.compress import (
    PERMESSAGE_COMPRESSION_EXTENSION,
    PerMessageDeflateOffer,
    PerMessageDeflateOfferAccept,
)
from autobahn.websocket.compress_deflate import PerMessageDeflate
from daphne.ws_protocol import WebSocketProtocol

from game.frame import TAIL, parts_of

WORTH_BYTES = 512  # pongs and answers are sent as they are
_TEXT, _COMPRESSED = 0x81, 0x40


class Deflate(PerMessageDeflate):
    """Autobahn's, for what comes in, that lets go of its window as soon as a message is read."""

    def end_decompress_message(self) -> None:
        """Part of Autobahn's interface."""
        super().end_decompress_message()
        self._decompressor = None


class Protocol(WebSocketProtocol):
    """Daphne's end of a socket. Short messages are sent as they are, as is all to a page that wants small windows."""

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """Part of Daphne's interface. Raises: Disconnected."""
        if isinstance(content, bytes):
            super().serverSend(content, binary)
            return
        if self.state != self.STATE_OPEN:
            raise Disconnected("this socket is closed or about to be")
        parts = parts_of(content)
        payload, first = b"".join([part.data for part in parts]), _TEXT
        if len(payload) >= WORTH_BYTES and self._takes_our_blocks():
            payload, first = b"".join([part.deflated for part in parts])[: -len(TAIL)], _TEXT | _COMPRESSED
        self._write(_head(first, len(payload)) + payload)

    def _write(self, data: bytes) -> None:
        """To the system at once where nothing waits: a quarter of a frame's cost less than a turn of the event loop."""
        transport, sent = self.transport, 0
        if not transport.dataBuffer and not transport._tempDataBuffer:
            sent = transport.writeSomeData(data)
        if sent != len(data):  # the rest later, or all of it: then Twisted finds out what is wrong
            transport.write(data[sent:] if isinstance(sent, int) else data)

    def dataReceived(self, data: bytes) -> None:
        """Part of Twisted's interface; Autobahn's, without the line it words for a log with every packet."""
        self._dataReceived(data)

    def _takes_our_blocks(self) -> bool:
        deflate = self._perMessageCompress
        return deflate is not None and deflate.server_max_window_bits == zlib.MAX_WBITS


def _head(first: int, size: int) -> bytes:
    """The head of a whole frame as a server sends it."""
    if size < 126:
        return bytes((first, size))
    if size < 65536:
        return struct.pack("!BBH", first, 126, size)
    return struct.pack("!BBQ", first, 127, size)


def accept_for(most_bytes: int) -> Any:
    """What answers a browser's offers; a message from a client may become at most `most_bytes`."""
    PERMESSAGE_COMPRESSION_EXTENSION["permessage-deflate"]["PMCE"] = Deflate

    def accept(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
        for offer in offers:
            if isinstance(offer, PerMessageDeflateOffer):
                return PerMessageDeflateOfferAccept(
                    offer,
                    request_no_context_takeover=True,
                    no_context_takeover=True,
                    max_message_size=most_bytes,
                )
        return None

    return accept
