"""Draws the icons of the installed app from `static/icon.svg`: `python -m tests.make_icons`, then commit them.

They are made by hand, once a logo. A maskable icon may be cut to a circle of 80 % of its width, so its ground goes to
the edges and its picture is small; Apple cuts corners itself and wants no transparency.
"""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "static"
# Name, edge in pixels, whether the ground goes to the edges, how much of the edge the crown takes.
ICONS = (
    ("icon-192", 192, False, 0.8),
    ("icon-512", 512, False, 0.8),
    ("maskable-512", 512, True, 0.6),
    ("apple-touch-icon", 180, True, 0.72),
)


def drawing(size: int, whole: bool, share: float) -> str:
    """The logo as SVG of that many pixels. `whole`: square, opaque ground."""
    svg = (STATIC / "icon.svg").read_text()
    inset = 48 * (1 - share) / 2
    svg = re.sub(r"translate\([^)]*\) scale\([^)]*\)", f"translate({inset} {inset}) scale({share})", svg)
    if whole:
        svg = svg.replace(' rx="10"', "", 1)
    return svg.replace("<svg ", f'<svg width="{size}" height="{size}" style="display:block" ', 1)


def main() -> int:
    """Draw all icons into `static/icons/`."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("needs a Chromium: sh tests/install.sh", file=sys.stderr)
        return 1
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size, whole, share in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f'<body style="margin:0">{drawing(size, whole, share)}')
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
