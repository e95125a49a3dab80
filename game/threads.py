"""Database work in threads of our own: each keeps its connection, none is the thread Django's sync views run in."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4
_readers = ThreadPoolExecutor(max_workers=READERS, thread_name_prefix="database")
_keeper = ThreadPoolExecutor(max_workers=1, thread_name_prefix="leases")


def forget_broken_connection() -> None:
    """Close this thread's connection, so that the next query opens a new one."""
    connection.close()


def _read_with_retry(function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    try:
        return function(*args, **kwargs)
    except (InterfaceError, OperationalError):
        forget_broken_connection()
        return function(*args, **kwargs)


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a database function in a reader thread and await its result.

    A broken connection is replaced and the call repeated once, so `function` must be safe to repeat.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, _read_with_retry, function, args, kwargs)


async def in_keepers_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As `in_thread`, in a thread for what must not wait while hundreds come at once: short and rare."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_keeper, _read_with_retry, function, args, kwargs)


def close_thread_connections() -> None:
    """Close the connections of all these threads. For the end of a test or of the process."""
    everybody = threading.Barrier(READERS)  # so that each thread takes one of the calls

    def close() -> None:
        everybody.wait()
        connection.close()

    for future in [
        _keeper.submit(forget_broken_connection),
        *(_readers.submit(close) for _ in range(READERS)),
    ]:
        future.result()
