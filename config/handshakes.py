"""From a handshake to its consumer: by the usual chain, which is over once it knows what the consumer must know.

Otherwise every step waits for the next as long as the socket is open, with a copy of the scope: a sixth of its memory.
"""

from functools import partial
from typing import Any


class Handshakes:
    """Around the chain: runs the consumer that it ends at, outside of it."""

    def __init__(self, chain: Any) -> None:
        self._chain = chain

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Part of ASGI: one connection, until it is closed."""
        consume = await self._chain(scope, receive, send)
        if consume is not None:  # else it was refused, or served on the spot
            scope.clear()  # the consumer has its own
            await consume(receive, send)


def by_itself(consumer: Any) -> Any:
    """The end of the chain: a consumer class to run outside of it. Stands where `as_asgi` does."""

    async def arrive(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        return partial(consumer(), scope)

    return arrive
