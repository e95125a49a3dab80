"""Two processes on PostgreSQL and Redis, alone and behind nginx: any of them serves anybody."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import psycopg
import pytest

from tests.browser.server import ROOT, Server, environment
from tests.live.driving import answer_to
from tests.ops.browser import Browser
from tests.ops.proxy import NGINX, Proxy
from tests.ops.test_production import GOOD
from tests.processes.machine import Machine

POSTGRES, REDIS = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
PASSWORD = "seven tall pines"

pytestmark = pytest.mark.skipif(
    not (POSTGRES.startswith("postgres") and REDIS), reason="needs PostgreSQL and Redis"
)

FURNISH = f"""
import json
from accounts.models import User
from rooms import services
people = [User.objects.create_user(name, name, {PASSWORD!r}) for name in ("galea", "piaaa")]
room = services.create_room(host=people[0], name="two", options={{"rounds": 1}})
services.join_room(user=people[1], token=room.token)
for _ in range(2):
    services.add_bot(user=people[0], code=room.code, level="easy")
print(json.dumps(room.code))
"""


@pytest.fixture(scope="module")
def where() -> Iterator[dict[str, str]]:
    """The environment of processes on a database of their own, and in it a room of two people and two bots."""
    name = f"kings_two_{os.getpid()}_{time.time_ns() % 1_000_000}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        url = re.sub(r"/[^/]*$", f"/{name}", POSTGRES)
        yield {"DATABASE_URL": url, "REDIS_URL": REDIS}
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def manage(var: Path, where: dict[str, str], *command: str) -> str:
    told = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment(var, **where),
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the processes keep their static files."""
    return tmp_path_factory.mktemp("var")


@pytest.fixture(scope="module")
def code(where: dict[str, str], var: Path) -> str:
    """The room's code."""
    manage(var, where, "migrate", "--verbosity", "0")
    manage(var, where, "publish")
    return str(json.loads(manage(var, where, "shell", "-v0", "-c", FURNISH)))


def start_two(var: Path, where: dict[str, str]) -> Iterator[list[Server]]:
    servers = [Server(var, **where) for _ in range(2)]
    for server in servers:
        server.log = var / f"serve-{server.port}.log"
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.stop()


@pytest.fixture(scope="module")
def servers(where: dict[str, str], code: str, var: Path) -> Iterator[list[Server]]:
    yield from start_two(var, where)


def log_in(port: int, name: str, browser: Browser, password: str = PASSWORD) -> int:
    answer, _ = browser.post(port, "/accounts/login/", account=name, password=password)
    return answer.status


def sample(server: Server, name: str) -> float:
    """A metric of one process."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request("GET", "/metrics")
    text = line.getresponse().read().decode()
    line.close()
    return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)[1])  # type: ignore[index]


async def play(*players: Machine) -> None:
    """All answer what they are asked until the match is over; each was told the same versions in order."""
    answered = dict.fromkeys(players, 0)
    over: set[Machine] = set()
    while len(over) < len(players):
        for player in players:
            if player in over:
                continue
            view = (await player.until("view"))["view"]
            if view["status"] == "finished":
                over.add(player)
            elif view["decision"] > answered[player] and (answer := answer_to(view)) is not None:
                answered[player] = view["decision"]
                player.say(**answer, id=f"{view['me']['seat']}-{view['decision']}")


def versions(player: Machine) -> list[int]:
    return [message["version"] for message in player.heard if message["type"] == "view"]


async def test_a_session_of_one_process_is_a_session_of_the_other(servers: list[Server], code: str) -> None:
    one, two = (server.port for server in servers)
    gale = Browser()
    assert log_in(one, "galea", gale) == 302
    for port in (two, one, two):
        answer, text = gale.get(port, f"/r/{code}/")
        assert answer.status == 200 and "galea" in text
    page = await Machine.open_at(two, gale.cookie, code)
    await page.until("room")
    assert gale.post(one, "/accounts/logout/", form=f"/r/{code}/")[0].status == 302
    assert await page.until_closed() == 4401, "the page at the other process is closed too"
    assert gale.get(two, f"/r/{code}/")[0].status == 302
    page.socket.close()


def test_tries_at_two_processes_are_counted_together(servers: list[Server]) -> None:
    statuses = [
        log_in(servers[number % 2].port, "nobodyy", Browser(), "wrong horse wrong") for number in range(7)
    ]
    assert statuses[:5].count(429) == 0
    assert statuses[-1] == 429


def test_static_files_of_one_process_are_those_of_the_other(servers: list[Server]) -> None:
    pages = [Browser().get(server.port, "/accounts/login/")[1] for server in servers]
    named = [re.findall(r'(?:href|src)="(/static/[^"]+)"', page) for page in pages]
    assert named[0] == named[1] and named[0]
    for path in named[0]:
        answers = [Browser().get(server.port, path) for server in servers]
        assert answers[0][1] == answers[1][1]
        for answer, _text in answers:
            assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"]


async def test_pages_at_two_processes_see_each_others_plays(servers: list[Server], code: str) -> None:
    people = []
    for name, server in zip(("galea", "piaaa"), servers, strict=True):
        browser = Browser()
        assert log_in(server.port, name, browser) == 302
        people.append(browser)
    assert people[0].post(servers[0].port, f"/r/{code}/start/", form=f"/r/{code}/")[0].status == 302
    pages = [
        await Machine.open_at(server.port, browser.cookie, code)
        for server, browser in zip(servers, people, strict=True)
    ]
    await play(*pages)
    assert versions(pages[0])[-1] == versions(pages[1])[-1]
    assert [sample(server, "kings_sockets") for server in servers] == [1, 1]
    for server in servers:
        assert sample(server, 'kings_actions_total{origin="player",type="confirmHand"}') > 0
    for page in pages:
        page.socket.close()


async def test_s89_the_last_wishes_for_the_end_at_two_processes_at_once_are_one_ruling(
    servers: list[Server], where: dict[str, str], code: str
) -> None:
    ports = [server.port for server in servers]
    people = [Browser(), Browser()]
    for name, port, browser in zip(("galea", "piaaa"), ports, people, strict=True):
        assert log_in(port, name, browser) == 302
    assert people[0].post(ports[0], f"/r/{code}/start/", form=f"/r/{code}/")[0].status in (204, 302)
    pages = [
        await Machine.open_at(port, browser.cookie, code) for port, browser in zip(ports, people, strict=True)
    ]

    def want(browser: Browser, port: int, on: str) -> int:
        form = f"/r/{code}/people/"
        return browser.post(port, f"/r/{code}/end/", form=form, on=on)[0].status

    async def seen(page: Machine, seats: list[int]) -> None:
        while (await page.until("view"))["view"]["endWish"] != seats:
            pass

    assert await asyncio.to_thread(want, people[0], ports[0], "true") == 302
    for page in pages:
        await seen(page, [0])
    assert await asyncio.to_thread(want, people[0], ports[0], "false") == 302
    for page in pages:
        await seen(page, [])
    await asyncio.gather(
        *[asyncio.to_thread(want, who, port, "true") for who, port in zip(people, ports, strict=True)]
    )
    for page in pages:
        while (view := (await page.until("view"))["view"])["status"] != "ended":
            assert view["status"] == "playing"
        assert view["cutReason"] == "Everybody who was playing agreed"
        page.socket.close()
    with psycopg.connect(where["DATABASE_URL"]) as connection:
        rulings = connection.execute(
            "SELECT kind FROM game_ruling JOIN game_match ON match_id = game_match.id WHERE public_id = %s",
            [view["match"]],
        )
        assert rulings.fetchall() == [("agreed",)]
        assert connection.execute("SELECT count(*) FROM game_endwish").fetchone() == (0,)


@pytest.mark.skipif(NGINX is None, reason="no nginx here")
async def test_a_match_is_played_through_the_proxy_in_production(
    where: dict[str, str], code: str, var: Path, tmp_path: Path
) -> None:
    proxy = Proxy(tmp_path)
    good = {**GOOD, **where, "ALLOWED_HOSTS": "127.0.0.1", "PUBLIC_URL": proxy.url, "BOT_DELAY_MS": "20"}
    for servers in start_two(var, good):
        proxy.configure([server.port for server in servers])
        proxy.start()
        try:
            await play_through(proxy, servers, code)
        finally:
            proxy.stop()


async def play_through(proxy: Proxy, servers: list[Server], code: str) -> None:
    people = [Browser(tls=proxy.context()) for _ in range(2)]
    for name, browser in zip(("galea", "piaaa"), people, strict=True):
        assert log_in(proxy.port, name, browser) == 302
        assert set(browser.cookies) >= {"__Host-sessionid", "__Host-csrftoken"}
    answer, _ = people[0].post(proxy.port, f"/r/{code}/start/", form=f"/r/{code}/")
    assert answer.status == 302
    assert answer.headers["Strict-Transport-Security"] == "max-age=3600"
    pages = [await Machine.open_at(proxy.port, browser.cookie, code, proxy.context()) for browser in people]
    await play(*pages)
    assert sorted(sample(server, "kings_sockets") for server in servers) == [1, 1], "one page at each process"
    stranger = Browser(tls=proxy.context())
    assert stranger.get(proxy.port, "/metrics")[0].status == 404
    assert stranger.get(proxy.port, "/healthz")[0].status == 200
    plain = Browser()
    plain_answer, _ = plain.get(servers[0].port, f"/r/{code}/")
    assert plain_answer.status == 301 and plain_answer.headers["Location"].startswith("https://")
    for page in pages:
        page.socket.close()
    for server in servers:
        for line in server.log.read_text().splitlines():
            if line.startswith("{"):
                assert json.loads(line)["level"] in {"INFO", "WARNING"}, line
