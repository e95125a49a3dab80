"""Sockets compress: offered by a browser, taken by the server, short messages as they are, and no bomb goes off."""

import base64
import contextlib
import os
import socket
import zlib

from bench.sockets import frame
from tests.browser.backstage import Backstage
from tests.browser.server import Server

TAIL = b"\0\0\xff\xff\3\0"


class Raw:
    """One socket of a room, frame by frame."""

    def __init__(self, server: Server, code: str, session: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", server.port), 10)
        self._file = self._socket.makefile("rb")
        lines = [
            f"GET /ws/room/{code}/ HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            f"Origin: {server.url}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: sessionid={session}",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.head = b"".join(iter(self._file.readline, b"\r\n")).decode()

    def send(self, payload: bytes, *, first: int = 0x81) -> None:
        """One masked frame."""
        self._socket.sendall(frame(first, payload))

    def receive(self) -> tuple[int, bytes]:
        """The next frame: its first byte and what is in it."""
        first, size = self._file.read(2) or (0x88, 0)
        if size >= 126:
            size = int.from_bytes(self._file.read(2 if size == 126 else 8))
        return first, self._file.read(size)

    def close(self) -> None:
        """End the connection."""
        self._file.close()
        self._socket.close()


def squeezed(text: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (deflate.compress(text) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4]


def opened(server: Server, backstage: Backstage) -> Raw:
    session = backstage("user", username="gale", name="게일")
    return Raw(server, backstage("scene", name="choice", viewer="gale"), session)


def test_a_table_is_sent_compressed_and_a_short_answer_as_it_is(server: Server, backstage: Backstage) -> None:
    page = opened(server, backstage)
    assert "permessage-deflate; client_no_context_takeover" in page.head
    page.send(squeezed(b'{"type":"sync","version":0}'), first=0xC1)
    texts = []
    while not any(b'id="stage"' in text for _, text in texts):
        first, payload = page.receive()
        texts.append((first, zlib.decompress(payload + TAIL, -15) if first & 0x40 else payload))
        assert first & 0x0F == 1
        assert bool(first & 0x40) == (len(texts[-1][1]) >= 512)
        assert len(payload) < 12_000
    page.close()


def test_a_small_message_that_would_become_a_big_one_ends_its_socket_only(
    server: Server, backstage: Backstage
) -> None:
    page = opened(server, backstage)
    page.send(squeezed(b"a" * 10_000_000), first=0xC1)
    with contextlib.suppress(ConnectionResetError):
        while page.receive()[0] & 0x0F == 1:
            pass
    page.close()
    another = opened(server, backstage)
    assert "101" in another.head
    another.close()
