"""The sockets of this process, by match. Knows who watches what; holds no secrets and sends nothing itself."""

from collections import defaultdict
from typing import Protocol

from game.rendering import OwnKey


class Viewer(Protocol):
    """An open socket at a table.

    `seat` is None for somebody who only watches. `shown` is the version it was last told, `own_key` what its own
    fragments were drawn from then (None: they must be drawn again).
    """

    seat: int | None
    language: str
    wants_json: bool
    shown: int
    own_key: OwnKey | None

    async def push(self, text: str) -> None:
        """Send one frame. Must not raise when the socket is gone, must not wait for a slow reader."""


_viewers: dict[int, dict[Viewer, None]] = defaultdict(dict)


def join(match_id: int, viewer: Viewer) -> None:
    """From now on `viewer` hears of every change of the match."""
    _viewers[match_id][viewer] = None


def leave(match_id: int, viewer: Viewer) -> None:
    """Forget a viewer; leaving twice is harmless."""
    viewers = _viewers.get(match_id)
    if viewers is not None:
        viewers.pop(viewer, None)
        if not viewers:
            del _viewers[match_id]


def viewers_of(match_id: int) -> list[Viewer]:
    """The sockets watching a match here, in order of arrival."""
    return list(_viewers.get(match_id, ()))


def watched() -> list[int]:
    """The matches that have viewers in this process."""
    return list(_viewers)
