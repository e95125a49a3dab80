"""What a socket keeps while it is open, and that nothing of it is left when it is closed."""

import asyncio
import gc
import socket
import weakref
from types import SimpleNamespace
from typing import Any

from daphne.ws_protocol import WebSocketFactory
from twisted.internet.testing import StringTransport

from config import deflate
from config.handshakes import Handshakes, by_itself
from config.inbox import Inbox
from config.sockets import Protocol, protocol_of

HANDSHAKE = "\r\n".join(
    [
        "GET /ws/room/ABCDEF/ HTTP/1.1",
        "Host: example.test",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        "Cookie: sessionid=very-long",
        "",
        "",
    ]
).encode()


class Wire(StringTransport):
    """A transport as a socket has it."""

    def __init__(self) -> None:
        super().__init__()
        self.socket = socket.socket()
        self.dataBuffer, self._tempDataBuffer = b"", list[bytes]()

    def getHandle(self) -> socket.socket:
        return self.socket

    def unregisterProducer(self) -> None:
        self.producer = None

    def writeSomeData(self, data: bytes) -> int:
        self.write(data)
        return len(data)


def factory() -> Any:
    """A factory as the server sets it up, and a server that remembers what it was asked for."""
    asked: list[dict[str, Any]] = []

    def create_application(protocol: Any, scope: dict[str, Any]) -> Inbox:
        asked.append(scope)
        return Inbox()

    server = SimpleNamespace(
        root_path="",
        proxy_forwarded_address_header=None,
        protocol_connected=lambda protocol: None,
        protocol_disconnected=lambda protocol: None,
        log_action=lambda *what: None,
        create_application=create_application,
        asked=asked,
    )
    made = WebSocketFactory(server, server="kings")
    made.setProtocolOptions(
        autoPingTimeout=20, perMessageCompressionAccept=deflate.accept_for(16 * 1024), openHandshakeTimeout=0
    )
    made.protocol = protocol_of(made)
    return made


def opened(made: Any) -> Protocol:
    """A socket after its handshake."""
    protocol: Protocol = made.buildProtocol(None)
    protocol._raw_query_string = b""
    protocol.makeConnection(Wire())
    protocol.dataReceived(HANDSHAKE)
    protocol.serverAccept()
    assert protocol.transport.value().startswith(b"HTTP/1.1 101")
    return protocol


def test_a_closed_socket_is_gone_at_once() -> None:
    protocol = opened(factory())
    gone = weakref.ref(protocol)
    gc.disable()
    try:
        wire = protocol.transport
        protocol.connectionLost()
        wire.socket.close()
        del protocol, wire
        assert gone() is None
    finally:
        gc.enable()


def test_an_open_socket_keeps_neither_its_handshake_nor_options_of_its_own() -> None:
    protocol = opened(made := factory())
    kept = gc.get_referents(*gc.get_referents(protocol))
    assert not [each for each in kept if isinstance(each, bytes | str) and "very-long" in str(each)]
    assert not set(vars(protocol)) & set(Protocol.CONFIG_ATTRS)
    assert protocol.autoPingTimeout == 20
    assert protocol.perMessageCompressionAccept([]) is None
    assert (b"cookie", b"sessionid=very-long") in made.server_class.asked[0]["headers"]
    protocol.transport.socket.close()


class Consumer:
    """Says what it was given, and waits."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send(dict(scope))
        await receive()


async def test_the_chain_ends_before_its_consumer_begins() -> None:
    steps: list[str] = []
    inbox, told = Inbox(), asyncio.Queue[dict[str, Any]]()

    async def chain(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        steps.append("began")
        try:
            return await by_itself(Consumer)({**scope, "user": "pia"}, receive, send)
        finally:
            steps.append("ended")

    scope = {"type": "websocket", "headers": []}
    running = asyncio.ensure_future(Handshakes(chain)(scope, inbox.get, told.put))
    assert await told.get() == {"type": "websocket", "headers": [], "user": "pia"}
    assert steps == ["began", "ended"] and not scope and not running.done()
    inbox.put_nowait({"type": "websocket.disconnect"})
    await running


async def test_whoever_is_refused_by_the_chain_meets_no_consumer() -> None:
    async def refuse(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "websocket.close"})

    told = asyncio.Queue[dict[str, Any]]()
    scope = {"type": "websocket"}
    await Handshakes(refuse)(scope, Inbox().get, told.put)
    assert told.get_nowait() == {"type": "websocket.close"} and told.empty() and scope


async def test_an_inbox_gives_everything_in_order_and_loses_nothing_to_a_reader_that_gave_up() -> None:
    inbox = Inbox()
    for number in range(3):
        inbox.put_nowait({"number": number})
    assert inbox.qsize() == 3
    assert [(await inbox.get())["number"] for _ in range(3)] == [0, 1, 2]
    waiting = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait({"number": 3})
    waiting.cancel()  # at the very moment it would have been given one
    await asyncio.gather(waiting, return_exceptions=True)
    assert waiting.cancelled() and inbox.qsize() == 1
    assert (await inbox.get())["number"] == 3
    late = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait({"number": 4})
    inbox.put_nowait({"number": 5})
    assert (await late)["number"] == 4 and (await inbox.get())["number"] == 5
