"""Liveness and readiness: what is asked, how often, and what is said while the process goes down."""

import asyncio
import json
import time
from typing import Any

import pytest

from config import health
from config.probes import Probes
from game import clock
from tests.ops.asking import get


async def pages(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("no page was asked for")


@pytest.fixture
async def probes(server: None, monkeypatch: pytest.MonkeyPatch) -> Probes:
    """A process whose clock has just looked."""
    monkeypatch.setattr(clock, "_looked_at", time.monotonic())
    return Probes(pages)


async def test_a_process_that_can_serve_says_so(probes: Probes) -> None:
    answer = await get(probes, "/healthz", client="203.0.113.9")
    assert answer["status"] == 200
    checks = {"database": "ok", "cache": "ok", "layer": "ok", "clock": "ok"}
    assert json.loads(answer["body"]) == {"status": "ok", "checks": checks}
    assert answer["headers"]["cache-control"] == "no-store"


async def test_without_its_database_it_lives_but_cannot_serve(
    probes: Probes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> None:
        raise ConnectionError("password=hush host=db.internal")

    monkeypatch.setattr(health, "_ask_database", away)
    answer = await get(probes, "/healthz")
    assert answer["status"] == 503
    assert json.loads(answer["body"])["checks"]["database"] == "failing"
    assert b"hush" not in answer["body"] and b"internal" not in answer["body"]
    assert "health: failing: database" in caplog.text and "hush" not in caplog.text
    assert (await get(probes, "/livez"))["status"] == 200


async def test_a_database_that_hangs_is_waited_for_briefly(
    probes: Probes, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = asyncio.Event()

    async def hang(question: Any) -> None:
        await gate.wait()

    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(health, "in_health_thread", hang)
    assert (await get(probes, "/healthz"))["status"] == 503


async def test_a_clock_that_stands_still_is_noticed(probes: Probes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_looked_at", time.monotonic() - 60)
    answer = await get(probes, "/healthz")
    assert (answer["status"], json.loads(answer["body"])["checks"]["clock"]) == (503, "failing")


async def test_many_who_ask_are_one_question(probes: Probes, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(health, "_ask_database", lambda: asked.append(1))
    monkeypatch.setattr(health, "FRESH_SECONDS", 3600.0)
    await asyncio.gather(*(get(probes, "/healthz") for _ in range(50)))
    await get(probes, "/healthz")
    assert len(asked) == 1


async def test_a_process_that_goes_down_is_alive_and_not_ready(probes: Probes) -> None:
    health.set_draining()
    try:
        answer = await get(probes, "/healthz")
        assert (answer["status"], json.loads(answer["body"])["status"]) == (503, "draining")
        assert (await get(probes, "/livez"))["status"] == 200
    finally:
        health.set_draining(on=False)
    assert (await get(probes, "/healthz"))["status"] == 200


async def test_the_probes_are_read_only(probes: Probes) -> None:
    for path in ("/livez", "/healthz", "/metrics"):
        assert (await get(probes, path, method="POST"))["status"] == 405
        head = await get(probes, path, method="HEAD")
        assert (head["status"], head["body"]) == (200, b"")
