"""Makes trouble, by a seed: processes die at named steps and at any moment, are paused; database and layer crash."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from tests.browser.server import ROOT, free_port
from tests.crash.backing import Postgres, Redis

# A step that is passed often is let pass up to so many times: when nobody has died there yet, and later.
SOMETIMES, OFTEN = 12, 400
RARE = ("match opened", "match end", "nonce", "shuffle", "result", "round", "clock: recovering", "page asks")
AT_START = "clock: recovering"
LIFE_SECONDS = 40.0  # who has not come to the armed step by then is killed at whatever it does
QUIET_SECONDS = 4.0  # so long at most a process serves before its step counts
START_SECONDS = 60.0


class Trouble:
    """What was done to a run. `kills`: by step; `at random` are those at no step. `tries`: how often one was armed."""

    def __init__(self, steps: Iterable[str]) -> None:
        self._steps = list(steps)
        self.kills: Counter[str] = Counter()
        self.tries: Counter[str] = Counter()
        self.pauses = self.postgres = self.redis = 0

    @property
    def is_complete(self) -> bool:
        """Whether somebody has died at every step."""
        return all(self.kills[step] for step in self._steps)

    def next_step(self) -> str:
        """The step at which processes died least, of those the one that was armed least."""
        step = min(self._steps, key=lambda step: (self.kills[step], self.tries[step]))
        self.tries[step] += 1
        return step


class Nursery:
    """Where server processes come from (`tests.crash.serve`). What they complain of goes to `log`."""

    def __init__(self, environment: dict[str, str], log: IO[bytes]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.serve"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        if self._ask() != "ready":
            raise RuntimeError("the servers cannot be started; their log says why")

    def fork(self, *wanted: object) -> int:
        """The id of a new process."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        return int(self._ask())

    def _ask(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        """End all of them."""
        with self._process:  # its input ends, and it is waited for
            pass


class ServerProcess:
    """One server process after another on one port. One at a time starts, so that the others are there for people."""

    def __init__(
        self, nursery: Nursery, starting: asyncio.Lock, trouble: Trouble, chance: random.Random
    ) -> None:
        self.port = free_port()
        self._pid: int | None = None
        self._nursery, self._starting, self._trouble, self._chance = nursery, starting, trouble, chance
        self._note = Path(tempfile.mkstemp(prefix="crash-step-")[1])

    async def die_again_and_again(self) -> None:
        """Start, die, start, until cancelled; then the last one still runs."""
        while True:
            step = self._trouble.next_step()
            often = OFTEN if self._trouble.kills[step] else SOMETIMES
            count = 1 if step.startswith(RARE) else self._chance.randint(1, often)
            quiet = 0.0 if step == AT_START else self._chance.uniform(0, QUIET_SECONDS)
            self._note.write_text("")
            await self.start(step, count, quiet, str(self._note))
            await self._live_for(LIFE_SECONDS)
            self.kill()
            name = self._note.read_text() or "at random"
            self._trouble.kills[name] += 1

    async def _live_for(self, seconds: float) -> None:
        """Look now and then whether it has died."""
        until = time.monotonic() + seconds
        while self._is_alive() and time.monotonic() < until:  # noqa: ASYNC110  nobody tells of a death
            await asyncio.sleep(0.05)

    async def start(self, *armed: object) -> None:
        """Start a process, and wait until it listens or is dead again."""
        async with self._starting:
            self._pid = self._nursery.fork(self.port, *armed)
            until = time.monotonic() + START_SECONDS
            while self._is_alive() and time.monotonic() < until:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    await writer.wait_closed()
                    return
                await asyncio.sleep(0.05)

    def _is_alive(self) -> bool:
        if self._pid is None:
            return False
        try:
            os.kill(self._pid, 0)
        except ProcessLookupError:
            self._pid = None
        return self._pid is not None

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self._is_alive() and self._pid is not None:
            os.kill(self._pid, signal.SIGKILL)
            while self._is_alive():
                time.sleep(0.01)

    def forget(self) -> None:
        """Kill it for good."""
        self.kill()
        self._note.unlink()

    async def pause(self) -> None:
        """Let it stand still for a moment: others must not take it for gone, nor wait for it."""
        if (pid := self._pid) is None or not self._is_alive():
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(self._chance.uniform(0.2, 2))
            os.kill(pid, signal.SIGCONT)


async def make_trouble(
    servers: list[ServerProcess],
    postgres: Postgres | None,
    redis: Redis | None,
    trouble: Trouble,
    chance: random.Random,
) -> None:
    """Pause processes, and crash what they stand on, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(chance.uniform(3, 15))
        match chance.choice(("pause", "pause", "postgres", "redis")):
            case "postgres" if postgres is not None:
                await loop.run_in_executor(None, _crash, postgres)
                trouble.postgres += 1
            case "redis" if redis is not None:
                await loop.run_in_executor(None, _crash, redis)
                trouble.redis += 1
            case _:
                await chance.choice(servers).pause()
                trouble.pauses += 1


def _crash(backing: Postgres | Redis) -> None:
    backing.crash()
    time.sleep(0.3)
    backing.start()
