"""Names that are markup, templates, formats or turn the line around: whatever is in them, they stay words everywhere.

No form takes such names, so they are written into the database. A new place is one line of `PLACES`.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.backstage import Backstage
from tests.browser.person import DESKTOP, Person
from tests.browser.screens import STILL, pick
from tests.browser.server import Server

NAMES = {
    "markup": "<img src=x onerror=\"pwned=1\"><svg onload='pwned=2'>\"'><script>pwned=3</script>&lt;b&gt;",
    "formats": "{{7777*7777}}{% now %}${7777*7777}#{7777*7777} %s %(name)s %d {0} {name} \\u003cb\\u003e",
    "bidi": "\u202eevil\u202d \u2066가\u200b\u200c\ufeff나 שלום",
    "long": "긴 이름" * 30 + "w" * 60,
}
TURN = "\u202e"

MADE = """() => [...document.querySelectorAll(
  'img[src="x"], [onerror], [onload], body script:not([src]), iframe, object, embed')].map(e => e.outerHTML)"""
"""Elements that only a name could have made."""

NOT_ALONE = """turn => {
  const found = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode, name = text.data.trim();
    if (!name.includes(turn) || text.parentElement.closest('script, style, template, title, option, .vh')) continue;
    let box = text.parentElement;
    while (!/isolate|plaintext/.test(getComputedStyle(box).unicodeBidi)) box = box.parentElement;
    if (text.parentElement.closest('svg text')) continue;  // a picture's words are lines of their own
    if (box.textContent.trim() !== name) found.push(`${box.tagName}.${box.className}: ${box.textContent.trim()}`);
  }
  return found;
}"""
"""Where a name shares its line with other words and could turn them around: the next box that keeps directions apart
holds more than the name."""

OUTSIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => `${e.tagName}.${e.className}`)"""
"""What reaches out of a window that can be scrolled sideways."""


class Place(NamedTuple):
    """Where names show: which room's, who looks (`host`, `ada` the administrator, None for nobody), at which path."""

    name: str
    room: str
    who: str | None
    path: str
    then: Callable[[Page], None] | None = None


def open_log(page: Page) -> None:
    if page.locator(".side-open").is_visible():
        page.locator(".side-open").click()


PLACES = [
    Place("lobby", "waiting", "host", "/"),
    Place("account", "waiting", "host", "/accounts/settings/"),
    Place("waiting-room", "waiting", "host", "/r/{code}/"),
    Place("chat", "choice", "host", "/r/{code}/", lambda page: page.locator("#chat-log li").last.wait_for()),
    Place(
        "admin-chat",
        "waiting",
        "ada",
        "{lines}",
        lambda page: page.locator("#result_list th a").first.click(),
    ),
    Place("people", "waiting", "host", "/r/{code}/people/"),
    Place("invitation", "waiting", None, "{invitation}"),
    Place("invitation-known", "waiting", "stranger", "{invitation}"),
    Place("draw", "draw", "host", "/r/{code}/"),
    Place("turn", "choice", "host", "/r/{code}/", pick),
    Place("log", "eight", "host", "/r/{code}/", open_log),
    Place("wait", "wait", "host", "/r/{code}/"),
    Place("revolution", "declared", "host", "/r/{code}/"),
    Place("tax", "tax", "host", "/r/{code}/"),
    Place("round", "round", "host", "/r/{code}/"),
    Place("final", "final", "host", "/r/{code}/"),
    Place("standings", "final", "host", "/r/{code}/standings/"),
    Place("match", "final", "host", "{played}"),
    Place("replay", "final", "host", "{played}replay/?step=60"),
    Place("replay-seat", "final", "host", "{played}replay/?step=60&as=1"),
    Place("replay-end", "final", "host", "{played}replay/?step=9999"),
    Place("shared", "final", None, "{shared}"),
    Place("shared-replay", "final", None, "{shared}replay/?step=61"),
    Place("admin-users", "waiting", "ada", "/admin/accounts/user/"),
    Place("admin-user", "waiting", "ada", "{user}"),
    Place("admin-rooms", "waiting", "ada", "/admin/rooms/room/"),
    Place("admin-room", "waiting", "ada", "{room}"),
    Place("admin-matches", "final", "ada", "/admin/game/match/"),
    Place("admin-match", "final", "ada", "{match}"),
    Place("admin-running", "choice", "ada", "{match}"),
]


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


class Rooms:
    """The rooms of the places, made when first asked for; everybody in them has the name of the moment."""

    def __init__(self, browser: Browser, server: Server, backstage: Backstage) -> None:
        self.browser, self.server, self.backstage = browser, server, backstage
        self._rooms: dict[str, dict[str, str]] = {}
        self._people: dict[str | None, Person] = {}

    def room(self, scene: str) -> dict[str, str]:
        """The code of a room and the paths that belong to it."""
        if scene not in self._rooms:
            host = f"host{scene}"
            self.backstage("user", username=host, name=f"주인{len(self._rooms)}")
            if scene == "waiting":
                made = self.backstage("room", name="방", host=host, bots=2)
            else:
                made = {"code": self.backstage("scene", name=scene, viewer=host, bots=True)}
            if scene == "final":
                made["played"] = f"/m/{self.backstage('match_of', code=made['code'])}/"
                made["shared"] = self.backstage("share", code=made["code"])
            self._rooms[scene] = {**made, **self.backstage("admin_paths", code=made["code"])}
        return self._rooms[scene]

    def person(self, who: str | None, scene: str) -> Person:
        """Somebody at a browser; the same each time."""
        username = f"host{scene}" if who == "host" else who
        if username not in self._people:
            session = username and self.backstage(
                "user", username=username, name=f"손님{len(self._people)}", admin=who == "ada"
            )
            self._people[username] = Person(self.browser, self.server.url, size=DESKTOP, session=session)
            self._people[username].page.on(
                "dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}")
            )
        return self._people[username]

    def close(self) -> None:
        for person in self._people.values():
            person.close()


@pytest.fixture(scope="module")
def rooms(browser: Browser, server: Server, backstage: Backstage):
    made = Rooms(browser, server, backstage)
    yield made
    made.close()


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("place", PLACES, ids=[place.name for place in PLACES])
def test_s70_a_name_is_inert_wherever_it_shows(rooms: Rooms, place: Place, kind: str) -> None:
    name, room = NAMES[kind], rooms.room(place.room)
    person = rooms.person(place.who, place.room)
    rooms.backstage("rename_all", code=room["code"], text=name)
    person.go(place.path.format(**room))
    page = person.page
    if place.then:
        place.then(page)
    page.wait_for_timeout(150)
    shown = page.evaluate(
        "() => document.body.textContent + [...document.querySelectorAll('input')].map(i => i.value)"
    )
    assert name in shown
    assert page.evaluate("typeof pwned") == "undefined"
    assert page.evaluate(MADE) == []
    assert str(7777 * 7777) not in page.title()
    assert page.evaluate("document.head.querySelectorAll('img, svg').length") == 0
    if kind == "bidi" and not place.path.startswith("/admin") and place.who != "ada":
        assert page.evaluate(NOT_ALONE, TURN) == []
    if place.who != "ada":
        assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("kind", NAMES)
def test_s70_a_name_is_inert_where_scripts_write_it(rooms: Rooms, kind: str) -> None:
    """Notices, the read-out text and the title of the window take words from the server as text."""
    name, room = NAMES[kind], rooms.room("choice")
    person = rooms.person("host", "choice")
    rooms.backstage("rename_all", code=room["code"], text=name)
    person.go(f"/r/{room['code']}/")
    page = person.page
    modules = page.evaluate("document.querySelector('script[src*=\"all-room\"]').src")
    assert modules
    page.evaluate(
        """name => { const item = document.createElement('div'); item.className = 'toast';
        item.append(document.createElement('span')); item.firstChild.textContent = name;
        document.getElementById('toast').append(item);
        document.dispatchEvent(new CustomEvent('table:after', { detail: { text: '', cues: [] } })); }""",
        name,
    )
    page.wait_for_timeout(200)
    assert name in page.inner_text("#toast") and name.strip() in page.evaluate(
        "document.getElementById('say').textContent"
    )
    assert page.evaluate("typeof pwned") == "undefined" and page.evaluate(MADE) == []


@pytest.mark.parametrize("kind", NAMES)
def test_s70_an_invitation_shown_by_a_chat_is_words(rooms: Rooms, kind: str) -> None:
    name, room = NAMES[kind], rooms.room("waiting")
    rooms.backstage("rename_all", code=room["code"], text=name)
    person = rooms.person(None, "waiting")
    person.go(room["invitation"])
    shown = person.page.evaluate(
        "property => document.querySelector(`meta[property='${property}']`).content", "og:title"
    )
    assert shown == name
    about = person.page.evaluate("document.querySelector(`meta[property='og:description']`).content")
    assert name in about and person.page.evaluate(MADE) == []


@pytest.mark.parametrize("kind", NAMES)
def test_s70_an_export_is_json_with_the_name_as_it_is(rooms: Rooms, kind: str) -> None:
    name, room = NAMES[kind], rooms.room("final")
    rooms.backstage("rename_all", code=room["code"], text=name)
    players = rooms.backstage("exported", code=room["code"])["players"]
    assert {player["name"] for player in players} == {name}
