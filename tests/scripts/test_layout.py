"""Nothing at the table lies over anything else, and what answers the question is always in the window."""

import pytest

from game.engine.cards import rank_counts
from tests.scripts import layout

SIZES = [
    (320, 568),
    (360, 640),
    (390, 664),
    (390, 844),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1280, 720),
    (1280, 800),
]
SCENES = [
    "draw",
    "follow",
    "wait",
    "lead",
    "twenty",
    "many",
    "stuck",
    "five",
    "seven",
    "eight",
    "revolution",
    "plain",
    "declared",
    "tax",
    "away",
    "watch",
]


@pytest.mark.parametrize("name", SCENES)
def test_every_size_shows_the_table_in_order(open_table, name):
    page = open_table(name, keep_closed=True).page
    page.emulate_media(reduced_motion="reduce")
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for large in ("", "large"):
            page.evaluate("size => { document.documentElement.dataset.size = size }", large)
            page.wait_for_timeout(40)
            wrong = page.evaluate(layout.OUT_OF_REACH)
            wrong += page.evaluate(layout.OVERLAPS) + page.evaluate(layout.OUTSIDE)
            wrong += page.evaluate(layout.COVERED_NUMBERS)
            found += [f"{width}x{height} {large} {problem}" for problem in wrong]
    assert found == []


def test_the_longest_hand_can_be_scrolled_clear_of_the_buttons(open_table):
    table = open_table("many", keep_closed=True)
    assert sum(count > 0 for count in rank_counts(table.scene.own.hand)) >= 12
    table.page.set_viewport_size({"width": 320, "height": 480})
    table.page.evaluate("document.documentElement.dataset.size = 'large'")
    assert table.page.evaluate(layout.OUT_OF_REACH) == []
    table.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last, controls = (
        table.page.locator(selector).bounding_box() for selector in ("#hand li:last-child", "#controls")
    )
    assert last["y"] + last["height"] <= controls["y"] + 1


def test_a_selected_count_leaves_the_number_free_as_well(open_table):
    page = open_table("lead", keep_closed=True).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for group in page.query_selector_all("#hand .grp"):
            page.evaluate("group => group.click()", group)
            page.wait_for_timeout(160)
            assert page.evaluate(layout.COVERED_NUMBERS) == []
            assert "/" in group.query_selector(".badge").inner_text()
            page.evaluate("group => group.click()", group)


def test_large_cards_are_as_large_as_six_a_row_can_be(open_table):
    page = open_table("many", keep_closed=True).page
    width = "document.querySelector('#hand .card').getBoundingClientRect().width"
    rows = "new Set([...document.querySelectorAll('#hand li')].map(e => e.offsetTop)).size"
    usual = page.evaluate(width)
    page.evaluate("document.documentElement.dataset.size = 'large'")
    assert page.evaluate(width) > usual * 1.2
    groups = page.locator("#hand li").count()
    assert page.evaluate(rows) == -(-groups // 6)


def felt_box(table):
    return table.page.locator(".felt").bounding_box()


def test_the_felt_stands_still_under_banner_and_tip(open_table):
    table = open_table("follow")
    before = felt_box(table)
    table.sockets[0].close(code=1012)
    table.page.wait_for_selector("[data-net-banner]:not([hidden])")
    assert felt_box(table) == before
    for tip in ("lead", "follow", "jester", "pass", "none"):
        table.page.evaluate("tip => { document.querySelector('.tip').dataset.tip = tip }", tip)
        assert felt_box(table) == before
    table.page.evaluate("document.querySelector('[data-tipoff]').click()")
    assert not table.page.is_visible(".tip")
    assert felt_box(table) == before


REACH = """names => names.flatMap(name => [...document.querySelectorAll(name)].flatMap(e => {
  if (!e.getClientRects().length) return [];
  e.scrollIntoView({ block: 'nearest' });
  const box = e.getBoundingClientRect(), wrong = [], what = `${name} ${e.innerText.trim().slice(0, 12)}`;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  if (Math.round(box.width) < 44 || Math.round(box.height) < 44) wrong.push(`${what}: ${box.width}x${box.height}`);
  if (box.top < -1 || box.bottom > innerHeight + 1) wrong.push(`${what}: out of the window`);
  if (!e.contains(hit)) wrong.push(`${what}: covered by ${hit?.tagName}.${hit?.className?.baseVal ?? hit?.className}`);
  return wrong;
}))"""
"""Cards and answers that cannot be scrolled into view, are covered there, or are smaller than a finger."""


@pytest.mark.parametrize("name", ["follow", "five", "seven", "eight", "twenty", "many", "tax", "revolution"])
def test_hand_and_answers_are_in_reach_with_large_text_and_an_open_keyboard(open_table, name):
    table = open_table(name, keep_closed=True)
    page, found = table.page, []
    page.emulate_media(reduced_motion="reduce")
    for size in [(320, 568), (320, 300), (390, 844), (390, 430), (1280, 800)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for large in ("", "large"):
            page.evaluate("size => { document.documentElement.dataset.size = size }", large)
            page.wait_for_timeout(40)
            found += [f"{size} {large} {w}" for w in page.evaluate(REACH, ["#hand .grp", "#no", "#go"])]
    assert found == []
