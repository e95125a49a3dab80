"""A lock that is passed on in the order of asking: nobody who waits is overtaken."""

import threading
from collections import deque


class Turns:
    """Held by one thread at a time. Not reentrant."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Lock] = deque()

    def take(self, patience: float) -> bool:
        """Wait for one's turn, `patience` seconds at most. Returns whether it came."""
        with self._mutex:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=patience):
            return True
        with self._mutex:
            if mine not in self._waiting:
                return True  # it came while the patience ended
            self._waiting.remove(mine)
            return False

    def give(self) -> None:
        """Let the next one have it."""
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
