"""A whole office behind one address comes back at once when the site restarts."""

import asyncio

from tests.browser.backstage import Backstage
from tests.processes.conftest import Processes
from tests.processes.machine import Machine

PEOPLE, A_ROOM = 200, 8


async def test_s95_two_hundred_people_of_one_address_reconnect_at_once_and_nobody_is_turned_away(
    process: Processes, backstage: Backstage
) -> None:
    names = [f"office{number:03d}" for number in range(PEOPLE)]
    sessions = [backstage("user", username=name, name=f"직원{name[-3:]}") for name in names]
    codes = [
        backstage("room", name="점심 내기", host=group[0], members=group[1:])["code"]
        for group in (names[at : at + A_ROOM] for at in range(0, PEOPLE, A_ROOM))
    ]
    server = process()

    async def everybody() -> list[Machine]:
        """All of them open their page in the same moment."""
        opening = [
            Machine.open(server, session, codes[number // A_ROOM]) for number, session in enumerate(sessions)
        ]
        pages = await asyncio.gather(*opening)
        rooms = await asyncio.gather(*(page.until("room") for page in pages))
        assert [room["room"]["code"] for room in rooms] == [codes[n // A_ROOM] for n in range(PEOPLE)]
        return pages

    pages = await everybody()
    await asyncio.to_thread(server.stop)
    assert {await page.until_closed() for page in pages} == {4412}
    server.start()
    pages = await everybody()
    for page in pages:
        page.say(type="ping", t=7)
    assert len(await asyncio.gather(*(page.until("pong", t=7) for page in pages))) == PEOPLE
    assert all(page.socket.closed is None for page in pages)
    for page in pages:
        page.socket.close()
