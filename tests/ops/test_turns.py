"""On SQLite the threads of a process write in the order in which they asked, and a turn never gets lost."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from accounts.models import User
from config.sqlite import base
from config.sqlite.turns import Turns
from tests.conftest import make_user

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has a queue of its own")


@pytest.fixture
def threads(transactional_db: None) -> Iterator[Callable[..., "Future[Any]"]]:
    """Runs a function in a thread of its own, which closes its connection."""
    with ThreadPoolExecutor(8) as pool:

        def start(function: Callable[[], Any]) -> "Future[Any]":
            def run() -> Any:
                try:
                    return function()
                finally:
                    connection.close()

            return pool.submit(run)

        yield start


def wait_for_waiting(count: int, turns: Turns = base._turns) -> None:
    """Wait until so many threads ask for a turn."""
    while len(turns._waiting) < count:
        time.sleep(0.001)


def rename(name: str) -> None:
    User.objects.filter(username="gale").update(display_name=name)


def rename_in_transaction(name: str) -> None:
    with transaction.atomic():
        rename(name)


def test_turns_are_passed_on_in_the_order_of_asking() -> None:
    turns, order = Turns(), list[int]()

    def ask(number: int) -> None:
        assert turns.take(30)
        order.append(number)
        turns.give()

    assert turns.take(0)
    asking = [threading.Thread(target=ask, args=(number,)) for number in range(5)]
    for number, thread in enumerate(asking):
        thread.start()
        wait_for_waiting(number + 1, turns)
    turns.give()
    ask(5)
    for thread in asking:
        thread.join()
    assert order == [0, 1, 2, 3, 4, 5]


def test_whoever_loses_patience_is_passed_over() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give()
    assert turns.take(0)


@on_sqlite
@pytest.mark.parametrize("write", [rename, rename_in_transaction])
def test_a_writer_is_not_overtaken_by_those_who_write_all_the_time(
    threads: Any, gale: Any, write: Callable[[str], None]
) -> None:
    order: list[str] = []

    def write_as(name: str) -> None:
        with transaction.atomic():
            order.append(name)
            rename(name)

    with transaction.atomic():
        rename("first")
        waiting = [threads(lambda: write("alone"))]
        wait_for_waiting(1)
        waiting.append(threads(lambda: write_as("second")))
        wait_for_waiting(2)
        waiting.append(threads(lambda: write_as("third")))
        wait_for_waiting(3)
    write_as("fourth")
    for one in waiting:
        one.result(30)
    assert order == ["second", "third", "fourth"]
    gale.refresh_from_db()
    assert gale.display_name == "fourth"


@on_sqlite
def test_a_turn_ends_with_whatever_ends_its_transaction(threads: Any, gale: Any) -> None:
    def fail() -> None:
        with transaction.atomic():
            rename("never")
            raise LookupError

    def fail_alone() -> None:
        make_user("gale", "twice")

    def lose_the_connection() -> None:
        with transaction.atomic():
            rename("never")
            connection.close()

    with pytest.raises(LookupError):
        threads(fail).result(30)
    with pytest.raises(IntegrityError):
        threads(fail_alone).result(30)
    threads(lose_the_connection).result(30)
    threads(lambda: rename("after all")).result(1)
    gale.refresh_from_db()
    assert gale.display_name == "after all"
    assert not base._turns._is_taken


@on_sqlite
@pytest.mark.parametrize("write", [rename, rename_in_transaction])
def test_who_waits_in_vain_is_told_what_sqlite_says(
    threads: Any, gale: Any, write: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with transaction.atomic():
        rename("holder")
        monkeypatch.setattr(base.DatabaseWrapper, "_patience", 0.01)
        with pytest.raises(OperationalError, match="database is locked"):
            threads(lambda: write("impatient")).result(30)
    threads(lambda: write("later")).result(30)
    gale.refresh_from_db()
    assert gale.display_name == "later"


@on_sqlite
def test_reading_waits_for_nobody(threads: Any, gale: Any) -> None:
    with transaction.atomic():
        rename("held")
        assert threads(lambda: User.objects.get().display_name).result(30) == "게일"
