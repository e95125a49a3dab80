"""What a person's pages may cost: slowed first, then closed, back at once; coming back again and again has to wait."""

import pytest

from game.commands import PingCommand, SyncCommand
from rooms import budget
from rooms.budget import LEFT_AFTER_CLOSE, MOST, MOST_WAIT_SECONDS, Budget, budget_of, cost_of


class Watch:
    """A clock that stands still until a test lets time pass."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    clock = Watch()
    monkeypatch.setattr(budget, "time", clock)
    budget.forget_everybody()
    return clock


def test_everything_again_costs_more_than_a_ping():
    assert cost_of(SyncCommand()) > cost_of(PingCommand(t=1))


def test_an_empty_bucket_refuses_and_refills(watch: Watch):
    mine = Budget()
    while mine.spend(4):
        pass
    assert not mine.spend(4)
    watch.now += 1
    assert mine.spend(4)


def test_coming_back_does_not_fill_the_bucket(watch: Watch):
    mine = budget_of(7)
    while mine.spend(1):
        pass
    del mine
    assert not budget_of(7).spend(1)
    assert budget_of(8).spend(1), "somebody else's is their own"


def test_after_a_close_the_next_page_is_served_at_once_and_has_a_little(watch: Watch):
    mine = budget_of(7)
    while not mine.is_hopeless:
        mine.spend(1)
    mine.begin_anew()
    assert not mine.is_hopeless
    assert budget_of(7).connect() == 0
    spent = 0
    while mine.spend(1):
        spent += 1
    assert 0 < spent < LEFT_AFTER_CLOSE < MOST


def test_a_loop_of_connections_waits_longer_and_longer_and_a_person_does_not(watch: Watch):
    waits = [budget_of(7).connect() for _ in range(60)]
    assert waits == sorted(waits) and waits[0] == 0 and waits[-1] == MOST_WAIT_SECONDS
    for _ in range(60):
        watch.now += 2
        assert budget_of(8).connect() == 0
