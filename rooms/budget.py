"""What one person's pages may cost this process: a bucket that refills.

Who takes too much is slowed down, then closed, and may come back at once: nobody is banned.
"""

import time
import weakref
from collections import OrderedDict

from game.commands import SyncCommand
from game.engine.errors import Malformed
from rooms.commands import ChatCommand, EmoteCommand, NonceCommand, OrderCommand, RoomCommand

MOST, REFILL_A_SECOND = 80.0, 10.0
DEBT_LIMIT = 200
SLOW_SECONDS = 0.02  # each message too many is answered that much later
CONNECT_COST, LEFT_AFTER_CLOSE = 5.0, 10.0
MOST_WAIT_SECONDS = 5.0
REMEMBERED = 4096


def cost_of(command: RoomCommand | Malformed) -> float:
    """What answering costs, where a ping, an action and what nobody understands are 1."""
    match command:
        case SyncCommand():
            return 4.0
        case ChatCommand() | EmoteCommand() | OrderCommand() | NonceCommand():
            return 2.0
        case _:
            return 1.0


class Budget:
    """The bucket of one person, shared by all their pages here."""

    def __init__(self) -> None:
        self._left = MOST
        self._debt = 0
        self._at = time.monotonic()

    def spend(self, cost: float) -> bool:
        """Take the cost of a message from the bucket; False when there is too little in it."""
        self._refill()
        if self._left < cost:
            self._debt += 1
            return False
        self._left -= cost
        # Paid back slowly: in a flood, too, some messages are let through.
        self._debt = max(0, self._debt - 1)
        return True

    def connect(self) -> float:
        """Take the cost of a new page. Returns how many seconds it has to wait before it is served."""
        self._refill()
        self._left = max(self._left - CONNECT_COST, -MOST_WAIT_SECONDS * REFILL_A_SECOND)
        return max(0.0, -self._left / REFILL_A_SECOND) if REFILL_A_SECOND else 0.0

    @property
    def is_hopeless(self) -> bool:
        """True when the flood went on long after the bucket was empty."""
        return self._debt > DEBT_LIMIT

    def begin_anew(self) -> None:
        """The page that flooded is closed: the next one is served at once, but not with a full bucket."""
        self._debt, self._left = 0, max(self._left, LEFT_AFTER_CLOSE)

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(MOST, self._left + (now - self._at) * REFILL_A_SECOND)
        self._at = now


_in_use: "weakref.WeakValueDictionary[int, Budget]" = weakref.WeakValueDictionary()
_lately: "OrderedDict[int, Budget]" = OrderedDict()


def budget_of(user_id: int) -> Budget:
    """The one budget of a person in this process; coming back does not fill it."""
    budget = _in_use.setdefault(user_id, _lately.get(user_id) or Budget())
    _lately[user_id] = budget
    _lately.move_to_end(user_id)
    while len(_lately) > REMEMBERED:
        _lately.popitem(last=False)
    return budget


def forget_everybody() -> None:
    """For tests: all buckets are full."""
    _in_use.clear()
    _lately.clear()
