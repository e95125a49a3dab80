"""Somebody who uses the keyboard only: reaches things with Tab and plays with the keys of the table."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.person import until
from tests.browser.table import Table

DIGITS = {
    10: "Digit0",
    11: "Minus",
    12: "Equal",
    13: "KeyJ",
    **{rank: f"Digit{rank}" for rank in range(1, 10)},
}


class Keyboard:
    """Keys pressed on one page; no mouse, no script that moves the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = Table(page)

    def is_on(self, selector: str) -> bool:
        """Whether the focus is on such an element."""
        return bool(self.page.evaluate("s => !!document.activeElement?.matches(s)", selector))

    def tab_to(self, selector: str, *, most: int = 80) -> None:
        """Press Tab until the focus is there. Raises: AssertionError when it never comes there."""
        for _ in range(most):
            if self.is_on(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def type_into(self, selector: str, text: str) -> None:
        """Go to a field and write over what is in it."""
        self.tab_to(selector)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def press(self, selector: str, key: str = "Enter") -> None:
        """Go to a control and press a key on it."""
        self.tab_to(selector)
        self.page.keyboard.press(key)

    def answer(self, seen: dict[str, Any]) -> str:
        """Answer what is asked; what was done: confirm, return, play, pass or next."""
        keys = self.page.keyboard
        if seen["mode"] == "play":
            return self._play_or_pass(seen)
        if seen["mode"] == "tax":
            self.press("[data-suggest]")
            self.press("#go")
        else:
            keys.press("Enter")
        self.table.answered(seen)
        return {"rev": "confirm", "tax": "return", "next": "next"}[seen["mode"]]

    def _play_or_pass(self, seen: dict[str, Any]) -> str:
        playable = [group["rank"] for group in seen["hand"] if group["ok"] == "1"]
        if not playable:
            self.page.keyboard.press("KeyP")
            self.table.answered(seen)
            return "pass"
        self.page.keyboard.press(DIGITS[max(playable)])
        until(self.page, lambda: self.table.read()["go"], "cards picked")
        self.page.keyboard.press("Enter")
        self.table.answered(seen)
        return "play"
