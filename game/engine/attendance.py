"""Attendance: missed deadlines in a row, slow seats, autoplay. Decides no deadline and no choice."""

from game.engine.actions import Action, Autoplay, Next, Origin
from game.engine.cards import Seat
from game.engine.state import Attendance, nobody, with_seat

SLOW_AFTER = 3
"""So many own deadlines missed in a row make a seat slow."""


def all_present(players: int) -> Attendance:
    """Nobody has missed anything."""
    return Attendance((0,) * players, nobody(players), nobody(players))


def attend(attendance: Attendance, seat: Seat, action: Action, origin: Origin) -> Attendance:
    """The attendance after an action of the seat, the same value where nothing changes.

    The seat's own act clears what it missed and, unless it asks for autoplay, ends its autoplay.
    """
    missed, autoplay = attendance.missed[seat], attendance.autoplay[seat]
    if isinstance(action, Autoplay):
        autoplay = action.on
    elif origin is Origin.PLAYER:
        autoplay = False
    if origin is Origin.TIMEOUT:
        missed += not isinstance(action, Next)
    elif missed and (origin is Origin.PLAYER or origin is Origin.BOT):
        missed = 0
    if missed == attendance.missed[seat] and autoplay == attendance.autoplay[seat]:
        return attendance
    return Attendance(
        with_seat(attendance.missed, seat, missed),
        with_seat(attendance.slow, seat, missed >= SLOW_AFTER),
        with_seat(attendance.autoplay, seat, autoplay),
    )
