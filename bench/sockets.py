"""A WebSocket client on raw asyncio, no more than the bench needs: handshake by hand, masked frames, pings answered."""

import asyncio
import base64
import os
import ssl
import zlib
from collections.abc import Callable

Listener = Callable[[bytes], None]

TEXT, BINARY, CLOSE, PING = 0x1, 0x2, 0x8, 0x9


def frame(first: int, payload: bytes, *, mask: bool = True) -> bytes:
    """A frame as clients send it: `first` is its whole first byte, 0x80 | kind where a message ends with it."""
    size, bit = len(payload), 0x80 if mask else 0
    if size < 126:
        head = bytes([first, bit | size])
    elif size < 65536:
        head = bytes([first, bit | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, bit | 127]) + size.to_bytes(8, "big")
    if not mask:
        return head + payload
    key = os.urandom(4)
    stretched = (key * (size // 4 + 1))[:size]
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(stretched, "big")
    return head + key + mixed.to_bytes(size, "big")


class Socket(asyncio.Protocol):
    """One open socket. `listener` hears every message's bytes as it arrives, `on_end` of its end, once or twice."""

    def __init__(self, listener: Listener, on_end: Callable[[], None] = lambda: None) -> None:
        self.listener, self.on_end = listener, on_end
        self.frames = self.bytes = 0
        self.closed: bytes | None = None
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        *,
        listener: Listener,
        on_end: Callable[[], None] = lambda: None,
        cookie: str = "",
        subprotocol: str = "",
        deflate: bool = True,
        tls: ssl.SSLContext | None = None,
    ) -> "Socket":
        """Connect and shake hands; `deflate`: takes compressed messages, as every browser does. `tls`: what to trust.

        Raises: ConnectionError when the server does not switch protocols.
        """
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(listener, on_end), "127.0.0.1", port, ssl=tls)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http{'s' if tls else ''}://127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        ]
        if deflate and os.environ.get("BENCH_DEFLATE", "1") == "1":
            lines.append("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
        if cookie:
            lines.append(f"Cookie: {cookie}")
        if subprotocol:
            lines.append(f"Sec-WebSocket-Protocol: {subprotocol}")
        assert socket._transport is not None
        socket._transport.write("\r\n".join([*lines, "", ""]).encode())
        try:
            await asyncio.wait_for(socket._open, 30)
        except BaseException:
            socket.close()
            raise
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Part of asyncio.Protocol."""
        if self.closed is None:
            self.closed = b""
        self.on_end()
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed during the handshake"))

    def data_received(self, data: bytes) -> None:
        """Part of asyncio.Protocol."""
        if self._open.cancelled():
            return  # whoever gave up would else read the handshake as frames
        self._buffer += data
        if not self._open.done():
            head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._open.set_exception(ConnectionError(head.split(b"\r\n")[0].decode("latin1")))
                return
            self._buffer = bytearray(rest)
            self._open.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        """Handle the first whole frame of the buffer. The server sends no fragments and masks nothing."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1] & 0x7F, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size or start > len(buffer):
            return False
        payload = bytes(buffer[start : start + size])
        kind, is_deflated = buffer[0] & 0x0F, buffer[0] & 0x40
        del buffer[: start + size]
        if is_deflated:
            payload = zlib.decompress(payload + b"\0\0\xff\xff\3\0", -15)
        if kind in (TEXT, BINARY):
            self.frames += 1
            self.bytes += size
            self.listener(payload)
        elif kind == PING:
            self._send(0xA, payload)
        elif kind == CLOSE:
            self.closed = payload
            self.on_end()
        return True

    def send(self, text: bytes) -> None:
        """Send one text frame."""
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        self._transport.write(frame(0x80 | kind, payload))

    def close(self) -> None:
        """Close as a closed tab does."""
        if self._transport is not None:
            self._transport.close()
