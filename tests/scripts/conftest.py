"""A table's page in a Chromium before a pretended server: tests say what its socket sends and read what it got."""

import json
import mimetypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django_htmx
import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from game.engine.events import events_for
from game.rendering import pong, private_fragments, public_fragments, stage, version_marker
from tests.browser.conftest import browser  # noqa: F401 (a fixture)
from tests.preview import page as page_html
from tests.rendering.scenes import Scene, named_scenes, table_for

ORIGIN = "http://table.test"
STATIC = (settings.BASE_DIR / "static", Path(django_htmx.__file__).parent / "static")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def scenes() -> dict[str, Scene]:
    return named_scenes()


class Table:
    """A page at a scene. `got` are the commands it sent, pings and syncs left out; `sockets` were opened one by one."""

    def __init__(self, page: Page, scene: Scene) -> None:
        self.page = page
        self.scene = scene
        self.table = table_for(scene.match)
        self.sockets: list[WebSocketRoute] = []
        self.addresses: list[str] = []
        self.got: list[dict[str, Any]] = []
        self.syncs = 0
        self.answers_pings = True
        self.version = scene.public.version

    def accept(self, socket: WebSocketRoute) -> None:
        """A socket was opened."""
        self.sockets.append(socket)
        self.addresses.append(socket.url)
        socket.on_message(lambda text: self._receive(socket, str(text)))

    def _receive(self, socket: WebSocketRoute, text: str) -> None:
        command = json.loads(text)
        if command["type"] == "ping":
            if self.answers_pings:
                socket.send(
                    pong(command["t"], now=self.table.now, match=self.table.match, version=self.version)
                )
        elif command["type"] == "sync":
            self.syncs += 1
        else:
            self.got.append(command)

    def send(self, *fragments: str) -> None:
        """Send one frame over the newest socket."""
        self.sockets[-1].send("".join(fragments))
        self.page.wait_for_timeout(60)

    def frame(self, scene: Scene) -> str:
        """The frame that shows another scene of the same match."""
        table = table_for(scene.match)
        public = public_fragments(scene.public, table, (), "ko")
        private = private_fragments(scene.own, scene.public, table, "ko")
        return "".join([*public.values(), *private.values(), version_marker(scene.public, table)])

    def told(self, scene: Scene) -> str:
        """The frame that tells what led to another scene of the same match, as the server sends it."""
        table = table_for(scene.match)
        public = public_fragments(scene.public, table, events_for(scene.events, None), "ko")
        private = private_fragments(scene.own, scene.public, table, "ko")
        return "".join([*public.values(), *private.values(), version_marker(scene.public, table)])

    def show(self, scene: Scene) -> None:
        """Put the page before another moment at once, as a resync does."""
        self.scene, self.table, self.version = scene, table_for(scene.match), scene.public.version
        self.send(self.snapshot())

    def snapshot(self) -> str:
        """The whole stage with its marker."""
        html = stage(self.scene.public, self.scene.own, self.table, "ko", oob=True)
        return html + version_marker(self.scene.public, self.table)

    def text(self, selector: str) -> str:
        """The text of an element."""
        return self.page.inner_text(selector)

    def value(self, name: str) -> str:
        """The value of a hidden field of the form."""
        return self.page.input_value(f"#controls form.controls [name={name}]")

    def until(self, expression: str) -> None:
        """Wait for an expression of the page to be true; the page's policy forbids the browser's own way to wait."""
        for _ in range(100):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never: {expression}")

    def wait(self, milliseconds: int) -> None:
        """Let the page's time pass."""
        self.page.wait_for_timeout(milliseconds)


@pytest.fixture
def open_table(browser: Browser, scenes: dict[str, Scene]) -> Iterator[Callable[..., Table]]:  # noqa: F811
    """Opens a scene, by its name or itself; nothing the page runs into may be an error."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    faults: list[str] = []

    def serve(route: Route, html: str) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if not path.startswith("/static/"):
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
            return
        found = next((folder / path[8:] for folder in STATIC if (folder / path[8:]).is_file()), None)
        if found is None:
            route.fulfill(status=404)
            return
        route.fulfill(body=found.read_bytes(), content_type=mimetypes.guess_type(found)[0] or "text/plain")

    def open_(at: str | Scene, *, keep_closed: bool = False) -> Table:
        scene = scenes[at] if isinstance(at, str) else at
        page = context.new_page()
        table = Table(page, scene)
        html = page_html(
            stage(scene.public, scene.own, table.table, "ko"),
            "ko",
            socket="" if keep_closed else "/ws/room/X/",
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.route(f"{ORIGIN}/**", lambda route: serve(route, html))
        page.route_web_socket("ws://table.test/**", table.accept)
        page.goto(f"{ORIGIN}/r/K7MW3D/")
        table.until("document.querySelector('#controls') !== null && window.htmx !== undefined")
        page.wait_for_timeout(100)
        return table

    yield open_
    context.close()
    assert faults == []
