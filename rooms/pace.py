"""How quickly one person may talk, and wish for what answers no question: counted over all their pages of this process.

Forgets people who are quiet.
"""

import threading
import time
from collections import OrderedDict
from typing import Any

from rooms.errors import EmoteTooSoon, TooQuick

LINES, SECONDS_A_LINE = 6.0, 1.5
IDEAS, SECONDS_AN_IDEA = 5.0, 2.0
EMOTE_REST_SECONDS = 3.0
WISHES, SECONDS_A_WISH = 6.0, 10.0
REMEMBERED = 4096

_lock = threading.Lock()
_talkers: "OrderedDict[int, tuple[float, float]]" = OrderedDict()  # user → lines left, as of when
_wishers: "OrderedDict[int, tuple[float, float]]" = OrderedDict()  # user → wishes left, as of when
_askers: "OrderedDict[int, tuple[float, float]]" = OrderedDict()  # user → pieces of advice left, as of when
_emotes: "OrderedDict[int, float]" = OrderedDict()  # user → when they last reacted


def take_line(user_id: int) -> None:
    """Counts a line that is about to be said. Raises: TooQuick."""
    if not _take(_talkers, user_id, LINES, SECONDS_A_LINE):
        raise TooQuick()


def take_wish(user_id: int) -> bool:
    """Counts a wish for autoplay, a pause or the match's end, or its end; False when there were too many lately.

    No question limits these, and each is a row and a frame for everybody.
    """
    return _take(_wishers, user_id, WISHES, SECONDS_A_WISH)


def take_advice(user_id: int) -> bool:
    """Counts a question for advice; False when there were too many lately. Each is work for the bots' network."""
    return _take(_askers, user_id, IDEAS, SECONDS_AN_IDEA)


def take_emote(user_id: int) -> None:
    """Counts an emote or an order that is about to be shown. Raises: EmoteTooSoon."""
    now = time.monotonic()
    with _lock:
        if now - _emotes.get(user_id, -EMOTE_REST_SECONDS) < EMOTE_REST_SECONDS:
            raise EmoteTooSoon()
        _emotes.pop(user_id, None)
        _emotes[user_id] = now
        _forget(_emotes)


def forget_everybody() -> None:
    """For tests: nobody has said or asked anything yet."""
    with _lock:
        _talkers.clear()
        _wishers.clear()
        _askers.clear()
        _emotes.clear()


def _take(people: "OrderedDict[int, tuple[float, float]]", user_id: int, most: float, seconds: float) -> bool:
    """Takes one of at most `most` from somebody's bucket, which gets one more every so many seconds."""
    now = time.monotonic()
    with _lock:
        left, at = people.pop(user_id, (most, now))
        left = min(most, left + (now - at) / seconds)
        spent = left >= 1
        people[user_id] = (left - spent, now)
        _forget(people)
    return spent


def _forget(people: "OrderedDict[int, Any]") -> None:
    while len(people) > REMEMBERED:
        people.popitem(last=False)
