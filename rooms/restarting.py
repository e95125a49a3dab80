"""Whether this process is about to stop: then it takes in nobody, later nothing, and finishes what it has begun."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

FINISH_SECONDS = 5.0
LOOK_SECONDS = 0.01


class Doors(Enum):
    """What may come in: pages and what they say; what the open pages say; nothing."""

    OPEN = "open"
    NO_NEW_PAGES = "no new pages"
    SHUT = "shut"


_doors = Doors.OPEN
_at_work = 0


def set_doors(doors: Doors) -> None:
    """From now on only this may come in."""
    global _doors
    _doors = doors


def takes_pages() -> bool:
    """Whether a page may be opened here."""
    return _doors is Doors.OPEN


def takes_messages() -> bool:
    """Whether what an open page says is still heard. It says it again elsewhere, under the same id."""
    return _doors is not Doors.SHUT


@contextmanager
def working() -> Iterator[None]:
    """Something that is committed and told before the process stops."""
    global _at_work
    _at_work += 1
    try:
        yield
    finally:
        _at_work -= 1


async def finish() -> None:
    """Hear nothing more, and wait, for a while, until what was heard is done."""
    set_doors(Doors.SHUT)
    loop = asyncio.get_running_loop()
    until = loop.time() + FINISH_SECONDS
    while _at_work and loop.time() < until:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_SECONDS)
