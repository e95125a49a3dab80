"""Sounds are soft, short and of the right moment; vibration and title follow the same questions."""

import pytest

from game.bots import easy
from game.engine.actions import Origin
from game.engine.events import Passed, RevolutionDeclared, RoundEnded, SetPlayed, TaxTaken, TrickWon, WentOut
from game.engine.observation import observe_public, observe_seat
from game.engine.rules import apply
from tests.rendering.scenes import NOW, Scene
from tests.scripts.moments import change, declaring, is_great

LENGTHS_MS = {
    "turn": 180, "play": 60, "others": 60, "pass": 90, "trick": 220, "tick": 25, "out": 352, "first": 542,
    "tax": 480, "revolution": 532, "great": 1900, "result": 810, "error": 165, "chat": 70, "lost": 351, "back": 351,
}  # fmt: skip
LOUDEST_LUFS, SOFTEST_LUFS, PEAK = -18, -40, 0.45

MEASURE = """async name => {
  const { CUES, schedule } = await import('/static/js/table/sounds.js');
  const rate = 48000, audio = new OfflineAudioContext(2, rate * 3, rate), sum = audio.createGain();
  const ends = schedule(audio, sum, name, 0);
  // ITU-R BS.1770: the filters for 48 kHz, in the second channel; the first is the sound as it is
  const shelf = audio.createIIRFilter([1.53512485958697, -2.69169618940638, 1.19839281085285],
    [1, -1.69065929318241, 0.73248077421585]);
  const high = audio.createIIRFilter([1, -2, 1], [1, -1.99004745483398, 0.99007225036621]);
  const merger = audio.createChannelMerger(2);
  sum.connect(merger, 0, 0);
  sum.connect(shelf).connect(high).connect(merger, 0, 1);
  merger.connect(audio.destination);
  const buffer = await audio.startRendering();
  const plain = buffer.getChannelData(0), weighed = buffer.getChannelData(1);
  let peak = 0, last = 0;
  plain.forEach((value, at) => { const x = Math.abs(value); peak = Math.max(peak, x); if (x > 0.0004) last = at; });
  const block = rate * 0.4;
  let loudest = 0;
  for (let start = 0; start + block <= weighed.length; start += rate / 100) {
    let power = 0;
    for (let at = start; at < start + block; at += 1) power += weighed[at] ** 2;
    loudest = Math.max(loudest, power / block);
  }
  return { peak, ends: Math.round(ends * 1000), last: Math.round(last / rate * 1000),
    lufs: -0.691 + 10 * Math.log10(loudest), names: Object.keys(CUES) };
}"""

LISTEN = """() => {
  window.heard = []; window.starts = []; window.buzzes = [];
  const base = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {},
    setTargetAtTime() { window.heard.push('stop') } };
  const node = () => ({ connect: other => other, disconnect() {}, start(at) { window.starts.push(at) }, stop() {},
    gain: base, frequency: base });
  window.AudioContext = class {
    state = 'suspended'; sampleRate = 100; destination = node(); now = 0;
    constructor() { window.audio = this; }
    get currentTime() { return this.now; }
    resume() { this.state = 'running'; return Promise.resolve(); }
    createGain() { return node(); } createOscillator() { return node(); } createBufferSource() { return node(); }
    createBiquadFilter() { return node(); } createBuffer() { return { length: 50, copyToChannel() {} }; }
  };
  navigator.vibrate = length => { window.buzzes.push(length); return true; };
}"""
"""Stands in for the loudspeaker and the motor."""


@pytest.mark.parametrize("name", LENGTHS_MS)
def test_every_cue_is_soft_and_as_long_as_it_should_be(open_table, name):
    page = open_table("follow", keep_closed=True).page
    cue = page.evaluate(MEASURE, name)
    assert SOFTEST_LUFS <= cue["lufs"] <= LOUDEST_LUFS, cue
    assert 0.01 < cue["peak"] <= PEAK, cue
    assert cue["ends"] == pytest.approx(LENGTHS_MS[name], abs=1)
    assert LENGTHS_MS[name] * 0.4 < cue["last"] <= LENGTHS_MS[name] + 1, cue


def test_there_is_a_length_for_every_cue(open_table):
    page = open_table("follow", keep_closed=True).page
    assert set(page.evaluate(MEASURE, "play")["names"]) == set(LENGTHS_MS)


def test_ones_own_set_is_louder_than_that_of_others(open_table):
    page = open_table("follow", keep_closed=True).page
    assert page.evaluate(MEASURE, "play")["lufs"] > page.evaluate(MEASURE, "others")["lufs"] + 3


@pytest.fixture
def awake(open_table):
    """Opens a scene, presses once somewhere, and returns the table; `heard(table)` tells what sounded since."""

    def open_(scene, *, press=True):
        table = open_table(scene)
        table.page.evaluate(LISTEN)
        # what is asked for is written down before it becomes notes
        table.page.evaluate("""async () => {
          const { CUES } = await import('/static/js/table/sounds.js');
          for (const name of Object.keys(CUES)) {
            const parts = CUES[name];
            Object.defineProperty(CUES, name, { get() {
              if (window.heard.at(-1) !== name) window.heard.push(name);
              return parts;
            }});
          }
        }""")
        if press:
            table.page.click("#hand h2" if table.page.is_visible("#hand h2") else "h1")
            table.until("window.audio !== undefined")
        table.page.evaluate("window.heard.length = 0")
        return table

    return open_


def heard(table):
    """What sounded since the last look."""
    names = table.page.evaluate("window.heard.splice(0)")
    return list(dict.fromkeys(names))


def tell(table, found, viewer):
    """Send the second moment of a change to a viewer of the first."""
    table.page.evaluate("window.audio && (window.audio.now += 5)")
    table.send(table.told(found.after.seen_by(viewer)))


def test_nothing_sounds_before_the_first_press(awake):
    found = change(SetPlayed, when=lambda c: len(c.after.events) == 1)
    table = awake(found.before.seen_by(0), press=False)
    tell(table, found, 0)
    assert heard(table) == [] and not table.page.evaluate("window.audio !== undefined")


PLAYED = change(SetPlayed, when=lambda c: len(c.after.events) == 1)
CASES = [
    ("play", PLAYED, lambda c: c.before.public.current, ["play"]),
    ("others", PLAYED, lambda c: (c.after.public.current + 1) % 6, ["others"]),
    ("turn", PLAYED, lambda c: c.after.public.current, ["others", "turn"]),
    ("pass", change(Passed, when=lambda c: len(c.after.events) == 1), lambda c: None, ["pass"]),
    ("trick", change(TrickWon), lambda c: None, ["pass", "trick"]),
    ("first", change(WentOut), lambda c: None, ["others", "first"]),
    ("out", change(WentOut, when=lambda c: c.after.events[1].place == 3), lambda c: None, ["others", "out"]),
    ("result", change(RoundEnded), lambda c: None, ["others", "out", "result"]),
    ("tax", change(TaxTaken), lambda c: c.after.public.order[2], ["tax"]),
    ("owed", change(TaxTaken), lambda c: c.after.public.order[0], ["tax", "turn"]),
    (
        "revolution",
        change(RevolutionDeclared, choose=declaring, when=lambda c: not is_great(c)),
        lambda c: next(s for s in range(6) if s != c.after.public.current),
        ["revolution"],
    ),
    (
        "great",
        change(RevolutionDeclared, choose=declaring, when=is_great),
        lambda c: next(s for s in range(6) if s != c.after.public.current),
        ["great"],
    ),
]


@pytest.mark.parametrize(("found", "viewer", "wanted"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_frame_sounds_as_what_it_tells(awake, found, viewer, wanted):
    seat = viewer(found)
    table = awake(found.before.seen_by(seat))
    tell(table, found, seat)
    assert heard(table) == wanted
    table.send(table.snapshot())
    assert heard(table) == []
    assert table.page.evaluate("window.buzzes") == ([60] if "turn" in wanted else [])


def test_switches_turn_sound_and_vibration_off(awake):
    table = awake(PLAYED.before.seen_by(PLAYED.after.public.current))
    table.page.evaluate("Object.assign(document.documentElement.dataset, { sound: 'off', vib: 'off' })")
    tell(table, PLAYED, PLAYED.after.public.current)
    assert heard(table) == [] and table.page.evaluate("window.buzzes") == []


def test_a_burst_of_frames_leaves_only_the_newest(awake):
    table = awake(PLAYED.before.seen_by(0))
    told = table.told(PLAYED.after.seen_by(0))
    table.sockets[-1].send(told)
    scene = PLAYED.after
    for _ in range(4):
        current = observe_public(scene.match).current
        step = apply(
            scene.match, current, easy.choose(observe_seat(scene.match, current)), origin=Origin.BOT, at=NOW
        )
        scene = Scene(step.match, step.events, 0)
        table.sockets[-1].send(table.told(scene))
    table.wait(150)
    names = table.page.evaluate("window.heard")
    assert names.count("stop") == 4


def test_many_sounds_at_once_are_never_more_than_three(awake):
    table = awake(PLAYED.before.seen_by(0))
    for _ in range(6):
        table.page.evaluate("document.dispatchEvent(new CustomEvent('table:chat'))")
    assert table.page.evaluate("window.heard.filter(name => name === 'stop').length") == 3


def test_seconds_refusals_talk_and_the_line_are_heard(awake):
    table = awake("follow")
    second = "left => document.dispatchEvent(new CustomEvent('table:second', { detail: left }))"
    for left in (7, 6):
        table.page.evaluate(second, left)
    assert heard(table) == []
    table.page.evaluate(second, 5)
    assert heard(table) == ["tick"]
    table.page.evaluate(second, 0)
    assert heard(table) == []
    table.page.eval_on_selector('#hand .grp[data-ok="0"]', "group => group.click()")
    table.wait(50)
    assert heard(table) == ["error"]
    table.page.evaluate("document.dispatchEvent(new CustomEvent('table:chat'))")
    assert heard(table) == ["chat"]
    table.page.evaluate("window.audio.now += 5")
    table.page.context.set_offline(True)
    table.page.evaluate("dispatchEvent(new Event('offline'))")
    table.wait(50)
    assert heard(table) == ["lost"]
    table.page.context.set_offline(False)
    table.page.evaluate("window.audio.now += 5; delete document.documentElement.dataset.net")
    table.wait(50)
    assert heard(table) == ["back"]


def test_others_seconds_make_no_sound(awake):
    table = awake("wait")
    table.page.evaluate("document.dispatchEvent(new CustomEvent('table:second', { detail: 3 }))")
    assert heard(table) == []


def test_seconds_are_told_once_each(open_table):
    table = open_table("follow")
    table.page.clock.install()
    table.page.evaluate("""() => {
      window.seconds = [];
      document.addEventListener('table:second', event => window.seconds.push(event.detail));
    }""")
    table.send(table.snapshot())
    table.page.clock.run_for(3000)
    assert len(table.page.evaluate("window.seconds")) == len(set(table.page.evaluate("window.seconds")))
