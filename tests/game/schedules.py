"""A scheduler for what runs at the same time: everybody stops at every gate, and it goes through all the ways on.

A gate is where something may come in between: the start of a step, a call of the database, and the moment between a
commit and its news. The calls themselves are the real ones. Two moments are the same when the log is, and each process
came to it by the same steps, seeing the same of the log; from the second of them nobody goes on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from typing import Any, NamedTuple

TURNS = 12  # of the event loop, until everybody has come to the next gate

current: ContextVar[tuple["Run", str, str]] = ContextVar("current")
"""The run, the process and the step that the running code belongs to."""


class Gate(NamedTuple):
    """Somebody waits to do something. `do` is done when the gate is opened; `hear` gets what it returned."""

    process: str
    step: str
    what: str
    do: Callable[[], Awaitable[Any]]
    hear: asyncio.Future[Any]


class Run:
    """One way through: `choices` says which gate is opened at each fork; behind them always the first."""

    def __init__(self, choices: tuple[int, ...], seen: set[Any]) -> None:
        self.choices, self.seen = choices, seen
        self.taken: tuple[int, ...] = ()
        self.untried: list[tuple[int, ...]] = []
        self.log: list[Any] = []  # what was committed, in order; whoever commits adds it
        self._waiting: list[Gate] = []
        self._traces: dict[str, list[Any]] = {}
        self._tasks: dict[asyncio.Task[None], str] = {}

    def begin(self, process: str, step: str, work: Callable[[], Awaitable[None]]) -> None:
        """Something that is done in a process, at some time."""

        async def do() -> None:
            current.set((self, process, step))
            await gate("start")
            await work()

        self._tasks[asyncio.ensure_future(do())] = process

    def kill(self, process: str) -> None:
        """What runs in a process goes no further, except who kills it."""
        for task, where in self._tasks.items():
            if where == process and task is not asyncio.current_task():
                task.cancel()
        self._waiting = [waiting for waiting in self._waiting if waiting.process != process]

    async def through(self) -> bool:
        """Open gates until nobody waits any more. False where the rest has been seen already."""
        while True:
            for _ in range(TURNS):
                await asyncio.sleep(0)
            if not self._waiting:
                await asyncio.gather(*self._tasks, return_exceptions=True)
                for task in self._tasks:
                    if not task.cancelled():
                        task.result()
                return True
            if (chosen := self._choose()) is None:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)
                return False
            self._waiting.remove(chosen)
            result = await chosen.do()
            self._traces.setdefault(chosen.process, []).append((chosen.step, chosen.what, len(self.log)))
            if not chosen.hear.done():
                chosen.hear.set_result(result)

    def _choose(self) -> Gate | None:
        ways = sorted(self._waiting, key=lambda each: each[:3])
        if len(self.taken) < len(self.choices):
            choice = self.choices[len(self.taken)]
        else:
            state = (tuple((name, *trace) for name, trace in sorted(self._traces.items())), tuple(self.log))
            if state in self.seen:
                return None
            self.seen.add(state)
            self.untried += [(*self.taken, other) for other in range(1, len(ways))]
            choice = 0
        self.taken = (*self.taken, choice)
        return ways[choice]

    def wait(self, waiting: Gate) -> None:
        """Somebody came to a gate."""
        self._waiting.append(waiting)


async def gate(what: str, do: Callable[[], Awaitable[Any]] | None = None) -> Any:
    """Wait until the scheduler lets the caller go on. Returns what `do` returned then."""

    async def nothing() -> None:
        pass

    run, process, step = current.get()
    hear = asyncio.get_running_loop().create_future()
    run.wait(Gate(process, step, what, do or nothing, hear))
    return await hear


def runs() -> Iterator[Run]:
    """All ways through, for whoever sets up the same for each of them and goes `through` it."""
    seen: set[Any] = set()
    untried: list[tuple[int, ...]] = [()]
    while untried:
        run = Run(untried.pop(), seen)
        yield run
        untried += run.untried
