"""Every screen in both languages and themes, at every size: WCAG 2.2 AA by axe, no sideways scroll, all in reach."""

import pytest
from playwright.sync_api import Page

from tests.browser.examine import out_of_reach, sideways, violations
from tests.browser.person import DESKTOP, PHONE, SMALL
from tests.browser.screens import SCREENS, STILL, Screen, Stage

FINGER, SMALLEST = 44, 24

each = pytest.mark.parametrize("screen", SCREENS, ids=[screen.name for screen in SCREENS])


@pytest.fixture(scope="module")
def pace() -> dict[str, str]:
    return STILL


@each
def test_a_phone_in_korean_is_for_everybody(stage: Stage, screen: Screen) -> None:
    visitor = stage.visit(screen, size=PHONE, language="ko")
    assert violations(visitor.page) == []
    visitor.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(visitor.page, "color-contrast") == []
    fits(visitor.page, PHONE, SMALL)
    visitor.check()


@each
def test_a_dark_desktop_in_english_is_for_everybody(stage: Stage, screen: Screen) -> None:
    visitor = stage.visit(screen, size=DESKTOP, language="en", dark=True)
    assert violations(visitor.page) == []
    fits(visitor.page, DESKTOP, PHONE, SMALL)
    visitor.check()


def fits(page: Page, *sizes: tuple[int, int]) -> None:
    """At each of these sizes nothing scrolls sideways and every control can be reached and hit."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        assert sideways(page) == 0, width
        assert out_of_reach(page, least=SMALLEST if width < PHONE[0] else FINGER) == [], width
