"""Crash anywhere, in short. `python -m tests.crash` is the long run."""

import json
import os
from collections.abc import Callable

import pytest
from django.conf import settings

from tests.crash import steps
from tests.crash.backing import missing
from tests.crash.run import Plan, run

IS_SQLITE = not settings.REDIS_URL
PLAN = (
    Plan(seed=1, seconds=300, acknowledged=150, tables=2, deaths=4, on_sqlite=True)
    if IS_SQLITE
    else Plan(seed=1, seconds=900, acknowledged=500, tables=6)
)


def test_nothing_that_was_acknowledged_is_lost_or_doubled(say: Callable[[str], None]) -> None:
    if not PLAN.on_sqlite and (names := missing()):
        if os.environ.get("CI"):
            pytest.fail(f"CI needs {names}")
        pytest.skip(f"needs {names}")
    report = run(PLAN)
    assert report["ok"], json.dumps(report, indent=1)
    assert report["acknowledged"] >= PLAN.acknowledged
    deaths, places = sum(report["kills"].values()), set(report["kills"])
    assert deaths >= PLAN.deaths
    assert PLAN.deaths or places >= set(steps.STEPS)
    say(
        f"crash on {'SQLite' if IS_SQLITE else 'PostgreSQL'}: {report['acknowledged']} acknowledged"
        f" ({report['acknowledgedInTrouble']} in trouble), {deaths} deaths, 0 lost, 0 doubled, in {report['seconds']} s"
    )


def test_a_step_that_is_not_there_any_more_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    steps.check()
    monkeypatch.setitem(steps.STEPS, "renamed", steps.Step("game.actor:Actor.no_longer_here"))
    with pytest.raises(AttributeError):
        steps.check()
