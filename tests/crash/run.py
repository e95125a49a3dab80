"""One run: people play, everything dies, everything heals, and what they were told is compared with the log."""

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.server import ROOT
from tests.crash.backing import Postgres, Redis
from tests.crash.monkey import Nursery, ServerProcess, Trouble, make_trouble
from tests.crash.people import Diary, Person
from tests.crash.steps import STEPS, STEPS_ON_SQLITE

PEOPLE = 4
SPEED = 5  # of the clock
HEAL_SECONDS = 300.0


class Plan(NamedTuple):
    """How long a run is: until there are `acknowledged` actions and somebody has died at every step, or `seconds`.

    `deaths`: where so many of them are enough, wherever they were.
    `on_sqlite`: one process on a file, instead of three on PostgreSQL and Redis. `log`: where to keep what the server
    processes complain of.
    """

    seed: int
    seconds: float
    acknowledged: int
    tables: int = 20
    on_sqlite: bool = False
    deaths: int = 0
    log: Path | None = None


def run(plan: Plan) -> dict[str, Any]:
    """The report. `ok` says whether nothing was lost, doubled or left standing."""
    folder = Path(tempfile.mkdtemp(prefix="kings-crash-"))
    postgres = redis = None
    more = {}
    try:
        if not plan.on_sqlite:
            postgres, redis = Postgres(folder), Redis()
            postgres.start()
            redis.start()
            more = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        return _Run(plan, _environment(folder, plan, more), postgres, redis).report()
    finally:
        for backing in (postgres, redis):
            if backing is not None:
                backing.crash()
        shutil.rmtree(folder, ignore_errors=True)


def _environment(folder: Path, plan: Plan, more: dict[str, str]) -> dict[str, str]:
    inherited = {
        name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    clock = {"CRASH_SPEED": str(SPEED), "CRASH_SINCE": str(time.time_ns())}
    ours = {"KINGS_VAR": str(folder / "var"), "CRASH_SEED": str(plan.seed), "PYTHONUNBUFFERED": "1"}
    return {**inherited, **clock, **ours, **more}


class _Run:
    def __init__(
        self, plan: Plan, environment: dict[str, str], postgres: Postgres | None, redis: Redis | None
    ) -> None:
        self.plan, self.environment, self.postgres, self.redis = plan, environment, postgres, redis
        self.chance = random.Random(plan.seed)
        self.diary, self.trouble = Diary(), Trouble(STEPS_ON_SQLITE if plan.on_sqlite else STEPS)
        self.servers: list[ServerProcess] = []
        self.in_trouble = 0

    def report(self) -> dict[str, Any]:
        tables = self._ask("tests.crash.furnish", str(self.plan.tables), str(PEOPLE))
        began = time.monotonic()
        with (self.plan.log or Path(os.devnull)).open("ab") as log:
            nursery = Nursery(self.environment, log)
            try:
                left = asyncio.run(self._play(tables, nursery))
            finally:
                for server in self.servers:
                    server.forget()
                nursery.close()
        verdict = self._ask("tests.crash.verdict", stdin=json.dumps(self.diary.told))
        faults = {**verdict.pop("faults"), "notConverged": left}
        return {
            "ok": not any(faults.values()),
            "faults": faults,
            "seconds": round(time.monotonic() - began),
            "acknowledged": self.diary.accepted,
            "acknowledgedInTrouble": self.in_trouble,
            "refused": sum(told.version is None for told in self.diary.told),
            "connections": self.diary.connections,
            "askedAgain": self.diary.resent,
            "kills": dict(sorted(self.trouble.kills.items())),
            "pauses": self.trouble.pauses,
            "restarts": {"postgres": self.trouble.postgres, "redis": self.trouble.redis},
            **verdict,
        }

    def _ask(self, module: str, *arguments: str, stdin: str = "") -> Any:
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment,
            input=stdin,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return json.loads(done.stdout)

    async def _play(self, tables: list[dict[str, Any]], nursery: Nursery) -> int:
        """Play, make trouble, heal. Returns the number of tables whose viewers do not see the same end."""
        starting = asyncio.Lock()
        self.servers = [
            ServerProcess(nursery, starting, self.trouble, self.chance)
            for _ in range(1 if self.plan.on_sqlite else 3)
        ]
        ports = [server.port for server in self.servers]
        seated = [
            [
                Person(
                    code=table["code"],
                    cookie=cookie,
                    seat=seat,
                    ports=ports,
                    diary=self.diary,
                    chance=self.chance,
                )
                for seat, cookie in enumerate(table["cookies"])
            ]
            for table in tables
        ]
        living = [asyncio.ensure_future(person.live()) for people in seated for person in people]
        trouble = [asyncio.ensure_future(server.die_again_and_again()) for server in self.servers]
        trouble.append(
            asyncio.ensure_future(
                make_trouble(self.servers, self.postgres, self.redis, self.trouble, self.chance)
            )
        )
        await self._until(lambda: self._is_enough, self.plan.seconds, living + trouble)
        await _end(trouble)
        self.in_trouble = self.diary.accepted
        await self._heal(seated)
        await self._until(lambda: all(map(_see_the_same_end, seated)), HEAL_SECONDS, living)
        await _end(living)
        return sum(not _see_the_same_end(people) for people in seated)

    @property
    def _is_enough(self) -> bool:
        is_complete = (
            self.trouble.kills.total() >= self.plan.deaths if self.plan.deaths else self.trouble.is_complete
        )
        return is_complete and self.diary.accepted >= self.plan.acknowledged

    async def _heal(self, seated: list[list[Person]]) -> None:
        """Fresh processes that do not die; everybody comes and stays, and nobody starts another match."""
        for backing in (self.postgres, self.redis):
            if backing is not None:
                backing.crash()
                backing.start()
        for server in self.servers:
            server.kill()
            await server.start()
        for people in seated:
            for person in people:
                person.starts_matches, person.stays = False, True

    async def _until(self, condition: Any, seconds: float, tasks: list[asyncio.Task[None]]) -> None:
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            for task in tasks:
                if task.done():
                    task.result()  # a fault of the test's own
            await asyncio.sleep(0.1)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _see_the_same_end(people: list[Person]) -> bool:
    """Whether the last match is over for all of these, and they all see the same of it."""
    views = [_public(person) for person in people]
    return all(view == views[0] and view[1].get("status") != "playing" for view in views)


def _public(person: Person) -> tuple[int, dict[str, Any]]:
    """Version and view without what is one's own, and without who is here: that is no part of a match."""
    seats = [{**seat, "online": None} for seat in person.view.get("seats", ())]
    return person.version, {**person.view, "seats": seats, "me": None, "taxes": None}
