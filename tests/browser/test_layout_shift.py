"""While a round is played, what somebody looks at stays where it is."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.person import DESKTOP, PHONE, SMALL, Person
from tests.browser.table import Table

Make = Callable[..., Person]
MOST = 0.02

# A turn lies between two changes of the table. As in the web's measure, what follows one's own input within half a
# second does not count: cards one lays leave the hand.
WATCH = """
window.turns = [{ value: 0, from: [], text: '' }];
document.addEventListener('table:after', event => turns.push({ value: 0, from: [], text: event.detail?.text || '' }));
new PerformanceObserver(list => { for (const shift of list.getEntries()) {
  if (shift.hadRecentInput) continue;
  const turn = turns.at(-1), name = e => e?.nodeType === 3 ? name(e.parentElement) + ' text'
    : e ? `${e.tagName}#${e.closest('[id]')?.id}.${e.className?.baseVal ?? e.className}` : '?';
  turn.value += shift.value;
  turn.mode = document.querySelector('#controls .controls')?.dataset.mode;
  turn.from.push(...shift.sources.map(s => `${name(s.node)} ${Math.round(s.previousRect.y)}+${
    Math.round(s.previousRect.height)}→${Math.round(s.currentRect.y)}+${Math.round(s.currentRect.height)}`));
} }).observe({ type: 'layout-shift', buffered: true });
"""


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "120"}


@pytest.mark.parametrize(
    ("size", "players", "rounds"), [(PHONE, 4, 1), (SMALL, 8, 1), (DESKTOP, 6, 1)], ids=str
)
def test_no_turn_of_a_round_shifts_the_page(
    person: Make, say: Callable[[str], None], size: tuple[int, int], players: int, rounds: int
) -> None:
    host = person(size=size)
    host.sign_up(f"고요{players}", f"goyo{players}")
    host.create_room("가만히")
    page = host.page
    for seated in range(2, players + 1):
        page.locator("#add-bot").click()
        expect(page.locator("#members .chip")).to_have_text(f"{seated} / 8")
    page.locator(f"label:has(#o-rounds-{rounds})").click()
    expect(page.locator(f"#o-rounds-{rounds}")).to_be_checked()
    page.locator("#start").click()
    table = Table(page)
    table.asked()
    page.reload()
    table.asked()
    page.evaluate(WATCH)
    table.play_on()
    turns: list[dict[str, Any]] = page.evaluate("turns.slice(1)")
    worst = max(turns, key=lambda turn: turn["value"])
    say(f"layout shift at {size}, {players} players: worst of {len(turns)} turns {worst['value']:.4f}")
    assert len(turns) > 40
    assert [turn for turn in turns if turn["value"] > MOST] == []
