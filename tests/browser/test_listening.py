"""A whole round for somebody who hears it and has no mouse: every event is said once, in order, in both languages."""

import re
from collections.abc import Callable

import pytest

from tests.browser.backstage import Backstage
from tests.browser.keyboard import Keyboard
from tests.browser.listening import heard, listen
from tests.browser.person import DESKTOP, PHONE, Person
from tests.browser.table import Table

Make = Callable[..., Person]
MY_TURN = {"ko": "내 차례예요", "en": "Your turn"}


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "250", "BOT_DELAY_ALONE_MS": "250"}


@pytest.mark.parametrize("language", ["ko", "en"])
def test_s79_s81_s82_every_play_turn_tax_and_revolution_is_said_once(
    person: Make, backstage: Backstage, language: str
) -> None:
    session = backstage("user", username=f"ears{language}", name=f"귀로{language}", language=language)
    other = backstage("user", username=f"eyes{language}", name=f"눈으로{language}", language=language)
    room = backstage(
        "room",
        name="듣는 방",
        host=f"ears{language}",
        members=[f"eyes{language}"],
        bots=2,
        options={"rounds": 1, "removeHighCards": True, "turnSeconds": 45},
    )
    player = person(size=DESKTOP, session=session, language=language)
    watcher = person(size=PHONE, session=other, language=language)
    for somebody in (player, watcher):
        somebody.go(f"/r/{room['code']}/")
        somebody.until(lambda who=somebody: who.frames, "the socket in step")
        listen(somebody.page)
    keys = Keyboard(player.page)
    keys.press("#start")

    table, second = Table(player.page), Table(watcher.page)
    mine = 0
    while not (seen := table.read())["final"]:
        for who, at_it in ((table, keys.answer), (second, second.answer)):
            now = who.read()
            if now["mode"] in {"rev", "tax", "play"} and not now["busy"] and not now["inert"]:
                mine += who is table and now["mode"] == "play"
                at_it(now)
        player.page.wait_for_timeout(20)
    player.page.wait_for_timeout(400)

    expected = [text for text in backstage("spoken", code=room["code"], language=language) if text]
    for page in (player.page, watcher.page):
        said = heard(page)
        everything = " ".join(said)
        place = 0
        for sentence in expected:
            found = everything.find(sentence, place)
            assert found >= 0, f"not said, or not in this order: {sentence}\n{everything[place:]}"
            place = found + len(sentence)
        for sentence in set(expected):
            assert len(re.findall(re.escape(sentence), everything)) == len(
                [other for other in expected if sentence in other]
            ), f"said too often: {sentence}"
    turns = [text for text in heard(player.page, "say-now") if MY_TURN[language] in text]
    assert sum(text.count(MY_TURN[language]) for text in turns) == mine
    assert seen["final"]
