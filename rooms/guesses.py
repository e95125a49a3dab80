"""How many wrong codes somebody may try: 20 in ten minutes, counted in the cache; uncounted while it is away."""

import logging

from django.core.cache import cache

from rooms.errors import TooManyGuesses

logger = logging.getLogger(__name__)

LIMIT = 20
WINDOW_SECONDS = 600


def require_guesses_left(user_id: int) -> None:
    """Raises: TooManyGuesses."""
    if _count(user_id) >= LIMIT:
        raise TooManyGuesses(minutes=WINDOW_SECONDS // 60)


def _count(user_id: int) -> int:
    try:
        count: int = cache.get(_key(user_id), 0)
    except Exception as error:  # whatever the cache's client raises
        logger.warning("wrong codes are not counted: %r", error)
        return 0
    return count


def count_wrong_guess(user_id: int) -> None:
    """Remembers one wrong code until ten minutes after the first of its window."""
    try:
        cache.add(_key(user_id), 0, WINDOW_SECONDS)
        cache.incr(_key(user_id))
    except ValueError:  # the window closed between the two
        cache.add(_key(user_id), 1, WINDOW_SECONDS)
    except Exception as error:
        logger.warning("a wrong code was not counted: %r", error)


def _key(user_id: int) -> str:
    return f"rooms.guesses.{user_id}"
