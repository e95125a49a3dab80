"""Sockets as nobody's browser opens and uses them: odd handshakes, fragments, control frames, broken frames."""

from random import Random
from typing import Self
from urllib.parse import quote

from bench.sockets import CLOSE, PING, TEXT, Listener, Socket, frame
from tests.fuzz import junk
from tests.fuzz.messages import Message
from tests.sockets import JSON

CONTINUED, BINARY, PONG = 0x0, 0x2, 0xA
# What the protocol of sockets itself ends: such a frame costs its sender the socket, and nobody else anything.
BREAKS = (
    "utf8",
    "reserved",
    "opcode",
    "unmasked",
    "huge",
    "long control",
    "split control",
    "no beginning",
    "close code",
)


class Wire(Socket):
    """An open socket that can send any bytes."""

    @classmethod
    async def open_as(
        cls, port: int, code: str, cookie: str, rng: Random, *, machine: bool, listener: Listener
    ) -> Self:
        """Open a room's socket with a query that may be junk. Raises: ConnectionError."""
        path = f"/ws/room/{quote(code, safe='')}/{_query(rng)}"
        protocol = JSON if machine else ""
        if machine and rng.random() < 0.2:
            protocol = rng.choice((f"x, {JSON}", f"{JSON}, {JSON}.2", f"{JSON},soap"))
        wire = await cls.open(port, path, listener=listener, cookie=cookie, subprotocol=protocol)
        assert isinstance(wire, cls)
        return wire

    def frame(self, kind: int, payload: bytes, *, first: int = 0x80, mask: bool = True) -> None:
        """Send one frame; `first`: the bits before its kind (0x80: the last of its message)."""
        assert self._transport is not None
        self._transport.write(frame(first | kind, payload, mask=mask))

    def say(self, message: Message, rng: Random) -> None:
        """Send a message whole or in fragments, with control frames between them now and then."""
        kind, payload = (
            (TEXT, message.body.encode()) if isinstance(message.body, str) else (BINARY, message.body)
        )
        if rng.random() < 0.85:
            self.frame(kind, payload)
            return
        pieces = rng.randrange(2, 6)
        cuts = sorted(rng.randrange(len(payload) + 1) for _ in range(pieces - 1))
        for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(payload)], strict=True)):
            last = 0x80 if number == pieces - 1 else 0
            self.frame(kind if number == 0 else CONTINUED, payload[start:end], first=last)
            if not last and rng.random() < 0.3:
                self.frame(rng.choice((PING, PONG)), rng.randbytes(rng.randrange(126)))

    def shower(self, rng: Random) -> None:
        """Pings and pongs that nobody asked for."""
        for _ in range(rng.randrange(1, 40)):
            self.frame(rng.choice((PING, PONG)), rng.randbytes(rng.randrange(126)))

    def misbehave(self, how: str, rng: Random) -> None:
        """Send what ends this socket by the protocol of sockets."""
        match how:
            case "utf8":
                self.frame(TEXT, b'{"type":"chat","text":"\xff\xfe\xed\xa0\x80"}')
            case "reserved":
                self.frame(TEXT, rng.randbytes(20), first=0x80 | rng.choice((0x20, 0x10, 0x70)))
            case "opcode":
                self.frame(rng.choice((3, 7, 11, 15)), b"{}")
            case "unmasked":
                self.frame(TEXT, b'{"type":"sync"}', mask=False)
            case "huge":
                self.frame(TEXT, b" " * rng.choice((16_385, 40_000, 70_000)))
            case "long control":
                self.frame(PING, b"x" * 126)
            case "split control":
                self.frame(PING, b"x", first=0)
            case "no beginning":
                self.frame(CONTINUED, b"{}")
            case _:
                self.frame(
                    CLOSE, rng.choice((b"\x00", b"\x00\x00", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff\xfe"))
                )


def _query(rng: Random) -> str:
    """The part behind the question mark: often none, else a page's own parameters with anything in them."""
    if rng.random() < 0.4:
        return ""
    names = [
        rng.choice(("since", "match", "chat", "watch", "seat", "user", ""))
        for _ in range(rng.randrange(1, 5))
    ]
    return "?" + "&".join(f"{name}={quote(junk.string(rng)[:200])}" for name in names)
