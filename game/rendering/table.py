"""What a rendering knows about a table beside its observation: names, room, clock and presence."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from game.engine.cards import Seat
from game.rendering.language import Language
from game.words import ALL_BOT_NAMES, DEPARTED


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat; `bot` is the bot's level, None for a person. `name` is user text; a bot's is a msgid."""

    name: str
    bot: str | None


class TableInfo(msgspec.Struct, frozen=True):
    """The public surroundings of a match. Times are server milliseconds since the epoch.

    `seats` and `online` are indexed by seat. `deadline` is when the open decision ends by itself, None where
    nothing is timed, as in a pause. `now` is the moment of rendering. `cut` is `ended`, `agreed` or `annulled` (a kind
    of ruling) where the match was cut off, `cut_reason` why. `wish`: the seats that want it to end now, in the order in
    which they said so. `head` is the last link of the log of a finished match. `practice`: its one person among bots
    may ask for advice.
    """

    match: str
    room_code: str
    room_name: str
    seats: tuple[SeatInfo, ...]
    deadline: int | None
    now: int
    online: tuple[bool, ...]
    kids: bool = False
    cut: str = ""
    cut_reason: str = ""
    wish: tuple[Seat, ...] = ()
    head: str = ""
    practice: bool = False

    def name(self, seat: Seat) -> str:
        """The name shown for a seat, as plain text."""
        return self.seats[seat].name

    def seconds_left(self) -> int | None:
        """Whole seconds until the deadline, rounded up and never negative; None without one."""
        if self.deadline is None:
            return None
        return max(0, -((self.now - self.deadline) // 1000))


def named_in(table: TableInfo, language: Language) -> TableInfo:
    """The same table with its bots, and people who are gone, called as this language calls them."""
    return replace(table, seats=_named(table.seats, language))


@lru_cache(maxsize=1024)
def _named(seats: tuple[SeatInfo, ...], language: Language) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(language(info.name), info.bot)
        if (info.bot and info.name in ALL_BOT_NAMES) or info.name == DEPARTED
        else info
        for info in seats
    )
