"""The server's child that makes reviews: started where one waits, and nowhere else."""

import asyncio

import pytest
from django.db import OperationalError

from game import reviewer
from game.reviewer import Reviewer
from tests.sockets import eventually


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each child was: nothing is really started."""
    started: list[str] = []

    async def child() -> bool:
        started.append("child")
        return True

    monkeypatch.setattr(reviewer, "_child", child)
    monkeypatch.setattr(reviewer, "REST_SECONDS", 0.01)
    return started


async def test_no_child_is_started_until_a_review_waits(children: list[str]) -> None:
    answers, asked = [False, True, False], []

    def is_waiting() -> bool:
        asked.append(True)
        return answers.pop(0)

    here = Reviewer(is_waiting)
    here.start()
    await eventually(lambda: len(asked) == 1)
    await asyncio.sleep(0.05)
    assert children == []
    reviewer.wake()
    await eventually(lambda: len(children) == 1)
    reviewer.wake()
    await eventually(lambda: len(asked) == 3)
    assert len(children) == 1
    await here.stop()


async def test_a_database_that_is_away_is_asked_again(children: list[str]) -> None:
    answers: list[bool | Exception] = [OperationalError("away"), OperationalError("away"), True]

    def is_waiting() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    here = Reviewer(is_waiting)
    here.start()
    await eventually(lambda: len(children) == 1)
    await here.stop()
