"""A person at a browser: one context, one page, and everything that page complained about."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket

PHONE, SMALL, DESKTOP = (390, 844), (320, 568), (1280, 800)
PASSWORD = "correct horse 7"
PATIENCE_MS = 15_000
# What a browser says when it looks for a newer service worker and nobody answers; it will look again.
NO_WORKER = re.compile(r"An unknown error occurred when fetching the script")
# What a browser and htmx say about a line that a test has cut.
LOST = (
    r"WebSocket connection to .* failed",
    r"net::ERR_",
    r"\[object Event\] .*htmx",
    r"when fetching the script",
)


class Person:
    """One browser context with one page on a server. `frames` are the texts the sockets received, in order."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: tuple[int, int] = PHONE,
        language: str = "ko",
        session: str | None = None,
        touch: bool = False,
        scale: float = 1,
    ) -> None:
        self.url = url
        self.problems: list[str] = []
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.sockets = 0
        self._excuses: list[re.Pattern[str]] = [NO_WORKER]
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"ko": "ko-KR", "en": "en-US"}[language],
            has_touch=touch,
            device_scale_factor=scale,
            reduced_motion="reduce",
        )
        if session:
            self.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        """Another tab of the same browser, watched as well."""
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("websocket", self._listen)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.problems.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _listen(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))
        socket.on("framesent", lambda payload: self.sent.append(str(payload)))

    def excuse(self, *patterns: str) -> None:
        """Complaints that match are what the test provokes."""
        self._excuses += [re.compile(pattern) for pattern in patterns]

    def check(self) -> None:
        """Raises: AssertionError where a page complained since the last check."""
        left = [text for text in self.problems if not any(excuse.search(text) for excuse in self._excuses)]
        self.problems.clear()
        assert not left, "the page complained:\n" + "\n".join(left)

    def close(self) -> None:
        """End the browser context. Raises: AssertionError where a page complained."""
        self.context.close()
        self.check()

    # ── going places ──

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.url + path)

    def sign_up(self, name: str, username: str, *, path: str = "/accounts/signup/") -> None:
        """Create an account through the form."""
        if path:
            self.go(path)
        self.page.locator("[name=display_name]").press_sequentially(name)
        self.page.locator("[name=username]").fill(username)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.locator("main form.panel button.wide").click()
        self.page.wait_for_url(lambda address: "/signup/" not in address)

    def create_room(self, name: str) -> str:
        """Create a room through the form; its code."""
        self.go("/rooms/new/")
        self.page.locator("#name").press("Control+a")
        self.page.locator("#name").press_sequentially(name)
        self.page.locator("main form button").click()
        self.page.wait_for_url("**/r/*/")
        return self.page.url.rstrip("/").rsplit("/", 1)[-1]

    # ── waiting ──

    def until(self, condition: Callable[[], Any], what: str, *, seconds: float = 15) -> Any:
        """Wait until `condition` is true and return its value. Raises: AssertionError naming `what`."""
        return until(self.page, condition, what, seconds=seconds)


def until(page: Page, condition: Callable[[], Any], what: str, *, seconds: float = 15) -> Any:
    """Wait until `condition` is true, letting the page go on meanwhile; its value."""
    step_ms = 40
    for _ in range(int(seconds * 1000 / step_ms) + 1):
        if value := condition():
            return value
        page.wait_for_timeout(step_ms)
    raise AssertionError(f"within {seconds} s not: {what}")
