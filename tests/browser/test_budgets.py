"""What travels: the first load of a table, and every message of a round."""

import statistics
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.backstage import Backstage
from tests.browser.person import PHONE, Person
from tests.browser.table import Table
from tests.browser.tables import at_the_table

FIRST_LOAD_BYTES = 60_000
PLAY_BYTES = 3_000
REQUESTS = 12

Make = Callable[..., Person]


class Wire:
    """Everything a page loads: `sizes` by address, as bodies came over the wire; `encodings` likewise."""

    def __init__(self, player: Person) -> None:
        self.encodings: dict[str, str] = {}
        self._urls: dict[str, str] = {}
        self._heads: dict[str, int] = {}
        self._lengths: dict[str, int] = {}
        session = player.context.new_cdp_session(player.page)
        session.on("Network.responseReceived", self._response)
        session.on("Network.responseReceivedExtraInfo", self._head)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.send("Network.setBypassServiceWorker", {"bypass": True})

    def _response(self, event: dict[str, Any]) -> None:
        url, headers = event["response"]["url"], event["response"]["headers"]
        self._urls[event["requestId"]] = url
        lowered = {name.lower(): value for name, value in headers.items()}
        self.encodings[url] = lowered.get("content-encoding", "")

    def _head(self, event: dict[str, Any]) -> None:
        self._heads[event["requestId"]] = len(event.get("headersText") or "")

    def _finished(self, event: dict[str, Any]) -> None:
        self._lengths[event["requestId"]] = int(event["encodedDataLength"])

    @property
    def sizes(self) -> dict[str, int]:
        """Whole answers less their heads; what is told of an answer comes in any order."""
        assert self._lengths.keys() & self._urls.keys() <= self._heads.keys()
        return {
            self._urls[key]: length - self._heads[key]
            for key, length in self._lengths.items()
            if key in self._urls
        }


@pytest.mark.parametrize("scene", ["choice", "eight", "twenty"])
def test_the_first_load_of_a_table_fits_into_sixty_kilobytes(
    person: Make, backstage: Backstage, say: Callable[[str], None], scene: str
) -> None:
    player, _table, code = at_the_table(person, backstage, scene, f"budget-{scene}", size=PHONE)
    player.page.goto("about:blank")
    wire = Wire(player)
    player.go(f"/r/{code}/")
    player.page.wait_for_load_state("networkidle")
    needed = {
        url.removeprefix(player.url): size
        for url, size in wire.sizes.items()
        if url.startswith(player.url) and url.split("?")[0].endswith(("/", ".css", ".js"))
    }
    total = sum(needed.values())
    say(f"first load of a table ({scene}): {total} bytes in {len(needed)} answers: " + str(needed))
    assert f"/r/{code}/" in needed and any("css/all-room.css" in url for url in needed)
    assert all(wire.encodings[player.url + url] for url, size in needed.items() if size > 1000)
    assert all(needed.values()) and len(needed) <= REQUESTS
    assert total <= FIRST_LOAD_BYTES


def test_every_message_of_a_round_fits_into_three_kilobytes(person: Make, say: Callable[[str], None]) -> None:
    host = person(size=PHONE)
    host.sign_up("한라산", "hallasan")
    host.create_room("무게")
    page = host.page
    for seated in range(2, 9):
        page.locator("#add-bot").click()
        page.locator("#members .chip", has_text=f"{seated} / 8").wait_for()
    page.locator("label:has(#o-rounds-1)").click()
    page.locator("#o-rounds-1:checked").wait_for(state="attached")
    host.frames.clear()
    page.locator("#start").click()
    Table(page).play_on()
    plays = [
        text for text in host.frames if 'id="at"' in text and 'id="pile"' in text and 'id="stage"' not in text
    ]
    sizes = [len(deflated(text)) for text in plays]
    say(
        f"messages of a round of eight: {len(sizes)}, deflated max {max(sizes)}, median "
        f"{statistics.median(sizes):.0f}; raw max {max(len(text.encode()) for text in plays)}"
    )
    assert len(plays) > 30
    assert max(sizes) <= PLAY_BYTES


def deflated(text: str) -> bytes:
    """A message as permessage-deflate sends it."""
    squeeze = zlib.compressobj(6, zlib.DEFLATED, -15, 8)
    return squeeze.compress(text.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH)
