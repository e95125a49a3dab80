"""Four people in one room, two of them guests, one who watches; one line fails all the time, one laptop is closed."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.backstage import Backstage
from tests.browser.line import Line
from tests.browser.listening import heard, listen
from tests.browser.person import DESKTOP, LOST, PHONE, SMALL, Person
from tests.browser.server import Server
from tests.browser.table import Table

Make = Callable[..., Person]
CLOSED, OPENED = 15, 60  # when, in looks at the tables, the laptop's lid is closed and opened


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "150", "BOT_DELAY_ALONE_MS": "150"}


@pytest.fixture
def laptop_line(server: Server) -> Iterator[Line]:
    """The network of the laptop that will be closed."""
    relay = Line(server.port)
    yield relay
    relay.close()


def come_by_link(guest: Person, link: str, name: str, code: str) -> None:
    """Join with a nickname only."""
    guest.page.goto(guest.url + link)
    guest.page.locator("main [name=display_name]").press_sequentially(name)
    guest.page.locator("main form:has([name=display_name]) button.wide").click()
    guest.page.wait_for_url(f"**/r/{code}/")


def freeze(person: Person, state: str) -> None:
    """The page's life cycle as a browser sees it when the lid is closed (`frozen`) and opened (`active`)."""
    person.context.new_cdp_session(person.page).send("Page.setWebLifecycleState", {"state": state})


def test_four_friends_end_with_the_same_table_and_nothing_said_twice(
    person: Make, backstage: Backstage, line: Line, laptop_line: Line
) -> None:
    host = person(size=DESKTOP, session=backstage("user", username="friendone", name="하나"))
    room = backstage(
        "room",
        name="네 친구",
        host="friendone",
        options={"rounds": 1, "removeHighCards": True, "turnSeconds": 15},
    )
    code, link = room["code"], room["invitation"]
    phone = person(size=PHONE, line=line, language="ko")
    laptop = person(size=SMALL, line=laptop_line, language="ko")
    watcher = person(size=PHONE, session=backstage("user", username="friendfour", name="넷"))
    for shaky in (phone, laptop):
        shaky.excuse(*LOST, r"status of 5\d\d")
    host.go(f"/r/{code}/")
    come_by_link(phone, link, "둘이", code)
    come_by_link(laptop, link, "셋이", code)
    host.page.locator("#add-bot").click()
    expect(host.page.locator("#members .chip")).to_have_text("4 / 8")
    for somebody in (host, phone, laptop):
        listen(somebody.page)
    host.page.locator("#start").click()
    watcher.page.goto(watcher.url + link)
    watcher.page.locator("main form button.wide").click()
    watcher.page.wait_for_url(f"**/r/{code}/")
    listen(watcher.page)

    players = [Table(who.page) for who in (host, phone, laptop)]
    watching = Table(watcher.page)
    assert watching.when("the table", stage="table")["me"] == ""
    for turn in range(4000):
        if players[0].read()["final"]:
            break
        for table in players[:2] if CLOSED <= turn < OPENED else players:
            now = table.read()
            if now["mode"] in {"rev", "tax", "play"} and not now["busy"] and not now["inert"]:
                act(table, now)
        shake(turn, phone, line)
        if turn == CLOSED:  # no goodbye, just silence
            freeze(laptop, "frozen")
            laptop_line.hold()
        elif turn == OPENED:
            laptop_line.resume()
            freeze(laptop, "active")
        host.page.wait_for_timeout(50)
    phone.context.set_offline(False)
    line.resume()
    assert turn > CLOSED
    laptop_line.resume()
    freeze(laptop, "active")

    final = players[0].when("the end", final=True)
    for table in (*players[1:], watching):
        table.when("the same end", seconds=40, final=True, version=final["version"])
        assert public_log(table) == public_log(players[0])
    assert backstage("match", code=code)["version"] == final["version"]

    expected = " ".join(backstage("spoken", code=code))
    for somebody in (host, phone, laptop, watcher):
        said = " ".join(heard(somebody.page))
        for sentence in set(re.findall(r"\S+ 님, [^.]*\. \d+장 남음\.", expected)):
            assert said.count(sentence) <= expected.count(sentence), f"said twice: {sentence}"
    # Who was there all the time heard every play.
    for sentence in re.findall(r"\S+ 님, [^.]*\. \d+장 남음\.", expected):
        assert sentence in " ".join(heard(host.page))


def public_log(table: Table) -> list[str]:
    """The lines of the log that are the same for everybody: not those of taxes, whose parties read more."""
    lines = table.page.locator("#log li").all_text_contents()
    return [" ".join(line.split()) for line in lines if "→" not in line]


def act(table: Table, now: dict[str, object]) -> None:
    """Answer what is asked without waiting for what comes of it: the line may be down."""
    if now["mode"] == "tax":
        table.page.locator("[data-suggest]").click()
    elif now["mode"] == "play":
        hand = now["hand"]
        assert isinstance(hand, list)
        playable = [group["rank"] for group in hand if group["ok"] == "1"]
        if not playable:
            table.page.locator("#no").click()
            return
        group = table.page.locator(f"#g{max(playable)}")
        if group.get_attribute("aria-pressed") != "true":
            group.click()
    go = table.page.locator("#go")
    if go.is_enabled():
        go.click()


def shake(turn: int, phone: Person, line: Line) -> None:
    """The phone's network: away for a while, then slow by three seconds, then well, and again."""
    match turn % 120:
        case 10:
            phone.context.set_offline(True)
        case 30:
            phone.context.set_offline(False)
        case 35:
            line.hold()
        case 80:
            line.resume()
