"""Every movement starts with what it shows and not otherwise, leaves nothing behind, tells nothing of hidden cards."""

import re

import pytest
from msgspec.structs import replace

from game.bots import easy
from game.engine.actions import ConfirmHand, Origin
from game.engine.events import Passed, RevolutionDeclared, RoundDealt, SetPlayed, TaxTaken, TrickWon, WentOut
from game.engine.observation import observe_seat
from game.engine.rules import apply, owing
from tests.rendering.scenes import NOW, Scene
from tests.scripts.moments import Change, change, declaring, is_great

RECORD = """() => {
  window.moves = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const name = this.id || this.getAttribute('class') || this.tagName;
    window.moves.push({ name, frames, duration: timing.duration, delay: timing.delay || 0, html: this.outerHTML,
      pseudo: timing.pseudoElement || '' });
    return real.call(this, frames, timing);
  };
}"""
MOVING = """() => document.getAnimations().filter(a => a.animationName !== 'ring' && a.playState === 'running')
  .map(a => a.effect.target.outerHTML.slice(0, 80))"""
"""What moves now, but for the clock's ring, which stands still for a second at a time."""

WITHOUT_CLOCK = """() => {
  const stage = document.getElementById('stage').cloneNode(true);
  stage.querySelectorAll('.secs, [data-secs-left]').forEach(clock => clock.remove());
  return stage.innerHTML;
}"""
"""The table but for the seconds that are left: they pass while a test looks."""

LEFT_BEHIND = "document.querySelectorAll('.flying').length"
STILL = {"system": None, "page": "document.documentElement.dataset.motion = 'less'"}
BOXES = """wanted => [...document.querySelectorAll(wanted)].map(card => card.getBoundingClientRect())
  .map(box => [box.x, box.y, box.width].map(Math.round))"""
COUNT_CARDS = """() => [...document.querySelectorAll('.card')]
  .filter(card => card.checkVisibility({ visibilityProperty: true })).length"""


@pytest.fixture
def open_change(open_table):
    """Opens the page at the first moment of a change and records what is moved from there on."""

    def open_(found: Change, seat: int | None):
        found = found.seen_by(seat)
        table = open_table(found.before)
        table.page.evaluate(RECORD)
        return table, found

    return open_


def moves(table, *names):
    """What was moved so far, as far as its name is one of these."""
    return [move for move in table.page.evaluate("window.moves") if move["name"] in names or not names]


def start_of(move):
    """How far from its place an element starts, in pixels."""
    x, y = re.match(r"translate\((\S+)px,(\S+)px\)", move["frames"][0]["transform"]).groups()
    return float(x), float(y)


def settle(table):
    """Wait until nothing moves any more."""
    table.until(f"({MOVING})().length === 0")
    assert table.page.evaluate(LEFT_BEHIND) == 0


@pytest.fixture(scope="module")
def play():
    return change(
        SetPlayed,
        when=lambda c: (
            c.before.public.top is not None and c.after.public.top.count == 3 and len(c.after.events) == 1
        ),
    )


@pytest.fixture(scope="module")
def cleared():
    return change(TrickWon, when=lambda c: c.before.public.top.count == 2)


@pytest.fixture(scope="module")
def taxed():
    return change(TaxTaken)


@pytest.fixture(scope="module")
def great():
    return change(RevolutionDeclared, when=is_great, choose=declaring)


def test_a_set_of_somebody_else_flies_from_their_seat(open_change, play):
    player = play.before.public.current
    table, found = open_change(play, (player + 1) % 6)
    seat = table.page.locator(f"#seat-{player} .face").bounding_box()
    table.send(table.told(found.after))
    flown = moves(table, "card")
    assert [(m["duration"], m["delay"]) for m in flown] == [(320, 0), (320, 35), (320, 70)]
    assert len(moves(table)) == 3
    settle(table)
    card = table.page.locator("#pile .last .card").first.bounding_box()
    assert start_of(flown[0]) == pytest.approx((seat["x"] - card["x"], seat["y"] - card["y"]), abs=2)


def test_ones_own_set_flies_out_of_the_hand(open_change, play):
    player = play.before.public.current
    table, found = open_change(play, player)
    played = found.after.public.top
    table.page.click(f'.grp[data-rank="{played.rank}"]')
    table.wait(200)
    lifted = table.page.locator("#hand .card.is-up").count()
    assert lifted
    hand = table.page.locator("#hand").bounding_box()["y"]
    table.send(table.told(found.after))
    flown = moves(table, "card")
    assert len(flown) == played.count
    settle(table)
    card = table.page.locator("#pile .last .card").first.bounding_box()["y"]
    assert start_of(flown[0])[1] + card > hand


def test_nothing_moves_for_a_pass_a_resync_or_a_look_at_the_clock(open_change, play):
    passed = change(Passed, when=lambda c: len(c.after.events) == 1)
    table, found = open_change(passed, 0)
    table.send(table.told(found.after))
    table.show(Scene(play.after.match, (), 0))
    table.send(table.frame(table.scene))
    assert moves(table) == []
    assert table.page.evaluate(LEFT_BEHIND) == 0


def test_a_cleared_trick_slides_to_its_taker_and_fades(open_change, cleared):
    table, found = open_change(cleared, 0)
    box = table.page.locator("#pile .last").bounding_box()
    table.send(table.told(found.after))
    (slid,) = moves(table)
    assert (slid["name"], slid["duration"]) == ("set flying", 300)
    assert slid["frames"][1]["opacity"] == 0 and slid["html"].count("<svg") == 2
    assert " id=" not in slid["html"] and 'aria-hidden="true"' in slid["html"]
    style = slid["html"].split('style="')[1].split('"')[0]
    felt = table.page.locator(".felt").bounding_box()
    assert f"left: {box['x'] - felt['x']:.6g}px" in style and f"top: {box['y'] - felt['y']:.6g}px" in style
    settle(table)


def test_a_cleared_trick_looks_like_the_set_it_was(open_change, cleared):
    table, found = open_change(cleared, 0)
    was = table.page.evaluate(BOXES, "#pile .last .card")
    table.page.evaluate("Element.prototype.animate = function () { return { finish() {} } }")
    table.send(table.told(found.after))
    assert table.page.evaluate(BOXES, ".flying .card") == was


def test_never_more_than_sixty_cards_are_on_the_page(open_change):
    fullest = change(
        TrickWon, players=4, when=lambda c: c.before.public.top.count >= 3 and c.after.public.round == 1
    )
    table, found = open_change(fullest, 0)
    table.send(table.told(found.after))
    assert table.page.locator(".flying").count() == 1
    assert table.page.evaluate(COUNT_CARDS) <= 60


def test_a_great_revolution_moves_all_seats_at_once_and_then_says_so(open_change, great):
    table, found = open_change(great, 0)
    table.send(table.told(found.after))
    seats = [move for move in moves(table) if move["name"].startswith("seat-")]
    assert [move["name"] for move in seats] == [f"seat-{seat}" for seat in found.after.public.order]
    assert {(move["duration"], move["delay"]) for move in seats} == {(620, 0)}
    (banner,) = moves(table, "great flying")
    assert banner["delay"] == 620 and "대혁명!" in banner["html"]
    assert table.page.locator("#toast .toast").count() == 0
    table.wait(1000)
    assert table.text(".great") == "대혁명!"
    settle(table)


@pytest.mark.parametrize("who", STILL)
def test_with_less_motion_a_great_revolution_is_told_in_a_notice(open_change, great, who):
    table, found = open_change(great, 0)
    still(table, who)
    table.send(table.told(found.after))
    assert "대혁명!" in table.text("#toast")
    assert moves(table) == [] and table.page.locator(".great").count() == 0
    table.wait(100)
    assert table.page.text_content("#say").count("대혁명") == 1


def test_seats_travel_from_last_round_to_the_new_one_and_the_hand_is_dealt(open_change):
    dealt = change(RoundDealt, when=lambda c: c.before.public.phase == "roundOver")
    ended = change(WentOut, when=lambda c: c.after.public.phase == "roundOver")
    assert ended.after.public.round + 1 == dealt.after.public.round
    table, found = open_change(ended, 0)
    before = table.page.locator("#seat-1").bounding_box()
    table.send(table.told(found.after))
    assert not table.page.is_visible(".felt")
    assert moves(table) == []
    table.send(table.told(dealt.after.seen_by(0)))
    moved = next(move for move in moves(table) if move["name"] == "seat-1")
    fade = moves(table, "LI")
    settle(table)
    after = table.page.locator("#seat-1").bounding_box()
    if found.after.public.order != dealt.after.public.order:
        assert before != after and moved["duration"] == 620
    assert [move["delay"] for move in fade] == [20 * index for index in range(len(fade))]
    assert len(fade) == table.page.locator("#hand .groups > li").count()
    assert {move["delay"] + move["duration"] for move in fade[-1:]} == {400}
    assert all(move["delay"] + move["duration"] <= 400 for move in fade)


def test_a_deal_is_shown_once_and_not_on_a_reload_or_a_second_look(open_table, scenes):
    table = open_table("draw")
    table.page.evaluate(RECORD)
    table.show(scenes["draw"])
    table.show(scenes["plain"])
    assert moves(table, "LI") == []
    table.table = replace(table.table, match="1f" * 16)
    table.scene = scenes["draw"]
    table.send(table.snapshot())
    assert len(moves(table, "LI")) == table.page.locator("#hand .groups > li").count() > 0
    table.send(table.snapshot())
    assert len(moves(table, "LI")) == table.page.locator("#hand .groups > li").count()
    table.table = replace(table.table, match="2f" * 16)
    table.scene = scenes["follow"]
    table.page.evaluate("window.moves.length = 0")
    table.send(table.snapshot())
    assert moves(table) == []


def test_taxes_travel_from_seat_to_seat_as_backs(open_change, taxed):
    bystander = taxed.after.public.order[2]
    table, found = open_change(taxed, bystander)
    table.send(table.told(found.after))
    backs = moves(table, "card flying")
    assert len(backs) == len(moves(table)) == sum(tax.count for tax in found.after.public.taxes) == 3
    assert {move["delay"] + move["duration"] for move in backs} == {420}
    assert all(move["html"].count('<use href="#cb">') == 1 for move in backs)
    settle(table)


def test_what_one_got_is_framed_when_it_has_arrived(open_change, taxed):
    king = taxed.after.public.order[0]
    table, found = open_change(taxed, king)
    table.send(table.told(found.after))
    framed = [move for move in moves(table) if "flying" not in move["name"]]
    got = table.page.locator("#hand .is-got").count()
    assert got and sorted(move["name"] for move in framed) == ["stack"] * got + ["tag"] * got
    assert {(move["delay"], move["pseudo"]) for move in framed} == {(420, "::before"), (420, "")}
    settle(table)


def test_s42_a_tax_moves_alike_whatever_its_cards_are(open_change, taxed):
    """The serf's whole hand changes places with another's before the tax is taken: nobody else can see it."""
    order = taxed.before.public.order
    serf = order[-1]
    other = next(
        seat for seat in order[2:4] if taxed.before.public.counts[seat] == taxed.before.public.counts[serf]
    )
    watcher = next(seat for seat in order[2:4] if seat != other)
    hands = list(taxed.before.match.hands)
    hands[serf], hands[other] = hands[other], hands[serf]
    swapped = replace(taxed.before.match, hands=tuple(hands))
    last = owing(swapped)[0]
    step = apply(swapped, last, ConfirmHand(), origin=Origin.PLAYER, at=NOW)
    theirs = Change(Scene(swapped, (), None), Scene(step.match, step.events, None))
    assert theirs.after.events != taxed.after.events, "the same cards were taxed"
    seen = []
    for found in (taxed, theirs):
        table, shown = open_change(found, watcher)
        table.send(table.told(shown.after))
        seen.append((table.told(shown.after), moves(table)))
        settle(table)
        seen[-1] += (table.page.evaluate(WITHOUT_CLOCK),)
    assert len(seen[0][1]) == 3
    assert seen[0] == seen[1]


def test_a_new_frame_ends_what_still_moves(open_change, taxed):
    table, found = open_change(taxed, taxed.after.public.order[2])
    table.page.evaluate("""() => {
      const real = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        return real.call(this, frames, { ...timing, duration: 60000 });
      };
    }""")
    table.send(table.told(found.after))
    assert table.page.evaluate(LEFT_BEHIND) == 3
    table.send('<data id="pong" hx-swap-oob="true" data-t="1" data-now="1"></data>')
    assert table.page.evaluate(LEFT_BEHIND) == 3
    owed = owing(found.after.match)[0]
    step = apply(
        found.after.match,
        owed,
        easy.choose(observe_seat(found.after.match, owed)),
        origin=Origin.PLAYER,
        at=NOW,
    )
    returned = [event for event in step.events if hasattr(event, "count")]
    table.send(table.told(Scene(step.match, step.events, table.scene.viewer)))
    assert table.page.evaluate(LEFT_BEHIND) == sum(event.count for event in returned)


@pytest.mark.parametrize("who", STILL)
@pytest.mark.parametrize("name", ["play", "cleared", "taxed"])
def test_with_less_motion_nothing_moves(open_change, request, name, who):
    found = request.getfixturevalue(name)
    for seat in (found.before.public.order[0], None):
        table, shown = open_change(found, seat)
        still(table, who)
        table.send(table.told(shown.after))
        assert moves(table) == [] and table.page.evaluate(LEFT_BEHIND) == 0
        assert table.page.evaluate(MOVING) == []


def test_out_of_sight_nothing_moves(open_change, cleared):
    table, found = open_change(cleared, 0)
    table.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    table.send(table.told(found.after))
    assert moves(table) == [] and table.page.evaluate(LEFT_BEHIND) == 0


@pytest.mark.parametrize("who", STILL)
def test_chosen_cards_lift_or_are_framed_alone(open_table, who):
    table = open_table("lead", keep_closed=True)
    rank = table.scene.own.legal[0].rank
    group = f'.grp[data-rank="{rank}"]'
    lift = f"getComputedStyle(document.querySelector('{group} .card.is-up')).transform"
    table.page.click(group)
    table.wait(250)
    assert table.page.evaluate(lift) == "matrix(1, 0, 0, 1, 0, -7)"
    still(table, who)
    assert table.page.evaluate(lift) == "none"
    assert table.page.evaluate(f"getComputedStyle(document.querySelector('{group}')).boxShadow") != "none"


@pytest.mark.parametrize("who", STILL)
def test_a_refused_group_shakes_or_only_says_why(open_table, who):
    table = open_table("follow", keep_closed=True)
    table.page.evaluate(RECORD)
    refused = '#hand .grp[data-ok="0"]'
    table.page.eval_on_selector(refused, "group => group.click()")
    (shake,) = moves(table)
    assert shake["duration"] == 180 and len(shake["frames"]) == 4
    still(table, who)
    table.page.eval_on_selector(refused, "group => group.click()")
    assert len(moves(table)) == 1
    assert table.page.locator("#toast .toast").count() == 1


@pytest.mark.parametrize("who", STILL)
def test_the_ring_goes_by_seconds_and_the_last_five_blink(open_table, who):
    table = open_table("follow", keep_closed=True)
    seconds = table.scene.public.seconds
    ring = "getComputedStyle(document.querySelector('.ring .fg')).animationTimingFunction"
    blink = "getComputedStyle(document.querySelector('#status .secs')).animationName"
    assert table.page.evaluate(ring) == f"steps({seconds})"
    assert table.page.evaluate(blink) == "none"
    # In one breath: each second the page says anew whether it is low.
    low = "document.querySelector('#status .secs').classList.add('low')"
    assert table.page.evaluate(f"{low}, {blink}") == "blink"
    still(table, who)
    assert table.page.evaluate(ring) == "steps(4)"
    assert table.page.evaluate(blink) == "none"


@pytest.mark.parametrize("who", ["", *STILL])
def test_a_notice_fades_in_unless_less_motion_is_wanted(open_table, who):
    table = open_table("follow", keep_closed=True)
    if who:
        still(table, who)
    table.page.eval_on_selector('#hand .grp[data-ok="0"]', "group => group.click()")
    style = table.page.evaluate(
        "(s => [s.animationName, s.animationDuration])(getComputedStyle(document.querySelector('#toast .toast')))"
    )
    assert style == (["none", "0s"] if who else ["toast-in", "0.22s"])


def still(table, who):
    """The system or the page's setting asks for less motion."""
    if STILL[who]:
        table.page.evaluate(STILL[who])
    else:
        table.page.emulate_media(reduced_motion="reduce")
