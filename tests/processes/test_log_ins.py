"""Log-ins that end behind the back of every process, and many that begin at once, with real processes and hashing."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.browser.backstage import Backstage
from tests.browser.server import Server
from tests.processes.conftest import Processes

GUESSES = 24


async def test_every_process_closes_the_pages_of_whoever_may_not_stay_though_no_hint_comes(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    """There is no bus between these processes, and what happens is done by a third one: only the sweep can find it."""
    names = ["stays", "leaves", "expires", "changes", "locked", "kicked"]
    sessions = {name: backstage("user", username=name, name=f"사람{at}") for at, name in enumerate(names)}
    code = backstage("room", name="여러 창", host="stays", members=names[1:])["code"]
    servers = process(), process()
    pages = {
        name: [await machine(server, session, code) for server in servers]
        for name, session in sessions.items()
    }
    for each in pages.values():
        for page in each:
            await page.until("room")
    backstage("end_log_in", session=sessions["leaves"])
    backstage("expire", session=sessions["expires"])
    backstage("new_password", username="changes")
    backstage("lock", username="locked")
    backstage("kick", username="kicked", code=code)
    for name in names[1:]:
        expected = 4409 if name == "kicked" else 4401
        assert [await page.until_closed() for page in pages[name]] == [expected] * 2, name
    for page in pages["stays"]:
        page.say(type="ping", t=3)
        await page.until("pong", t=3)


class Door:
    """A browser at the log-in form."""

    def __init__(self, server: Server) -> None:
        self.url = f"{server.url}/accounts/login/"
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()))
        with self.browser.open(self.url) as page:
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        assert found
        self.token = found[1]

    def guess(self, account: str) -> int:
        """Try a wrong password; the status of the answer."""
        form = {"account": account, "password": "wrong horse", "csrfmiddlewaretoken": self.token}
        try:
            with self.browser.open(self.url, urlencode(form).encode(), timeout=120) as answer:
                return int(answer.status)
        except HTTPError as refused:
            refused.close()
            return refused.code


async def test_a_flood_of_log_ins_is_answered_in_turn_and_the_table_plays_on(
    process: Processes, machine: Any, backstage: Backstage
) -> None:
    server = process()
    session = backstage("user", username="piaa", name="피아")
    code = backstage("scene", name="choice", viewer="piaa")
    page = await machine(server, session, code)
    view = (await page.until("view"))["view"]
    door, loop = await asyncio.to_thread(Door, server), asyncio.get_running_loop()
    with ThreadPoolExecutor(GUESSES) as browsers:
        guesses = [
            loop.run_in_executor(browsers, door.guess, f"someone{number}") for number in range(GUESSES)
        ]
        await asyncio.wait(guesses, return_when=asyncio.FIRST_COMPLETED)
        page.say(type="play", decision=view["decision"], id="between", **view["me"]["legal"][0])
        accepted = await page.until("accepted", id="between")
        await page.until("view", version=accepted["version"])
        waiting = sum(not guess.done() for guess in guesses)
        assert {await guess for guess in guesses} == {422}
    assert waiting >= GUESSES // 2, "the play was answered long before all the log-ins"
