"""The bus: hints between processes, which may get lost and may never hold anybody up."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from game import bus as bus_module
from game.bus import Bus
from tests.sockets import eventually


class Layer:
    """A channel layer of one process's memory that can stall or fail."""

    def __init__(self) -> None:
        self.groups: dict[str, set[str]] = {}
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.stalls = self.fails = False

    async def trouble(self) -> None:
        if self.stalls:
            await asyncio.Event().wait()
        if self.fails:
            raise ConnectionError("gone")

    async def new_channel(self) -> str:
        await self.trouble()
        return "here"

    async def group_add(self, group: str, channel: str) -> None:
        await self.trouble()
        self.groups.setdefault(group, set()).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await self.trouble()
        self.groups.pop(group, None)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self.trouble()
        self.sent.append((group, message))

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self.inbox.get()


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Layer:
    layer = Layer()
    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr(bus_module, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(bus_module, "PATIENCE_SECONDS", 0.02)
    monkeypatch.setattr(bus_module, "AGAIN_SECONDS", 0.02)
    return layer


@pytest.fixture
async def heard() -> list[dict[str, Any]]:
    return []


@pytest.fixture
async def bus(layer: Layer, heard: list[dict[str, Any]]) -> AsyncIterator[Bus]:
    bus = Bus()

    async def hear(message: dict[str, Any]) -> None:
        heard.append(message)

    await bus.start({"news": hear})
    yield bus
    await bus.stop()


async def test_a_hint_goes_out_and_its_echo_is_not_heard(
    bus: Bus, layer: Layer, heard: list[dict[str, Any]]
) -> None:
    bus.publish("match.1", {"type": "news", "version": 3})
    await eventually(lambda: bool(layer.sent))
    await layer.inbox.put(layer.sent[0][1])
    await layer.inbox.put({"type": "news", "from": "there"})
    await eventually(lambda: bool(heard))
    assert [message["from"] for message in heard] == ["there"]


async def test_subscriptions_follow_what_is_wanted(bus: Bus, layer: Layer) -> None:
    bus.subscribe("match.1")
    bus.subscribe("room.A")
    await eventually(lambda: set(layer.groups) == {"match.1", "room.A"})
    bus.unsubscribe("match.1")
    await eventually(lambda: set(layer.groups) == {"room.A"})


@pytest.mark.parametrize("trouble", ["stalls", "fails"])
async def test_a_layer_in_trouble_holds_nobody_up_and_is_subscribed_to_again(
    bus: Bus, layer: Layer, trouble: str
) -> None:
    bus.subscribe("match.1")
    await eventually(lambda: "match.1" in layer.groups)
    setattr(layer, trouble, True)
    layer.groups.clear()
    bus.publish("match.1", {"type": "news"})  # returns, and is lost
    bus.subscribe("room.A")
    await eventually(lambda: not bus._subscribed)
    setattr(layer, trouble, False)
    await eventually(lambda: set(layer.groups) == {"match.1", "room.A"})
    bus.publish("room.A", {"type": "news"})
    await eventually(lambda: [group for group, _ in layer.sent] == ["room.A"])


@pytest.mark.parametrize("trouble", ["stalls", "fails"])
async def test_a_layer_that_is_away_at_the_start_keeps_nobody_from_starting(
    layer: Layer, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setattr(layer, trouble, True)
    bus = Bus()
    await bus.start({})
    bus.subscribe("match.1")
    bus.publish("match.1", {"type": "news"})  # returns, and is lost
    setattr(layer, trouble, False)
    await eventually(lambda: set(layer.groups) == {"match.1"})
    await bus.stop()


async def test_more_hints_than_can_wait_are_dropped(bus: Bus, layer: Layer) -> None:
    layer.stalls = True
    for _ in range(bus_module.WAITING_HINTS * 2):
        bus.publish("match.1", {"type": "news"})
    assert bus._hints.full()


async def test_a_hint_that_cannot_be_followed_does_not_stop_the_next(
    bus: Bus, layer: Layer, heard: list[dict[str, Any]]
) -> None:
    await layer.inbox.put({"type": "unknown", "from": "there"})
    await layer.inbox.put({"type": "news", "from": "there"})
    await eventually(lambda: bool(heard))


async def test_what_waits_at_the_end_is_sent_unless_the_layer_is_away(layer: Layer) -> None:
    for trouble, sent in ((False, 3), (True, 0)):
        layer.stalls, bus = False, Bus()
        layer.sent.clear()
        await bus.start({})
        layer.stalls = trouble
        for version in range(3):
            bus.publish("match.1", {"type": "news", "version": version})
        await bus.stop()
        assert len(layer.sent) == sent
