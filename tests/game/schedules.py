"""A scheduler for what runs at the same time: everybody stops at every gate, and it goes through all the ways on.

A gate is where something may come in between: the start of a step, a call of the database, and the moment between a
commit and its news. The calls themselves are the real ones. From a moment that was there before nobody goes on: its
ways on have been gone through, or will be (`Moment` says why that leaves nothing out).
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextvars import ContextVar
from typing import Any, NamedTuple

current: ContextVar[tuple["Run", str, str]] = ContextVar("current")
"""The run, the process and the step that the running code belongs to."""


class Gate(NamedTuple):
    """Somebody waits to do something. `do` is done when the gate is opened; `hear` gets what it returned.

    Where there is nothing to do, the way from here to the next gate concerns this process alone.
    """

    process: str
    step: str
    what: str
    do: Callable[[], Awaitable[Any]] | None
    hear: asyncio.Future[Any]


class Run:
    """One way through: `choices` says which gate is opened at each fork; behind them always the first.

    `seen`: the moments of other ways, None where all ways are to be gone to their ends.
    """

    def __init__(self, choices: tuple[int, ...], seen: set[Hashable] | None) -> None:
        self.choices, self.seen = choices, seen
        self.taken: tuple[int, ...] = ()
        self.untried: list[tuple[int, ...]] = []
        self.log: list[Any] = []  # what was committed, in order; whoever commits adds it
        self._waiting: list[Gate] = []
        self._tasks: dict[asyncio.Task[None], tuple[str, str]] = {}

    def begin(self, process: str, step: str, work: Callable[[], Awaitable[None]]) -> None:
        """Something that is done in a process, at some time."""

        async def do() -> None:
            current.set((self, process, step))
            await gate("start")
            await work()

        self._tasks[asyncio.ensure_future(do())] = (process, step)

    def kill(self, process: str) -> set[str]:
        """What runs in a process goes no further, except who kills it. Returns the steps that are cut off."""
        killed = {
            task: step
            for task, (where, step) in self._tasks.items()
            if where == process and not task.done() and task is not asyncio.current_task()
        }
        for task in killed:
            task.cancel()
        self._waiting = [waiting for waiting in self._waiting if waiting.step not in killed.values()]
        return set(killed.values())

    def running(self) -> list[tuple[str, Any]]:
        """The steps that have not come to their end, and their coroutines."""
        return sorted((step, task.get_coro()) for task, (_, step) in self._tasks.items() if not task.done())

    async def through(self, moment: Callable[[], Hashable]) -> bool:
        """Open gates until nobody waits any more. False where the rest is seen already, by what `moment` says."""
        while True:
            await _nothing_else_runs()
            for task in self._tasks:
                if task.done() and not task.cancelled():
                    task.result()
            if not self._waiting:
                assert all(task.done() for task in self._tasks), "somebody waits for ever"
                return self._is_new(moment)
            if (chosen := self._choose(moment)) is None:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)
                return False
            self._waiting.remove(chosen)
            result = None if chosen.do is None else await chosen.do()
            if not chosen.hear.done():
                chosen.hear.set_result(result)

    def _choose(self, moment: Callable[[], Hashable]) -> Gate | None:
        ways = self._ways()
        if len(self.taken) < len(self.choices):
            choice = self.choices[len(self.taken)]
        elif self._is_new(moment):
            self.untried += [(*self.taken, other) for other in range(1, len(ways))]
            choice = 0
        else:
            return None
        self.taken = (*self.taken, choice)
        return ways[choice]

    def _ways(self) -> list[Gate]:
        """The gates of which one has to be opened first."""
        ways = sorted(self._waiting, key=lambda each: each[:3])
        if self.seen is not None:
            for process in sorted({each.process for each in ways}):
                own = [each for each in ways if each.process == process]
                if all(each.do is None for each in own):
                    return own
        return ways

    def _is_new(self, moment: Callable[[], Hashable]) -> bool:
        if self.seen is None:
            return True
        now, count = moment(), len(self.seen)
        self.seen.add(now)
        return len(self.seen) > count

    def wait(self, waiting: Gate) -> None:
        """Somebody came to a gate."""
        self._waiting.append(waiting)


async def _nothing_else_runs() -> None:
    """Until everybody has come to a gate, to a lock, or to the end."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # noqa: ASYNC110
        await asyncio.sleep(0)


async def gate(what: str, do: Callable[[], Awaitable[Any]] | None = None) -> Any:
    """Wait until the scheduler lets the caller go on. Returns what `do` returned then."""

    run, process, step = current.get()
    hear = asyncio.get_running_loop().create_future()
    run.wait(Gate(process, step, what, do, hear))
    return await hear


def runs(*, merging: bool) -> Iterator[Run]:
    """All ways through, for whoever sets up the same for each of them and goes `through` it.

    `merging`: ways that come to the same moment are one way from there.
    """
    seen: set[Hashable] | None = set() if merging else None
    untried: list[tuple[int, ...]] = [()]
    while untried:
        run = Run(untried.pop(), seen)
        yield run
        untried += run.untried
