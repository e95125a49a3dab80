"""The fuzz of pages against a real server, over raw sockets: headers and request lines that no client would send."""

import socket
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.server import Server, migrate
from tests.fuzz.addresses import every_address, shuffled
from tests.fuzz.asking import Asker, Request
from tests.fuzz.judging import faults_of_answer
from tests.fuzz.site import KINDS, Site, Things
from tests.fuzz.sockets import PACE, Report, call, complaints

VISITORS = [kind for kind in KINDS if kind != "admin"]
TOKEN = "x" * 32
MOST, PATIENCE = 4_000_000, 3.0


def visit(var: Path, *, requests: int, seed: int) -> Report:
    """Ask so much of a fresh server whose data lie in `var`, as everybody but an administrator."""
    if not var.exists():
        migrate(var)
    plan = call(var, "tests.fuzz.visited", "furnish")
    before = call(var, "tests.fuzz.visited", "kept")
    site = Site(
        {}, Things(**plan["ours"]), Things(**plan["theirs"]), [seed.encode() for seed in plan["seeds"]]
    )
    server = Server(var, **PACE)
    server.start()
    rng, faults, figures = Random(seed), list[str](), Counter[str]()
    addresses = shuffled(every_address(), rng)
    askers = {with_doors: Asker(site, rng, addresses, with_doors=with_doors) for with_doors in (True, False)}
    began = time.monotonic()
    try:
        for _ in range(requests):
            kind = rng.choice(VISITORS)
            request = askers[kind in ("guest", "member", "host")].ask()
            faults += _visit(server.port, request, plan["cookies"][kind], site, kind, rng, figures)
    finally:
        seconds = time.monotonic() - began
        server.stop()
    faults += complaints(server)
    after = call(var, "tests.fuzz.visited", "kept")
    faults += [f"{name} changed" for name in before if before[name] != after[name]]
    return Report(faults, {"seconds": round(seconds, 1), **dict(sorted(figures.items()))})


def _visit(
    port: int, request: Request, cookie: str, site: Site, kind: str, rng: Random, figures: Counter[str]
) -> list[str]:
    raw = _written(request, cookie, rng)
    figures["requests"] += 1
    answer = _answer(port, raw)
    if not answer:
        figures["no answer"] += 1
        return []
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin1").split("\r\n")
    status = int(first.split()[1])
    figures[f"{status // 100}xx"] += 1
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    found = faults_of_answer(request, status, headers, _whole(headers, body), site=site, kind=kind)
    return [f"{kind} {raw[:400]!r}: {fault}" for fault in found]


def _written(request: Request, cookie: str, rng: Random) -> bytes:
    """The request as bytes, now and then with something wrong in its form."""
    headers: dict[str, Any] = {"Host": "testserver", "Connection": "close", **request.headers}
    mine = f"sessionid={cookie}; csrftoken={TOKEN}"
    headers["Cookie"] = f"{request.headers['Cookie']}; {mine}" if "Cookie" in request.headers else mine
    headers.setdefault("X-CSRFToken", TOKEN)
    headers["Content-Length"] = len(request.body)
    body = request.body
    match rng.randrange(60):
        case 0:
            headers["Content-Length"] = rng.choice((len(body) + 5, "-1", "x", "1e3", "9" * 30, ""))
        case 1:
            del headers["Content-Length"]
            headers["Transfer-Encoding"] = rng.choice(("chunked", "chunked, gzip", "x"))
            body = rng.choice((b"5\r\nabcde\r\n0\r\n\r\n", b"zz\r\n", b"-1\r\n\r\n", body))
        case 2:
            headers[rng.choice(("X-" + "y" * 9000, "\x00", "a b", "Cookie"))] = rng.choice(
                ("\x00\x01\xff", "z" * 9000)
            )
        case 3:
            headers["Upgrade"], headers["Connection"] = "websocket", "Upgrade"
        case _:
            pass
    version = rng.choice(("HTTP/1.1",) * 30 + ("HTTP/1.0", "HTTP/9.9", "", "FTP/1.1"))
    lines = [
        f"{request.method} {request.path} {version}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + body


def _answer(port: int, raw: bytes) -> bytes:
    """All that comes back until the server closes, or is silent for long: it may wait for more than was sent."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        try:
            line.sendall(raw)
            line.settimeout(PATIENCE)
            while len(answer) < MOST and (piece := line.recv(65536)):
                answer += piece
        except OSError:
            pass
    return answer


def _whole(headers: dict[str, str], body: bytes) -> bytes:
    """The body without its chunks' sizes."""
    if headers.get("Transfer-Encoding") != "chunked":
        return body
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        whole, body = whole + body[:length], body[length + 2 :]
    return whole
