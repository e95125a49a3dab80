"""Takes a picture of every screen, from a server of its own.

`python -m tests.browser.screenshots FOLDER [beginning of a name…]` writes all of them, in two languages, two themes and
three sizes; `python -m tests.browser.screenshots --readme` writes those in docs/pictures.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.backstage import Backstage
from tests.browser.conftest import FLAGS
from tests.browser.person import DESKTOP, PHONE, SMALL, Person
from tests.browser.screens import HOST, SCREENS, STILL, Screen, Stage, at, past
from tests.browser.server import ROOT, Server, migrate

SIZES = {"390": PHONE, "320": SMALL, "1280": DESKTOP}
SHOWN = at("follow", lambda page: page.locator("#g4").click())


@contextmanager
def theatre() -> Iterator[Stage]:
    """A stage on a server that is thrown away afterwards."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        var = Path(place) / "var"
        migrate(var)
        server = Server(var, **STILL)
        server.start()
        backstage = Backstage(var)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        stage = Stage(browser, server.url, backstage)
        try:
            yield stage
        finally:
            stage.close()
            browser.close()
            backstage.close()
            server.stop()


def all_screens(folder: Path, names: list[str]) -> None:
    """Write `<screen>-<width>-<language>-<theme>.png` for each screen, or for those whose name begins like one."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [screen for screen in SCREENS if not names or screen.name.startswith(tuple(names))]
    with theatre() as stage:
        for language in ("ko", "en"):
            for screen in wanted:
                _take(stage, screen, language, folder)


def _take(stage: Stage, screen: Screen, language: str, folder: Path) -> None:
    for width, size in SIZES.items():
        person = stage.visit(screen, size=size, language=language)
        for theme in ("light", "dark"):
            _dress(person, theme)
            name = f"{screen.name}-{width}-{language}-{theme}.png"
            person.page.screenshot(path=folder / name, full_page=not screen.name.startswith("table"))
        try:
            person.check()
        except AssertionError as error:
            print(f"{screen.name}: {error}", file=sys.stderr)


def _dress(person: Person, theme: Any) -> None:
    person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    person.page.wait_for_timeout(120)


def readme(folder: Path) -> None:
    """Write the pictures of the README: a phone, a desktop, a replay, each at most 150 KB."""
    folder.mkdir(parents=True, exist_ok=True)
    with theatre() as stage:
        for name, size, scale, language, show in (
            ("phone-ko", PHONE, 1.0, "ko", SHOWN),
            ("desktop-en", DESKTOP, 0.7, "en", SHOWN),
            ("replay-ko", DESKTOP, 0.6, "ko", past("replay/?step=60")),
        ):
            stage.speak(language)
            session = stage.sessions[HOST]
            person = Person(
                stage.browser, stage.url, size=size, language=language, session=session, scale=scale
            )
            show(person, stage)
            person.page.screenshot(path=folder / f"{name}.png")
            person.close()


if __name__ == "__main__":
    if sys.argv[1] == "--readme":
        readme(ROOT / "docs" / "pictures")
    else:
        all_screens(Path(sys.argv[1]), sys.argv[2:])
