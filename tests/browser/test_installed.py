"""The installed app in a real Chromium: what it shows without a network, and what it keeps."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.backstage import Backstage
from tests.browser.line import Line
from tests.browser.person import Person
from tests.browser.server import ROOT, Server, fresh_var
from tests.browser.tables import at_the_table

Make = Callable[..., Person]

READY = (
    "navigator.serviceWorker.ready.then(r => r.active.state === 'activated' || new Promise(done => r.active"
)
READY += ".addEventListener('statechange', e => e.target.state === 'activated' && done(true))))"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map(r => new URL(r.url).pathname);
  return found;
}"""
PAGE = re.compile(r"^/offline/$|^/static/[0-9a-f]{16}/[\w./-]+\.(css|js|svg|ico|png)$")


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return {"BOT_DELAY_MS": "86400000"}


def installed(page: Page) -> None:
    """Wait until the worker of this page has all it needs."""
    assert page.evaluate(READY)


def kept(page: Page) -> dict[str, list[str]]:
    """The paths in each cache of the site."""
    return page.evaluate(KEPT)  # type: ignore[no-any-return]


def says_no_connection(page: Page) -> None:
    expect(page.locator("h1")).to_contain_text("No connection")
    assert page.locator("#stage, #hand, #live, .card").count() == 0
    assert "서버에 안전하게" in page.inner_text("main") and "safe on the server" in page.inner_text("main")
    assert page.evaluate("getComputedStyle(document.querySelector('.panel')).borderRadius") != "0px"


def test_chromium_would_install_it(person: Make) -> None:
    visitor = person()
    visitor.go("/")
    installed(visitor.page)
    session = visitor.context.new_cdp_session(visitor.page)
    found: dict[str, Any] = session.send("Page.getAppManifest")
    assert not found["errors"] and json.loads(found["data"])["name"] == "왕과 농노"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Test browsers are private windows, where nothing can be installed.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_without_a_network_there_is_an_honest_page_and_never_a_table(
    person: Make, backstage: Backstage, line: Line
) -> None:
    player, table, code = at_the_table(person, backstage, "choice", "오프라인", line=line)
    page = player.page
    player.excuse(r"net::ERR_", r"WebSocket connection to .* failed", r"\[object Event\] .*htmx")
    installed(page)
    hand = table.read()["hand"]
    line.cut()
    for path in (f"/r/{code}/", "/"):
        player.go(path)
        assert page.url == player.url + path
        says_no_connection(page)
    player.go(f"/r/{code}/")
    says_no_connection(page)
    line.resume()
    page.locator("#stage").wait_for()
    back = table.when("the live table, by itself", stage="table", hand=hand)
    assert back["mode"] == "play"
    player.until(lambda: any('id="pong"' in frame for frame in player.frames), "a socket")


def test_the_page_goes_on_when_the_browser_hears_of_a_network(person: Make) -> None:
    visitor = person()
    visitor.go("/rules/")
    installed(visitor.page)
    visitor.excuse(r"net::ERR_")
    visitor.context.set_offline(True)
    visitor.page.reload()
    says_no_connection(visitor.page)
    visitor.context.set_offline(False)
    expect(visitor.page.locator("h1")).to_have_text("규칙 보기")
    assert visitor.page.url.endswith("/rules/")


def test_only_static_files_and_that_page_are_kept_and_nothing_after_logging_out(
    person: Make, backstage: Backstage
) -> None:
    player, _table, code = at_the_table(person, backstage, "choice", "나가는이")
    page = player.page
    installed(page)
    for path in (f"/r/{code}/", "/", "/accounts/settings/", "/rooms/new/", f"/r/{code}/people/", "/rules/"):
        player.go(path)
    player.go("/")
    page.locator("header form button").click()
    page.wait_for_url("**/accounts/login/")
    caches = kept(page)
    assert len(caches) == 1
    paths = next(iter(caches.values()))
    assert "/offline/" in paths and any("all-room.js" in path for path in paths)
    assert [path for path in paths if not PAGE.match(path)] == []
    whole = page.evaluate(
        """async () => { const cache = await caches.open((await caches.keys())[0]); let all = '';
        for (const key of await cache.keys()) all += await (await cache.match(key)).text(); return all; }"""
    )
    assert "나가는이" not in whole and code not in whole


def test_forms_sockets_and_the_admin_are_not_the_workers(person: Make, backstage: Backstage) -> None:
    visitor = person(session=backstage("user", username="ada", name="아다", admin=True))
    visitor.go("/")
    page = visitor.page
    installed(page)
    visitor.go("/")
    seen: list[tuple[str, str, bool]] = []

    def note(answer: Response) -> None:
        path = answer.url.removeprefix(visitor.url)
        seen.append((answer.request.method, path, answer.from_service_worker))

    page.on("response", note)
    visitor.go("/rules/")
    assert ("GET", "/rules/", True) in seen
    assert any(path.endswith("all-site.css") and through for _, path, through in seen)
    seen.clear()
    visitor.go("/admin/")
    visitor.go("/admin/rooms/room/")
    assert [path for _, path, through in seen if through and "/static/" not in path] == []
    seen.clear()
    visitor.go("/")
    with page.expect_navigation():
        page.locator("header form button").click()
    assert [(path, through) for method, path, through in seen if method == "POST"] == [
        ("/accounts/logout/", False)
    ]


def test_another_build_replaces_what_is_kept_without_reloading_a_page(
    browser: Browser, migrated: Path, tmp_path: Path
) -> None:
    var = fresh_var(migrated, tmp_path / "var")
    (var / "next/css").mkdir(parents=True)
    changed = (ROOT / "static/css/tokens.css").read_text() + ".of-the-next-build{color:red}"
    (var / "next/css/tokens.css").write_text(changed)
    now = Server(var)
    then = Server(var, port=now.port, DJANGO_SETTINGS_MODULE="tests.browser.next_build")
    now.start()
    try:
        visitor = Person(browser, now.url)
        visitor.go("/")
        page = visitor.page
        installed(page)
        visitor.go("/")
        before = kept(page)
        now.stop()
        then.start()
        loads: list[str] = []
        page.on("framenavigated", lambda frame: loads.append(frame.url))
        page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true)")
        visitor.until(
            lambda: kept(page).keys() and not kept(page).keys() & before.keys(),
            "a new cache alone",
            seconds=60,
        )
        page.wait_for_timeout(500)
        assert loads == []
        visitor.go("/")
        after = kept(page)
        assert len(after) == 1
        old, new = next(iter(before.values())), next(iter(after.values()))
        assert set(old) & set(new) == {"/offline/"}
        assert "of-the-next-build" in page.evaluate(
            "fetch(document.querySelector('link[rel=stylesheet]').href).then(answer => answer.text())"
        )
        visitor.close()
    finally:
        now.stop()
        then.stop()


def test_a_tap_on_a_notice_goes_to_the_tab_of_that_room(person: Make) -> None:
    visitor = person()
    visitor.go("/rules/")
    installed(visitor.page)
    visitor.context.grant_permissions(["notifications"])
    (worker,) = visitor.context.service_workers
    # Only a real tap may move a window, so the worker's two ways to do it write down what they were asked.
    worker.evaluate(
        """() => { self.moved = [];
        WindowClient.prototype.focus = async function () { moved.push('focus ' + this.url); };
        clients.openWindow = async url => { moved.push('open ' + url); }; }"""
    )
    for url in ("/rules/", "/r/K7MW3D/", "https://elsewhere.example/r/K7MW3D/"):
        worker.evaluate(
            """async url => { await registration.showNotification('차례', { data: { url } });
            const [notification] = await registration.getNotifications();
            dispatchEvent(new NotificationEvent('notificationclick', { notification })); }""",
            url,
        )
        visitor.page.wait_for_timeout(200)
    assert worker.evaluate("moved") == [f"focus {visitor.url}/rules/", f"open {visitor.url}/r/K7MW3D/"]
    assert worker.evaluate("registration.getNotifications().then(all => all.length)") == 0
