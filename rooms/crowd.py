"""How many pages are open here: of one account, where the oldest makes way; of everybody, where the newest does.

Never counted by address: a household, a school and an office share one.
"""

import resource
from collections import defaultdict
from typing import Protocol

MOST_PAGES = 20
KEPT_FILES = 256  # of what the process may open: for the database, the static files and plain requests
MOST_SOCKETS = max(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - KEPT_FILES)


class Visitor(Protocol):
    """An open page of an account."""

    user_id: int

    async def say_goodbye(self, code: int) -> None:
        """Close it."""


_pages: defaultdict[int, list[Visitor]] = defaultdict(list)


def is_full() -> bool:
    """Whether this process has as many pages as it can hold."""
    return sum(map(len, _pages.values())) >= MOST_SOCKETS


def come(page: Visitor) -> Visitor | None:
    """Count a page. Returns the oldest of its account where that is one too many."""
    mine = _pages[page.user_id]
    mine.append(page)
    return mine[0] if len(mine) > MOST_PAGES else None


def go(page: Visitor) -> None:
    """Count it no more; harmless when it was not counted."""
    mine = _pages.get(page.user_id, [])
    if page in mine:
        mine.remove(page)
    if not mine:
        _pages.pop(page.user_id, None)
