"""Whoever looks elsewhere is told that the table waits: by the title of the tab, and if allowed by a notification."""

import pytest
from msgspec.structs import replace

from game.engine.actions import ConfirmHand, Origin, Pass
from game.engine.events import TaxTaken
from game.engine.observation import observe_public
from game.engine.rules import apply
from tests.rendering.scenes import NOW, Scene
from tests.scripts.moments import change

STAND_IN = """permission => {
  window.notes = []; window.asked = 0;
  window.Notification = class {
    static permission = permission;
    static async requestPermission() { window.asked += 1; return Notification.permission = window.answer; }
    constructor(title, options) {
      if (window.isAndroid) throw new TypeError('Illegal constructor');
      Object.assign(this, { title, options, isOpen: true });
      window.notes.push(this);
    }
    close() { this.isOpen = false; }
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { async getRegistration() {
    return window.isAndroid && {
      async showNotification(title, options) {
        window.notes.push({ title, options, isOpen: true, close() { this.isOpen = false; } });
      },
      async getNotifications({ tag }) { return window.notes.filter(note => note.isOpen && note.options.tag === tag); },
    };
  } } });
  window.sight = hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
}"""
NOTES = "window.notes.map(({ title, options, isOpen }) => ({ title, options, isOpen }))"
NAME = "table"


@pytest.fixture
def my_turn(open_table):
    """Opens the page of whoever is next, with a stand-in for notifications; `come` brings the turn, `go` takes it."""

    def open_(permission="default", *, notify=""):
        table = open_table("follow")
        first = table.scene
        step = apply(first.match, first.viewer, Pass(), origin=Origin.PLAYER, at=NOW)
        viewer = observe_public(step.match).current
        table.show(replace_viewer(first, viewer))
        table.page.evaluate(STAND_IN, permission)
        if notify:
            table.page.evaluate("value => { document.documentElement.dataset.notify = value }", notify)
        came = Scene(step.match, step.events, viewer)
        gone = apply(step.match, viewer, Pass(), origin=Origin.PLAYER, at=NOW)
        table.come = lambda: table.send(table.told(came))
        table.go = lambda: table.send(table.told(Scene(gone.match, gone.events, viewer)))
        return table

    return open_


def replace_viewer(scene, viewer):
    """The same moment seen by another, as a snapshot."""
    return Scene(scene.match, (), viewer)


def hide(table):
    """The page goes out of sight, and has fetched what it needs there."""
    table.page.evaluate("window.sight(true)")
    table.wait(400)


def notes(table):
    """The notifications so far."""
    table.wait(50)
    return table.page.evaluate(NOTES)


def test_the_title_marks_a_turn_a_tax_and_a_hand_to_look_at(open_table):
    marked = {name: open_table(name).page.title() for name in ("follow", "lead", "tax", "plain")}
    assert marked == {
        "follow": "● 내 차례예요",
        "lead": "● 내 차례예요",
        "tax": "● 모두 나를 기다려요",
        "plain": "● 모두 나를 기다려요",
    }


@pytest.mark.parametrize("name", ["wait", "watch", "taxed", "round", "final", "away", "out"])
def test_the_title_is_the_pages_own_while_nothing_is_asked(open_table, name):
    assert open_table(name).page.title() == NAME


def test_the_title_follows_the_turn_and_the_line(my_turn):
    table = my_turn()
    assert table.page.title() == NAME
    table.come()
    assert table.page.title() == "● 내 차례예요"
    table.page.evaluate("document.documentElement.dataset.net = 'off'")
    table.wait(20)
    assert table.page.title() == NAME
    table.page.evaluate("delete document.documentElement.dataset.net")
    table.wait(20)
    assert table.page.title() == "● 내 차례예요"
    table.go()
    assert table.page.title() == NAME


def test_a_new_name_of_the_page_waits_for_the_end_of_the_question(open_table):
    table = open_table("follow")
    table.page.evaluate("import('/static/js/table/title.js').then(({ nameTab }) => nameTab('<b>새 이름'))")
    table.wait(50)
    assert table.page.title() == "● 내 차례예요"
    table.show(table.scene.seen_by(None))
    assert table.page.title() == "<b>새 이름"


def test_a_turn_out_of_sight_is_notified_once_and_withdrawn_when_it_is_over(my_turn):
    table = my_turn("granted", notify="on")
    hide(table)
    assert notes(table) == []
    table.come()
    table.send(table.snapshot())
    (note,) = notes(table)
    assert note["title"] == "내 차례예요" and note["isOpen"]
    assert note["options"]["tag"] == f"kings-{table.table.match}"
    assert note["options"]["data"] == {"url": "/r/K7MW3D/"}
    assert set(note["options"]) <= {"tag", "renotify", "lang", "data", "body", "icon"}
    assert note["options"]["body"] == "주말 가족방"
    table.go()
    assert [note["isOpen"] for note in notes(table)] == [False]


def test_a_tax_out_of_sight_is_notified_without_a_card(open_table):
    taxed = change(TaxTaken)
    king = taxed.after.public.order[0]
    table = open_table(taxed.before.seen_by(king))
    table.page.evaluate(STAND_IN, "granted")
    table.page.evaluate("document.documentElement.dataset.notify = 'on'")
    hide(table)
    table.send(table.told(taxed.after.seen_by(king)))
    (note,) = notes(table)
    assert (note["title"], note["options"]["body"]) == ("모두 나를 기다려요", "주말 가족방")


def test_a_look_at_ones_hand_is_notified_when_all_others_are_done(open_table):
    scene = open_table("plain").scene
    table = open_table(scene)
    table.page.evaluate(STAND_IN, "granted")
    table.page.evaluate("document.documentElement.dataset.notify = 'on'")
    hide(table)
    match, said = scene.match, []
    for seat in scene.public.owing:
        if seat != scene.viewer:
            match = apply(match, seat, ConfirmHand(), origin=Origin.PLAYER, at=NOW).match
            table.send(table.told(Scene(match, (), scene.viewer)))
            said.append([note["title"] for note in notes(table)])
    assert said == [[]] * (len(said) - 1) + [["모두 나를 기다려요"]] and len(said) > 1


def test_coming_back_withdraws_it(my_turn):
    table = my_turn("granted", notify="on")
    hide(table)
    table.come()
    assert [note["isOpen"] for note in notes(table)] == [True]
    table.page.evaluate("window.sight(false)")
    assert [note["isOpen"] for note in notes(table)] == [False]
    assert table.page.locator(".offer").count() == 0


def test_a_press_on_it_brings_the_tab_back(my_turn):
    table = my_turn("granted", notify="on")
    hide(table)
    table.come()
    table.wait(50)
    table.page.evaluate("window.focus = () => { window.focused = true }; window.notes[0].onclick()")
    assert table.page.evaluate("window.focused") is True
    assert [note["isOpen"] for note in notes(table)] == [False]


def test_where_only_a_service_worker_may_notify_it_does(my_turn):
    table = my_turn("granted", notify="on")
    table.page.evaluate("window.isAndroid = true")
    hide(table)
    table.come()
    assert [(note["title"], note["isOpen"]) for note in notes(table)] == [("내 차례예요", True)]
    table.go()
    assert [note["isOpen"] for note in notes(table)] == [False]


@pytest.mark.parametrize(("permission", "notify"), [("granted", ""), ("denied", "on"), ("default", "on")])
def test_nothing_is_notified_without_the_switch_and_the_permission(my_turn, permission, notify):
    table = my_turn(permission, notify=notify)
    hide(table)
    table.come()
    assert notes(table) == []


def test_a_turn_in_sight_is_not_notified(my_turn):
    table = my_turn("granted", notify="on")
    hide(table)
    table.page.evaluate("window.sight(false)")
    table.come()
    assert notes(table) == []


def test_names_are_inert_in_a_notification(my_turn):
    table = my_turn("granted", notify="on")
    table.table = replace(table.table, room_name="가족<img src=x>\u202egnp.\u200b방")
    table.send(table.snapshot())
    hide(table)
    table.come()
    assert notes(table)[0]["options"]["body"] == "가족<img src=x>gnp.방"


def missed(table):
    """A turn comes while the page is out of sight, and the person comes back."""
    hide(table)
    table.come()
    table.page.evaluate("window.sight(false)")
    table.wait(50)


def test_it_is_offered_after_a_turn_was_missed_and_asked_for_on_a_press_alone(my_turn):
    table = my_turn()
    assert table.page.locator(".offer").count() == 0
    missed(table)
    assert table.text(".offer") == "내 차례를 알림으로 받기"
    assert table.page.evaluate("window.asked") == 0
    table.page.evaluate("window.answer = 'granted'")
    table.page.click(".offer .btn.sm")
    table.until("document.documentElement.dataset.notify === 'on'")
    assert table.page.evaluate("window.asked") == 1
    assert table.page.evaluate("localStorage.getItem('kings-notify')") == "on"
    assert table.page.locator(".offer").count() == 0


def test_a_refusal_of_the_browser_is_explained_and_not_kept(my_turn):
    table = my_turn()
    missed(table)
    table.page.evaluate("window.answer = 'denied'")
    table.page.click(".offer .btn.sm")
    table.until("document.getElementById('toast').textContent.includes('알림이 막혀 있어요')")
    assert table.page.evaluate("document.documentElement.dataset.notify") is None


def test_who_puts_the_offer_away_is_not_offered_it_again(my_turn):
    table = my_turn()
    missed(table)
    table.page.click(".offer .btn.icon")
    assert table.page.locator(".offer").count() == 0
    table.go()
    table.page.evaluate("window.sight(true)")
    table.send(table.snapshot())
    table.page.evaluate("window.sight(false)")
    assert table.page.locator(".offer").count() == 0
    assert table.page.evaluate("window.asked") == 0


@pytest.mark.parametrize("permission", ["granted", "denied"])
def test_nothing_is_offered_where_the_browser_has_its_answer(my_turn, permission):
    table = my_turn(permission)
    missed(table)
    assert table.page.locator(".offer").count() == 0


def test_nothing_is_offered_if_no_turn_came(my_turn):
    table = my_turn()
    hide(table)
    table.page.evaluate("window.sight(false)")
    assert table.page.locator(".offer").count() == 0


def test_the_switch_of_the_settings_asks_the_browser(my_turn):
    table = my_turn()
    table.page.click("[data-open='#settings']")
    table.wait(300)
    switch = table.page.locator("#settings [name=notify]")
    table.page.evaluate("window.answer = 'denied'")
    switch.evaluate("box => box.click()")
    table.wait(50)
    assert table.page.evaluate("window.asked") == 1
    assert table.page.evaluate("document.documentElement.dataset.notify") is None
    assert not switch.is_checked()
