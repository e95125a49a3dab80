"""Processes that end at a bad moment: told twice, while they start, while a match opens, or cut off meanwhile."""

import asyncio
import signal
import subprocess
import time
from http.client import HTTPConnection, HTTPException
from typing import Any

import pytest

from tests.browser.backstage import Backstage
from tests.browser.server import ROOT, Server
from tests.processes.conftest import Processes
from tests.processes.test_restart import stop, table


def press_start(port: int, session: str, code: str) -> int:
    """The host's button; 0 where no answer came."""
    connection, token = HTTPConnection("127.0.0.1", port, timeout=60), "x" * 32
    headers = {
        "Cookie": f"sessionid={session}; csrftoken={token}",
        "X-CSRFToken": token,
        "HX-Request": "true",
    }
    try:
        connection.request("POST", f"/r/{code}/start/", body="", headers=headers)
        return connection.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()


def tell_to_end(server: Server) -> None:
    """SIGTERM, without waiting."""
    assert server._process is not None
    server._process.send_signal(signal.SIGTERM)


async def test_told_twice_it_ends_once_and_in_good_order(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    code, pia, _wim = table(backstage)
    server = process()
    page = await machine(server, pia, code)
    view = (await page.until("view"))["view"]
    tell_to_end(server)
    await page.until("notice", code="restarting")
    page.say(type="play", decision=view["decision"], id="last", **view["me"]["legal"][0])
    accepted = await page.until("accepted", id="last")
    await stop(server)
    assert page.code == 4412
    assert backstage("match", code=code)["version"] == accepted["version"]


@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
def test_told_while_it_starts_it_ends_without_a_fault(process: Processes, share: float) -> None:
    began = time.monotonic()
    server = process()
    whole = time.monotonic() - began
    server.stop()
    with server.log.open("ab") as log:
        starting = subprocess.Popen(
            server.command, cwd=ROOT, env=server._environment, stdout=log, stderr=subprocess.STDOUT
        )
    time.sleep(whole * share)
    starting.terminate()
    try:
        assert starting.wait(60) in (0, -signal.SIGTERM)
    finally:
        starting.kill()


async def test_a_process_cut_off_while_it_ends_loses_nothing_that_was_answered(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    code, pia, _wim = table(backstage)
    server = process()
    asked = await machine(server, pia, code)
    view = (await asked.until("view"))["view"]
    tell_to_end(server)
    await asked.until("notice")
    asked.say(type="play", decision=view["decision"], id="mine", **view["me"]["legal"][0])
    accepted = await asked.until("accepted", id="mine")
    server.kill()
    server.start()
    asked = await machine(server, pia, code)
    again = (await asked.until("view"))["view"]
    assert backstage("match", code=code)["version"] >= accepted["version"]
    asked.say(type="play", decision=view["decision"], id="mine", **view["me"]["legal"][0])
    assert (await asked.until("accepted", id="mine"))["version"] == accepted["version"]
    assert again["decision"] > view["decision"]


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.2])
async def test_a_match_that_opens_while_its_process_ends_is_there_whole_or_not_at_all(
    process: Processes, machine: Any, backstage: Backstage, moment: float
) -> None:
    names = [f"opens{number}" for number in range(4)]
    sessions = [backstage("user", username=name, name=f"사람{number}") for number, name in enumerate(names)]
    code = backstage("room", name="여는 방", host=names[0], members=names[1:])["code"]
    server = process()
    page = await machine(server, sessions[0], code)
    await page.until("room")
    pressed = asyncio.create_task(asyncio.to_thread(press_start, server.port, sessions[0], code))
    await asyncio.sleep(moment)
    tell_to_end(server)
    await stop(server)
    status = await pressed
    server.start()
    if status in (200, 204, 302):
        assert backstage("match", code=code)["version"] >= 0, "what was answered is there"
    else:
        await asyncio.to_thread(press_start, server.port, sessions[0], code)
    page = await machine(server, sessions[0], code)
    view = (await page.until("view"))["view"]
    assert len(view["me"]["hand"]) > 0
