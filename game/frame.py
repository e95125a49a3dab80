"""A frame in parts: what many sockets are told alike is one part, encoded and compressed once for all of them."""

from collections.abc import Iterable

from isal import isal_zlib

LEVEL = 1  # half the time of zlib's, for a fiftieth more; zlib's 6 takes three times as long for a tenth less

# One for the process, used in the event loop only. A full flush ends on a whole byte and forgets what came before, so
# that its outputs can be joined in any order: RFC 1951 knows no difference between one stream and these side by side.
_deflate = isal_zlib.compressobj(LEVEL, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
TAIL = b"\0\0\xff\xff"


class Part:
    """Some text of one frame or of many."""

    __slots__ = ("_deflated", "data", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode()
        self._deflated: bytes | None = None

    @property
    def deflated(self) -> bytes:
        """Raw deflate blocks of the text, ending with `TAIL`; empty for no text."""
        if self._deflated is None:
            self._deflated = (
                _deflate.compress(self.data) + _deflate.flush(isal_zlib.Z_FULL_FLUSH) if self.data else b""
            )
        return self._deflated


class Frame(str):
    """The text of a frame, which knows its parts."""

    __slots__ = ("parts",)

    parts: tuple[Part, ...]

    @classmethod
    def of(cls, *parts: Part) -> "Frame":
        """These parts, one after the other."""
        frame = cls("".join([part.text for part in parts]))
        frame.parts = parts
        return frame


def parts_of(text: str) -> Iterable[Part]:
    """The parts of a frame; plain text is one."""
    return text.parts if isinstance(text, Frame) else (Part(text),)
