"""Whatever happens at once in two processes, in whatever order: one log, one answer to everybody, one table."""

import os
from collections.abc import AsyncIterator, Callable
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
import pytest
from django.db import connection, connections, transaction

from game import actor as actor_module
from game.actor import Accepted, Actor, Change, Rejected, load_actor
from game.engine.actions import Origin
from game.engine.codec import encode_match
from game.engine.rules import apply, owing, timeout_action
from game.engine.state import Match as State
from game.models import Action
from game.moment import now_ms
from game.store import Stored, load
from game.verification import verify
from game.writer import Row, append_rows
from tests.conftest import WallClock
from tests.game.schedules import Run, current, gate, runs
from tests.game.stored import open_stored, play_stored

STEPS = ("play", "again", "other", "deadline", "crash")
AT_ONCE = int(os.environ.get("STEPS_AT_ONCE", "3" if connection.vendor == "sqlite" else "2"))
PHASES = ("taxReturn", "playing")  # two seats owe an answer, or one
FOLLOWED = (("play", "next"), ("play", "next", "deadline"), ("play", "next", "crash"))


class Heard(NamedTuple):
    """An answer: in which step it was heard, of which id, and what it says."""

    step: str
    key: str
    answer: Accepted | Rejected


class LogRow(NamedTuple):
    """What counts of an action that was committed."""

    version: int
    seat: int
    key: str | None


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


class Table:
    """A match in two processes. `play` and `crash` happen here; `again` (the same id), `other` and `deadline` there.

    There is `next`, too: whoever comes next has seen the turn played here, and is quicker than the hint.
    """

    def __init__(self, stored: Stored) -> None:
        self.here, self.there = Process(stored), Process(stored)
        self.opening = stored.state
        self.seat, self.other = owing(stored.state)[0], owing(stored.state)[-1]
        self.heard: list[Heard] = []
        self.asked: list[str] = []

    def begin(self, run: Run, step: str) -> None:
        match step:
            case "play":
                run.begin("here", step, lambda: self.act(step, self.here, self.seat, "one"))
            case "again":
                run.begin("there", step, lambda: self.act(step, self.there, self.seat, "one"))
            case "other":
                run.begin("there", step, lambda: self.act(step, self.there, self.other, "two"))
            case "deadline":
                run.begin("there", step, lambda: self.there.actor.act())
            case "next":
                run.begin("there", step, lambda: self.follow(run))
            case "crash":
                run.begin("here", step, lambda: self.crash(run))

    async def act(self, step: str, process: Process, seat: int, key: str) -> None:
        async def hear(answer: Accepted | Rejected) -> None:
            self.heard.append(Heard(step, key, answer))

        self.asked.append(step)
        action = timeout_action(self.opening, seat)
        answer = await process.actor.submit(
            seat, action, origin=Origin.PLAYER, decision=self.opening.decision, key=key, on_commit=hear
        )
        if isinstance(answer, Rejected) or answer.repeated:
            await hear(answer)

    async def follow(self, run: Run) -> None:
        """The next player's answer, if there is a turn to follow. It is never refused: the log has what it follows."""
        if not run.log:
            return
        action = timeout_action(self.opening, self.seat)
        after = apply(self.opening, self.seat, action, origin=Origin.PLAYER, at=now_ms()).match
        seat = owing(after)[0]
        answer = await self.there.actor.submit(
            seat, timeout_action(after, seat), origin=Origin.PLAYER, decision=after.decision, key="three"
        )
        assert isinstance(answer, Accepted), "refused by what was not the newest state"

    async def crash(self, run: Run) -> None:
        """The process here is killed and begins anew. Whoever has no answer comes back and asks again."""
        run.kill("here")
        is_unanswered = "play" in self.asked and not any(heard.step == "play" for heard in self.heard)
        await self.here.begin_anew()
        if is_unanswered:
            await self.act("crash", self.here, self.seat, "one")

    async def check(self, log: list[LogRow]) -> None:
        """What must be so at the end, whatever came before what."""
        for process in (self.here, self.there):
            await process.actor.refresh()
            assert process.told == process.actor.version
        assert encode_match(self.here.actor.state) == encode_match(self.there.actor.state)
        assert self.here.actor.head == self.there.actor.head
        for seat in {self.seat, self.other}:
            assert sum(row.seat == seat for row in log) <= 1, "a question is answered once"
        for key, seat in (("one", self.seat), ("two", self.other)):
            answers = {
                heard.answer.version if isinstance(heard.answer, Accepted) else "rejected"
                for heard in self.heard
                if heard.key == key
            }
            logged = {row.version for row in log if (row.seat, row.key) == (seat, key)}
            assert len(answers) <= 1, "the same id is always answered alike"
            assert not answers or logged == {answer for answer in answers if answer != "rejected"}
        for step in self.asked:
            count = sum(heard.step == step for heard in self.heard)
            assert count == 1 or (step, count) == ("play", 0), (
                "each is answered once, unless the process was killed"
            )


async def read(function: Callable[..., Any], *args: Any) -> Any:
    """A read of the database, behind a gate when somebody schedules."""

    async def do() -> Any:
        return function(*args)

    return await (do() if current.get(None) is None else gate(function.__name__, do))


class Gated:
    """A writer with a gate before each commit, and one between the commit and its news."""

    async def append(self, row: Row) -> bool:
        run, process, _ = current.get()

        async def commit() -> bool:
            (is_won,) = append_rows([row])
            if is_won:
                run.log.append(LogRow(row.version, row.seat, row.key))
            return is_won

        is_won: bool = await gate("commit", commit)
        if process == "here":  # where it may be killed
            await gate("news")
        return is_won


def phase_of(state: State) -> str:
    name = type(state.phase).__name__
    return name[0].lower() + name[1:]


@pytest.fixture
async def one_transaction(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Everything in one thread and in one transaction, which is taken back: so it is quick."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    monkeypatch.setattr(actor_module, "in_thread", read)
    monkeypatch.setattr(actor_module, "writer", Gated())


@pytest.mark.parametrize("phase", PHASES)
async def test_whatever_comes_first_each_is_answered_once_and_all_see_the_same(
    one_transaction: None, phase: str, wall_clock: WallClock, say: Callable[[str], None]
) -> None:
    ways = ends = 0
    with transaction.atomic():
        match = open_stored(players=4)
        match.seats.update(bot=None)
        play_stored(match, until=lambda state: phase_of(state) == phase and len(owing(state)) <= 2)
        stored, sound = load(match.pk), set[tuple[LogRow, ...]]()
        wall_clock.forward(600)
        tried = [steps for count in range(1, AT_ONCE + 1) for steps in combinations(STEPS, count)]
        tried += FOLLOWED if phase == "playing" else ()
        for steps in tried:
            for run in runs():
                before = transaction.savepoint()
                ends += await go(run, Table(stored), steps, sound)
                transaction.savepoint_rollback(before)
                ways += 1
        transaction.set_rollback(True)
    connections.close_all()
    assert ways > ends > 50
    say(
        f"schedules, up to {AT_ONCE} of {len(STEPS)} steps at once, {phase}: {ways} ways to {ends} different ends"
    )


async def go(run: Run, table: Table, steps: tuple[str, ...], sound: set[tuple[LogRow, ...]]) -> bool:
    """One way through. Returns whether it came to an end of its own, which was then checked.

    `sound`: the logs whose replay agreed with everything that is stored beside them.
    """
    for step in steps:
        table.begin(run, step)
    if not await run.through():
        return False
    await table.check(run.log)
    if (log := tuple(run.log)) not in sound:
        stored = Action.objects.filter(match=table.here.actor.id, version__gt=table.opening.version)
        assert list(stored.values_list("version", "seat", "key")) == run.log
        assert verify(table.here.actor.id).differences == ()
        sound.add(log)
    return True
