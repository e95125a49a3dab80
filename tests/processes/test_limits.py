"""What one socket may cost a real process, also one that does not read; the others at the table do not notice."""

import asyncio
import json
import socket
from typing import Any

from bench.load import metric, resident_kb
from bench.sockets import BINARY, TEXT, Socket, frame
from tests.browser.backstage import Backstage
from tests.browser.server import Server
from tests.processes.conftest import Processes
from tests.sockets import JSON

SYNC = b'{"type":"sync"}'


WHOLE = 0x80 | TEXT


def memory_kb(server: Server) -> int:
    """What the process has in memory."""
    assert server._process is not None
    return resident_kb(server._process.pid)


def deaf(server: Server, session: str, code: str) -> socket.socket:
    """A socket whose client never reads, and whose kernel holds little for it. Nothing is compressed for it."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.port))
    lines = [
        f"GET /ws/room/{code}/ HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Origin: {server.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: sessionid={session}",
    ]
    client.sendall("\r\n".join([*lines, "", ""]).encode())
    return client


async def test_who_does_not_read_is_cut_off_and_the_others_hear_everything(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    server = process()
    session = backstage("user", username="piaa", name="피아")
    code = backstage("scene", name="eight", viewer="piaa")
    others = [name for name in backstage("usernames", code=code) if name != "piaa"]
    wim = backstage("user", username=others[0], name="")
    reading = await machine(server, session, code)
    await reading.until("view")
    before = memory_kb(server)
    page = deaf(server, wim, code)
    for number in range(250):
        if await asyncio.to_thread(metric, server.port, "kings_slow_readers_total"):
            break
        page.sendall(frame(WHOLE, SYNC))
        await asyncio.sleep(0.1)
        if number < 4:
            reading.say(type="autoplay", on=number % 2 == 0, id=f"heard-{number}")
            accepted = await reading.until("accepted", id=f"heard-{number}")
            await reading.until("view", version=accepted["version"])
    assert metric(server.port, "kings_slow_readers_total") == 1
    assert memory_kb(server) - before < 20_000
    page.close()
    again = await machine(server, wim, code)
    assert (await again.until("view"))["version"] == accepted["version"]


async def closed_after(server: Server, session: str, code: str, *frames: bytes) -> int | None:
    """Send this and wait for the end; the close code."""
    heard: list[bytes] = []
    page = await Socket.open(
        server.port,
        f"/ws/room/{code}/",
        listener=heard.append,
        cookie=f"sessionid={session}",
        subprotocol=JSON,
    )
    assert page._transport is not None
    for each in frames:
        page._transport.write(each)
    async with asyncio.timeout(30):
        while page.closed is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    page.close()
    return int.from_bytes(page.closed[:2], "big") if page.closed else None


async def test_what_is_too_big_ends_its_socket_however_it_is_cut(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    server = process()
    session = backstage("user", username="piaa", name="피아")
    code = backstage("scene", name="choice", viewer="piaa")
    big = frame(WHOLE, b"x" * 17_000)
    # Of what the client was still sending the kernel makes a reset, which may overtake the close code.
    assert await closed_after(server, session, code, big) in (1009, None)
    pieces = [frame(TEXT, b"x" * 4000), *[frame(0x00, b"x" * 4000)] * 5]
    assert await closed_after(server, session, code, *pieces) in (1009, None)
    page = await machine(server, session, code)
    page.socket._transport.write(frame(0x80 | BINARY, b"\xff\xfe"))  # binary
    assert (await page.until("rejected"))["code"] == "malformed"
    page.say(type="chat", text="x" * 5000)
    assert (await page.until("rejected"))["code"] == "malformed"


async def test_a_flood_is_slowed_closed_and_may_come_back_at_once(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    server = process()
    session = backstage("user", username="piaa", name="피아")
    code = backstage("scene", name="choice", viewer="piaa")
    flood = [frame(WHOLE, json.dumps({"type": "ping", "t": number}).encode()) for number in range(3000)]
    assert await closed_after(server, session, code, *flood) in (4408, None)
    page = await machine(server, session, code)
    view = (await page.until("view"))["view"]
    page.say(type="play", decision=view["decision"], id="calm", **view["me"]["legal"][0])
    assert await page.until("accepted", id="calm")
