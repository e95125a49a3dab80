"""The clock on the wall, in one place, so that tests can set it; and stored times as Django shows them."""

from datetime import UTC, datetime
from time import time_ns


def now_ms() -> int:
    """This process's clock, in ms since the epoch."""
    return time_ns() // 1_000_000


def moment(at: int) -> datetime:
    """A time in ms since the epoch as Django shows times."""
    return datetime.fromtimestamp(at / 1000, tz=UTC)
