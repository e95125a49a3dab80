"""People at tables that are at a certain moment."""

import zlib
from collections.abc import Callable
from typing import Any

from tests.browser.backstage import Backstage
from tests.browser.person import Person
from tests.browser.table import Table


def username_for(name: str) -> str:
    """A username of one's own for a display name."""
    return f"u{zlib.crc32(name.encode()):010d}"


def at_the_table(
    make: Callable[..., Person],
    backstage: Backstage,
    scene: str,
    name: str,
    *,
    seconds_ago: float | None = None,
    **how: Any,
) -> tuple[Person, Table, str]:
    """A person whose match is at a moment, with the page open and its socket in step; and the room's code."""
    session = backstage("user", username=username_for(name), name=name)
    code = backstage("scene", name=scene, viewer=username_for(name), seconds_ago=seconds_ago)
    player = make(session=session, **how)
    player.go(f"/r/{code}/")
    player.until(lambda: any('id="pong"' in frame for frame in player.frames), "the socket in step")
    return player, Table(player.page), code


def sent(player: Person, kind: str) -> list[str]:
    """The commands of a type that left the page."""
    return [text for text in player.sent if f'"type":"{kind}"' in text]
