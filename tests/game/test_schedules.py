"""Whatever happens at once in two processes, in whatever order: one log, one answer to everybody, one table."""

import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import chain, combinations, combinations_with_replacement
from time import time_ns
from typing import Any, NamedTuple

import pytest
from django.db import connections, transaction

from game import actor as actor_module
from game.actor import Accepted, Rejected
from game.engine.actions import Origin
from game.engine.codec import encode_match
from game.engine.rules import apply, owing, timeout_action
from game.engine.state import Match as State
from game.facts import facts_at_end
from game.holds import is_held
from game.models import Action
from game.moment import now_ms
from game.store import Stored, extra_of, load, news_of
from game.verification import verify
from tests.game.moments import Moment
from tests.game.processes import LogRow, Process, behind_a_gate, run_in_one_thread
from tests.game.schedules import Run, gate, runs
from tests.game.stored import open_stored, play_stored

STEPS = ("play", "again", "other", "deadline", "crash")
AT_ONCE = int(os.environ.get("STEPS_AT_ONCE", "3"))
IS_REPEATED = "STEPS_REPEATED" in os.environ
IN_FULL = int(os.environ.get("STEPS_IN_FULL", "2"))
READS = (extra_of, facts_at_end, is_held, load, news_of)
NO_REVOLUTION = bytes(range(32))  # a seed: after one there would be no taxes
PHASES = ("taxReturn", "playing")  # two seats owe an answer, or one
FOLLOWED = (("play", "next"), ("play", "next", "deadline"), ("play", "next", "crash"))


class Heard(NamedTuple):
    """An answer: in which step it was heard, of which id, and which version it says; None where it is a refusal."""

    step: str
    key: str
    version: int | None


class Table:
    """A match in two processes. `play` and `crash` happen here; `again` (the same id), `other` and `deadline` there.

    There is `next`, too: whoever comes next has seen the turn played here, and is quicker than the hint.
    """

    def __init__(self, stored: Stored) -> None:
        self.here, self.there = Process(stored), Process(stored)
        self.opening = stored.state
        self.seat, self.other = owing(stored.state)[0], owing(stored.state)[-1]
        self.heard: list[Heard] = []
        self.asked: dict[str, Process] = {}
        self.killed: set[str] = set()

    def moment(self, run: Run) -> Hashable:
        """All that decides how it goes on and is checked: rows, answers, processes, where each step stands."""
        now = Moment({"run": run, "table": self})
        answers = frozenset(Counter(self.heard).items()), frozenset(self.asked), frozenset(self.killed)
        return tuple(run.log), answers, now.of((self.here, self.there)), now.of(run.running())

    def begin(self, run: Run, kind: str, step: str) -> None:
        match kind:
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
                run.begin("here", step, lambda: self.crash(run, step))

    async def act(self, step: str, process: Process, seat: int, key: str) -> None:
        async def hear(answer: Accepted | Rejected) -> None:
            self.heard.append(Heard(step, key, answer.version if isinstance(answer, Accepted) else None))

        self.asked[step] = process
        action = timeout_action(self.opening, seat)
        answer = await process.actor.submit(
            seat, action, origin=Origin.PLAYER, decision=self.opening.decision, key=key, on_commit=hear
        )
        if isinstance(answer, Rejected) or answer.repeated:
            await hear(answer)

    async def follow(self, run: Run) -> None:
        """The next player's answer, if there is a turn to follow. It is never refused: the log has what it follows."""

        async def look() -> bool:
            return bool(run.log)

        if not await gate("look", look):
            return
        action = timeout_action(self.opening, self.seat)
        after = apply(self.opening, self.seat, action, origin=Origin.PLAYER, at=now_ms()).match
        seat = owing(after)[0]
        answer = await self.there.actor.submit(
            seat, timeout_action(after, seat), origin=Origin.PLAYER, decision=after.decision, key="three"
        )
        assert isinstance(answer, Accepted), "refused by what was not the newest state"

    async def crash(self, run: Run, step: str) -> None:
        """The process here is killed and begins anew. Whoever has no answer comes back and asks again."""
        self.killed |= run.kill("here")
        await self.here.begin_anew()
        if self.here in self.asked.values() and not self.answered(self.here):
            await self.act(step, self.here, self.seat, "one")

    def answered(self, process: Process) -> bool:
        """Whether who asked in this process has an answer."""
        return any(self.asked[heard.step] is process for heard in self.heard)

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
            answers = {heard.version for heard in self.heard if heard.key == key}
            logged = {row.version for row in log if (row.seat, row.key) == (seat, key)}
            assert len(answers) <= 1, "the same id is always answered alike"
            assert not answers or logged == answers - {None}
        for step, process in self.asked.items():
            count = sum(heard.step == step for heard in self.heard)
            assert count == 1 or (count == 0 and step in self.killed), (
                "each is answered once, unless the process was killed"
            )
            assert self.answered(process), "and who was cut off by that hears the answer later"


def phase_of(state: State) -> str:
    name = type(state.phase).__name__
    return name[0].lower() + name[1:]


@pytest.fixture
def one_thread(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both processes in one thread. What is written has to be part of the moment: that is the log, and nothing else."""
    run_in_one_thread(monkeypatch)

    async def read(function: Callable[..., Any], *args: Any) -> Any:
        assert function in READS
        return await behind_a_gate(function, *args)

    monkeypatch.setattr(actor_module, "in_thread", read)


@contextmanager
def late_in(phase: str) -> Iterator[Stored]:
    """A match of people in this phase, whose time is up. The clock stands still, so that ways come to equal moments.

    Everything is in one transaction, which is taken back, and each way is before: so it is quick.
    """
    late = time_ns() + 600 * 10**9
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        match = open_stored(players=4, seed=NO_REVOLUTION, at=now_ms())
        match.seats.update(bot=None)
        reached = play_stored(match, until=lambda state: phase_of(state) == phase and len(owing(state)) <= 2)
        assert phase_of(reached) == phase
        patch.setattr("game.moment.time_ns", lambda: late)
        yield load(match.pk)
        transaction.set_rollback(True)
    connections.close_all()


def combined(phase: str, at_once: int) -> list[tuple[str, ...]]:
    """What is done at once: up to so many of the steps, and the followers of a turn."""
    combine = combinations_with_replacement if IS_REPEATED else combinations
    followed = FOLLOWED if phase == "playing" else ()
    return [
        *chain(*(combine(STEPS, count) for count in range(1, at_once + 1))),
        *(steps for steps in followed if len(steps) <= at_once),
    ]


class Tried:
    """How all ways through some steps end: `ends` are the moments behind them, each of which was checked."""

    def __init__(self) -> None:
        self.ways = 0
        self.ends: set[Hashable] = set()
        self.sound: set[tuple[LogRow, ...]] = set()

    async def go_through(self, stored: Stored, steps: tuple[str, ...], *, merging: bool = True) -> None:
        for run in runs(merging=merging):
            table, before = Table(stored), transaction.savepoint()
            for number, kind in enumerate(steps):
                table.begin(run, kind, f"{number} {kind}")
            if await run.through(lambda table=table, run=run: table.moment(run)):
                end = (steps, table.moment(run))
                if end not in self.ends:
                    self.ends.add(end)
                    await table.check(run.log)
                    self.check_rows(table, run.log)
            transaction.savepoint_rollback(before)
            self.ways += 1

    def check_rows(self, table: Table, log: list[LogRow]) -> None:
        """The log that is stored is the one that was committed, and all that stands beside it agrees with it."""
        if (rows := tuple(log)) in self.sound:
            return
        stored = Action.objects.filter(match=table.here.actor.id, version__gt=table.opening.version)
        assert list(stored.values_list("version", "seat", "key", "link")) == log
        assert verify(table.here.actor.id).differences == ()
        self.sound.add(rows)


@pytest.mark.parametrize("phase", PHASES)
async def test_whatever_comes_first_each_is_answered_once_and_all_see_the_same(
    one_thread: None, phase: str, say: Callable[[str], None]
) -> None:
    tried = Tried()
    with late_in(phase) as stored:
        for steps in combined(phase, AT_ONCE):
            await tried.go_through(stored, steps)
    ways, ends = tried.ways, len(tried.ends)
    assert ways > ends > 50
    say(f"schedules, up to {AT_ONCE} of {len(STEPS)} steps at once, {phase}: {ways} ways to {ends} ends")


@pytest.mark.parametrize("phase", PHASES)
async def test_where_ways_meet_one_of_them_is_enough(
    one_thread: None, phase: str, say: Callable[[str], None]
) -> None:
    merged, full = Tried(), Tried()
    with late_in(phase) as stored:
        for steps in combined(phase, IN_FULL):
            await merged.go_through(stored, steps)
            await full.go_through(stored, steps, merging=False)
    assert merged.ends == full.ends and merged.ways < full.ways
    few, all_, ends = merged.ways, full.ways, len(full.ends)
    say(f"schedules, up to {IN_FULL}, {phase}: {few} ways instead of {all_} to {ends} ends")
