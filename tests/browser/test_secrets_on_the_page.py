"""What the browser holds of other people's cards: nothing. Pages, frames and accessible names are searched."""

import re
from collections.abc import Callable

import pytest

from tests.browser.backstage import Backstage
from tests.browser.person import DESKTOP, Person
from tests.browser.screens import STILL
from tests.browser.tables import at_the_table

Make = Callable[..., Person]
CARD_ID = re.compile(r"(?<![\w-])(?:0[1-9]|1[0-3])-(?:0[1-9]|1[0-2])(?![\w-])")
SEED = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")

# The page but for the drawings of all cards, which every page has; path data is full of numbers.
WITHOUT_SPRITE = """() => {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll('symbol, defs').forEach(drawing => drawing.remove());
  return copy.outerHTML;
}"""

BACKS = """() => [...document.querySelectorAll('use[href="#cb"]')].map(use => {
  const svg = use.closest('svg');
  return {
    html: svg.outerHTML, hidden: !!svg.closest('[aria-hidden=true]'), ids: svg.id + use.id,
    listed: [...svg.attributes, ...use.attributes].map(a => a.name).sort().join(' '),
  };
})"""


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


@pytest.mark.parametrize(
    ("scene", "name"),
    [("draw", "뒷면하나"), ("held", "뒷면둘"), ("tax", "뒷면셋"), ("taxed", "뒷면넷"), ("watch", "뒷면다섯")],
)
def test_s44_the_back_of_a_card_tells_nothing(
    person: Make, backstage: Backstage, scene: str, name: str
) -> None:
    player, table, code = at_the_table(person, backstage, scene, name, size=DESKTOP)
    backs = player.page.evaluate(BACKS)
    if scene != "watch":
        assert backs
    assert len({back["html"] for back in backs}) <= 1, "one back differs from another"
    for back in backs:
        assert back["hidden"] and not back["ids"]
        assert back["listed"] == "aria-hidden class href"
    # Nothing is drawn for the hands of others but a number: no list, no order, no place of a card.
    for seat in player.page.locator("#seats > li").all():
        assert seat.locator("use[href='#cb']").count() == 0
    requests = player.page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not any(
        re.search(r"card|rank", address.rsplit("/", 1)[-1]) and ".svg" in address for address in requests
    )
    page = player.page.evaluate(WITHOUT_SPRITE)
    everything = [page, *player.frames]
    for text in everything:
        assert not CARD_ID.search(text)
    # The commitment is for everybody, the seed for nobody yet; neither is in the page.
    assert not any(SEED.search(text) for text in everything)
    assert table.read()["mode"] is not None and backstage("match", code=code)["status"] == "playing"


def test_s46_the_page_and_its_frames_hold_the_own_hand_only(person: Make, backstage: Backstage) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "내것만")
    stored = backstage("match", code=code)
    me = int(table.read()["me"])
    own = {int(card[:2]) for card in stored["hands"][me]}
    assert {group["rank"] for group in table.read()["hand"]} == own
    # Faces shown outside the own hand are those that were laid in public.
    laid = player.page.evaluate(
        '[...document.querySelectorAll(\'#pile use[href^="#c"], #log use[href^="#c"]\')].length'
    )
    public = sum(len(line[3].get("cardIds", [])) for line in stored["log"] if line[2] == "play")
    assert 0 < laid <= 2 * public
    stray = player.page.evaluate(
        """[...document.querySelectorAll('#stage use')].filter(use => /^#c[0-9]+$/.test(use.getAttribute('href'))
        && !use.closest('#hand, #pile, #log')).length"""
    )
    assert stray == 0
    kept = player.page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert set(kept) <= {"htmx-current-path-for-history"}


def test_s97_nobody_sees_whether_one_seat_holds_both_jesters(person: Make, backstage: Backstage) -> None:
    shown = {}
    for scene, name in (("held", "광대모인"), ("split", "광대흩어")):
        player, table, _ = at_the_table(person, backstage, scene, name, size=DESKTOP)
        page = player.page
        shown[scene] = {
            "mode": table.read()["mode"],
            "controls": page.locator("#controls").evaluate("e => e.innerHTML"),
            "status": page.locator("#status .what").inner_html(),
            "pile": page.locator("#pile").evaluate("e => e.innerHTML"),
            "seats": page.evaluate(
                "[...document.querySelectorAll('#seats > li')].map(li => li.querySelector('.bubble')?.innerText || '')"
            ),
            "frames": len(player.frames),
            "seconds": page.locator("#status .secs").count(),
        }
    assert shown["held"] == shown["split"]
