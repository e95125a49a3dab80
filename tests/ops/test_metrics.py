"""What is counted, who may read it, and that it tells of no game."""

import re
import threading
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from prometheus_client import Counter, Gauge, Histogram

from config.probes import Probes
from game import metrics
from game.engine.actions import Origin, Pass
from game.models import Action, Match
from game.tables import tables
from rooms.models import Room
from tests.game.helpers import bots, finish, open_match
from tests.live.driving import play_to_the_end
from tests.ops.asking import get
from tests.ops.test_health import pages
from tests.sockets import Page

OPERATIONS = (Path(__file__).parent.parent.parent / "docs/operations.md").read_text()


def value(name: str, **labels: str) -> float:
    """A sample of this process; 0 where nothing was counted yet."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.parametrize(
    ("client", "headers", "token", "status"),
    [
        ("127.0.0.1", {}, "", 200),
        ("::1", {}, "", 200),
        ("203.0.113.9", {}, "", 403),
        ("127.0.0.1", {"x_forwarded_for": "203.0.113.9"}, "", 403),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, "", 403),
        ("203.0.113.9", {"authorization": "Bearer "}, "", 403),
        ("203.0.113.9", {"authorization": "Bearer right"}, "right", 200),
        ("203.0.113.9", {"authorization": "Bearer wrong"}, "right", 403),
    ],
)
async def test_only_this_machine_or_a_token_reads_the_metrics(
    server: None, settings: Any, client: str, headers: dict[str, str], token: str, status: int
) -> None:
    settings.METRICS_TOKEN = token
    answer = await get(Probes(pages), "/metrics", client=client, **headers)
    assert answer["status"] == status
    assert (b"kings_actions" in answer["body"]) == (status == 200)


async def test_a_match_is_counted_and_told_of_in_no_label(
    server: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    before = {
        origin: value("kings_actions_total", type="play", origin=origin) for origin in ("player", "bot")
    }
    stages = {
        stage: value("kings_action_seconds_count", stage=stage)
        for stage in ("think", "parse", "judge", "commit", "tell")
    }
    one, two = await Page.open(gale, room.code), await Page.open(pia, room.code)
    await one.say_raw("{")
    await one.until("rejected")
    page = (await get(Probes(pages), "/metrics"))["body"].decode()
    assert "kings_sockets 2.0" in page and "kings_rooms 1.0" in page and "kings_matches 1.0" in page
    assert "kings_stuck_matches 0.0" in page and "kings_writer_waiting 0.0" in page
    await play_to_the_end(one, two)
    for origin, count in before.items():
        logged = await Action.objects.filter(match=match, type="play", origin=origin).acount()
        assert value("kings_actions_total", type="play", origin=origin) - count == logged > 0
    for stage, count in stages.items():
        assert value("kings_action_seconds_count", stage=stage) > count
    page = (await get(Probes(pages), "/metrics"))["body"].decode()
    labels = dict.fromkeys(re.findall(r'(\w+)="([^"]*)"', page))
    allowed = {
        "type": {"confirmHand", "returnTax", "play", "pass", "next", "autoplay", "pause", "resume"},
        "origin": {origin.value for origin in Origin},
        "stage": {"think", "parse", "judge", "commit", "tell"},
        "reason": {"late", "failing", "illegal", "origin"},
        "result": {"sent", "failed", "dropped"},
    }
    for name, text in labels:
        if name == "le":
            continue
        is_word = text in allowed.get(name, ()) or (name == "code" and re.fullmatch(r"[a-z_]+", text))
        assert is_word or (name == "reason" and re.fullmatch(r"44\d\d", text)), (name, text)
    for secret in (match.public_id, room.code, "게일", bytes(match.seed).hex(), match.commitment):
        assert secret not in page


async def test_a_refusal_is_counted_by_its_code(server: None, room: Room, gale: Any) -> None:
    page = await Page.open(gale, room.code)
    before = value("kings_refusals_total", code="malformed")
    await page.say_raw("{")
    await page.until("rejected")
    assert value("kings_refusals_total", code="malformed") == before + 1


def fail(*_: Any) -> Any:
    raise RuntimeError("a bot")


def think_for_ever(*_: Any) -> Any:
    release.wait(30)


release = threading.Event()


@pytest.mark.parametrize(
    ("reason", "choose"), [("failing", fail), ("illegal", lambda *_: Pass()), ("late", think_for_ever)]
)
async def test_a_bot_that_is_replaced_is_counted_by_why(
    server: None, monkeypatch: pytest.MonkeyPatch, reason: str, choose: Any
) -> None:
    match = await open_match(bots(4))
    release.clear()
    monkeypatch.setattr("game.bots.choose", choose)
    monkeypatch.setattr("game.thinking.THINKING_SECONDS", 0.02 if reason == "late" else 20.0)
    before = value("kings_bot_replacements_total", reason=reason)
    try:
        await (await tables().get(match.pk)).act()
    finally:
        release.set()
    assert value("kings_bot_replacements_total", reason=reason) >= before + 4


def cost_of_counting() -> float:
    """CPU seconds that one action spends on being counted and timed: the best of several tries."""
    times = []
    for _ in range(20):
        began = process_time()
        for _ in range(1000):
            watch = metrics.Stopwatch()
            for stage in (metrics.PARSE, metrics.JUDGE, metrics.COMMIT, metrics.TELL):
                watch.lap(stage)
            metrics.actions.labels("play", "bot").inc()
        times.append((process_time() - began) / 1000)
    return min(times)


async def test_counting_costs_little_of_an_action(server: None, say: Callable[[str], None]) -> None:
    """Against the cheapest action there is: nobody watches, so nothing is drawn or sent."""
    match = await open_match(bots(4), rounds=1)
    began = process_time()
    await finish(match.pk)
    actions = await Action.objects.filter(match=match).acount()
    spent = process_time() - began
    share = cost_of_counting() * actions / spent
    say(f"metrics: {share:.1%} of an action's CPU that nobody watches")
    assert share < 0.03


def test_every_metric_is_explained_and_no_other() -> None:
    table = OPERATIONS.split("## What the metrics mean")[1].split("\n## ")[0]
    described = set(re.findall(r"^\| `(kings_\w+)", table, re.M))
    registered = {
        collector._name + ("_total" if isinstance(collector, Counter) else "")
        for collector in vars(metrics).values()
        if isinstance(collector, Counter | Gauge | Histogram) and collector._name.startswith("kings_")
    }
    assert described == registered
