"""The pictures that every page carries: none is missing, and none travels for nothing."""

import re

from django.conf import settings

CARRIES = ("templates/_sprite.svg", "templates/rooms/replay.html")
"""Where pictures are kept; what the replay alone draws is not sent with a table."""


def test_every_icon_that_is_drawn_is_kept_and_every_one_kept_is_drawn() -> None:
    base = settings.BASE_DIR
    kept = set()
    for path in CARRIES:
        kept |= set(re.findall(r'<symbol id="(i-\w+)"', (base / path).read_text()))
    sources = [
        *(path for path in (base / "templates").rglob("*.*") if path != base / CARRIES[0]),
        *(base / "static" / "js").rglob("*.js"),
        *(path for app in ("rooms", "game", "accounts", "config") for path in (base / app).rglob("*.py")),
    ]
    text = re.sub(r'<symbol id="[^"]+"', "", "\n".join(path.read_text() for path in sources))
    assert kept == set(re.findall(r"(?<![\w-])(i-[a-z]+)(?![\w-])", text))
