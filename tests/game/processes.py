"""Server processes of one match in one thread, with a gate before each call of the database."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from game import actor as actor_module
from game.actor import Actor, Change, load_actor
from game.store import Stored
from game.writer import Row, append_rows
from tests.game.schedules import current, gate


class LogRow(NamedTuple):
    """What counts of an action that was committed."""

    version: int
    seat: int
    key: str | None
    link: str  # of the chain, so it stands for all that was logged


class Process:
    """A server process as far as one match goes. Its viewers have to be told every version once, in order."""

    def __init__(self, stored: Stored) -> None:
        self.take(Actor(msgspec.structs.replace(stored, keys=dict(stored.keys)), tell=self.tell))

    def take(self, actor: Actor) -> None:
        self.actor, self.told = actor, actor.version

    async def begin_anew(self) -> None:
        self.take(await load_actor(self.actor.id, tell=self.tell))

    async def tell(self, actor: Actor, change: Change) -> None:
        assert change.since == self.told, "told twice, or left out"
        self.told = actor.version


async def behind_a_gate(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """A call of the database, which waits for its turn where somebody schedules."""

    async def do() -> Any:
        return function(*args, **named)

    return await (do() if current.get(None) is None else gate(function.__name__, do))


class Gated:
    """A writer with a gate before each commit, and one between the commit and its news."""

    async def append(self, row: Row) -> bool:
        run, process, _ = current.get()

        async def commit() -> bool:
            (is_won,) = append_rows([row])
            if is_won:
                run.log.append(LogRow(row.version, row.seat, row.key, row.link))
            return is_won

        is_won: bool = await gate("commit", commit)
        if process == "here":  # where it may be killed
            await gate("news")
        return is_won


def run_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the test ends all processes are in one thread, so on one connection."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    monkeypatch.setattr(actor_module, "in_thread", behind_a_gate)
    monkeypatch.setattr(actor_module, "writer", Gated())
