"""Processes that stop at the same moment: in whatever order their people go and come back, nobody loses time."""

from collections.abc import Callable, Hashable

import pytest
from django.db import connections, transaction

from game import holds
from game.engine.actions import Origin
from game.engine.rules import owing, timeout_action
from game.engine.state import TaxReturn
from game.models import Hold, Match
from game.store import Stored, load
from tests.game.moments import Moment
from tests.game.processes import Process, run_in_one_thread
from tests.game.schedules import Run, runs
from tests.game.stored import open_stored, play_stored

AWAY_MS = 3000


class Table:
    """A match in which two people owe an answer to the same question, each at a process of their own.

    Time passes while one of them is on the way to another process, and only then.
    """

    def __init__(self, run: Run, stored: Stored) -> None:
        self.run, self.stored = run, stored
        self.seats = owing(stored.state)
        self.processes = {seat: Process(stored) for seat in self.seats}
        self.passed_ms = 0

    def time_ns(self) -> int:
        return (self.stored.state.opened_at + 1000 + self.passed_ms) * 1_000_000

    def moment(self) -> Hashable:
        """All that decides how it goes on and is checked: rows, time, processes, where each step stands."""
        rows = [
            tuple(Match.objects.values_list("version", "extra_ms", "deadline", "due_at")),
            tuple(Hold.objects.values_list("seats", "since", "until")),
        ]
        now = Moment({"run": self.run, "table": self, "stored": self.stored})
        return now.of((rows, self.passed_ms, self.processes, self.run.running()))

    def begin(self, kind: str, seat: int) -> None:
        """A step of a seat: its process stops and its player goes to another (`move`), or answers (`answer`)."""
        steps = {"move": self.move, "answer": self.answer}
        self.run.begin(f"of {seat}", f"{kind} {seat}", lambda: steps[kind](seat))

    async def move(self, seat: int) -> None:
        await self.processes[seat].actor.settle_hold(cut_off={seat})
        self.passed_ms += AWAY_MS
        self.processes[seat] = Process(self.stored)  # one that knows the match since before
        await self.processes[seat].actor.settle_hold(back={seat})

    async def answer(self, seat: int) -> None:
        await self.processes[seat].actor.submit(
            seat, timeout_action(self.stored.state, seat), origin=Origin.PLAYER
        )

    def check(self) -> None:
        """Who went away and still owes the answer has got that time back, and not more than passed."""
        match = Match.objects.get(pk=self.stored.row.pk)
        assert AWAY_MS <= match.extra_ms <= self.passed_ms
        assert match.deadline == self.stored.row.deadline + match.extra_ms
        assert not Hold.objects.exists()


@pytest.fixture
def one_thread(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holds, "_serving_since", 0)
    run_in_one_thread(monkeypatch)


def two_are_asked(state: object) -> bool:
    return isinstance(state.phase, TaxReturn) and len(owing(state)) == 2


@pytest.mark.parametrize("kinds", [("move", "move"), ("move", "answer")])
async def test_who_was_cut_off_gets_the_time_back_whoever_does_what_meanwhile(
    one_thread: None, kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, say: Callable[[str], None]
) -> None:
    ways = ends = 0
    with transaction.atomic():
        match = open_stored(players=4)
        match.seats.update(bot=None)
        play_stored(match, until=two_are_asked)
        stored = load(match.pk)
        for run in runs(merging=True):
            table, before = Table(run, stored), transaction.savepoint()
            with monkeypatch.context() as patch:
                patch.setattr("game.moment.time_ns", table.time_ns)
                for kind, seat in zip(kinds, table.seats, strict=True):
                    table.begin(kind, seat)
                if await run.through(table.moment):
                    table.check()
                    ends += 1
            transaction.savepoint_rollback(before)
            ways += 1
        transaction.set_rollback(True)
    connections.close_all()
    assert ends
    say(f"schedules of {' and '.join(kinds)}: {ways} ways to {ends} ends")
