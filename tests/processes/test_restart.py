"""A planned restart, with real processes that are told to end: nobody loses time, actions or their place."""

import asyncio
import time
from typing import Any

from tests.browser.backstage import Backstage
from tests.browser.server import Server
from tests.processes.conftest import Processes
from tests.processes.machine import Machine


def table(backstage: Backstage) -> tuple[str, str, str]:
    """A table where Pia is asked and Wim sits too, four seconds ago: the code and their sessions."""
    pia = backstage("user", username="piaa", name="피아")
    code = backstage("scene", name="choice", viewer="piaa", seconds_ago=4)
    others = [name for name in backstage("usernames", code=code) if name != "piaa"]
    return code, pia, backstage("user", username=others[0], name="")


def now() -> int:
    return time.time_ns() // 1_000_000


async def stop(server: Server) -> None:
    """Tell it to end, and wait until it has."""
    await asyncio.to_thread(server.stop)


def restarts(page: Machine) -> list[dict[str, Any]]:
    """The lines about restarts that a page shows."""
    whole = [message["lines"] for message in page.heard if "lines" in message]
    return [line for line in whole[-1] if line["key"] == "restarted"]


async def test_s25_a_restart_takes_nobodys_time_and_is_told_once(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    code, pia, wim = table(backstage)
    server = process()
    asked, other = await machine(server, pia, code), await machine(server, wim, code)
    before = (await asked.until("view"))["view"]
    await other.until("view")
    for _ in range(2):
        ending = asyncio.create_task(stop(server))
        await asked.until("notice", code="restarting")
        announced = now()
        late = await machine(server, wim, code)
        assert await late.until_closed() == 4412, "nobody new comes in"
        assert (await asked.until("bye"))["code"] == (await other.until("bye"))["code"] == "restarting"
        assert await asked.until_closed() == await other.until_closed() == 4412
        closed = now()
        await ending
        await asyncio.sleep(1)
        server.start()
        other = await machine(server, wim, code)
        await other.until("view")
        returning = now()
        asked = await machine(server, pia, code)
        await asked.until("chat")
        asked.say(type="ping", t=1)
        await asked.until("pong")
        stored = backstage("match", code=code)
        back = now()
        given = stored["deadline"] - before["deadline"]
        assert returning - closed <= given <= back - announced
        assert stored["decision"] == before["decision"]
        before = {**before, "deadline": stored["deadline"]}
    assert len(restarts(asked)) == 1


async def test_what_is_on_its_way_is_committed_and_told_before_the_end(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    code, pia, wim = table(backstage)
    server = process()
    asked, other = await machine(server, pia, code), await machine(server, wim, code)
    view = (await asked.until("view"))["view"]
    await other.until("view")
    ending = asyncio.create_task(stop(server))
    await asked.until("notice")
    play = view["me"]["legal"][0]
    asked.say(type="play", decision=view["decision"], id="on-its-way", **play)
    accepted = await asked.until("accepted", id="on-its-way")
    assert (await other.until("view", version=accepted["version"]))["events"]
    await ending
    assert asked.code == other.code == 4412
    assert backstage("match", code=code)["version"] == accepted["version"]


async def test_s25_pages_of_a_stopping_process_go_on_at_another_at_once(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    code, pia, wim = table(backstage)
    first, second = process(), process()
    asked, other = await machine(first, pia, code), await machine(second, wim, code)
    view = (await asked.until("view"))["view"]
    await other.until("view")
    ending = asyncio.create_task(stop(first))
    await asked.until("notice")
    announced = now()
    assert await asked.until_closed() == 4412
    closed = now()
    asked = await machine(second, pia, code)
    returning = now()
    again = (await asked.until("view"))["view"]
    assert again["decision"] == view["decision"] and again["me"]["hand"] == view["me"]["hand"]
    asked.say(type="play", decision=again["decision"], id="elsewhere", **again["me"]["legal"][0])
    accepted = await asked.until("accepted", id="elsewhere")
    assert (await other.until("view", version=accepted["version"]))["events"]
    given = [m["view"]["deadline"] - view["deadline"] for m in asked.heard if m["type"] == "view"]
    assert closed <= returning and 0 <= max(given[:-1]) <= now() - announced
    assert other.socket.closed is None
    await ending
    assert len(restarts(asked)) == 1
