"""Writes every screen of the table as a page to look at: `python -m tests.preview [folder]`, then serve the folder.

A tool for whoever works on styles, and the pages of tests/scripts. They use the real stylesheets and scripts, without a
socket, so the scripts believe the line is still being opened.
"""

import os
import shutil
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")

PAGE = """{% load site %}<!doctype html><html lang="{{ language }}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src-attr 'unsafe-inline'">
<meta name="htmx-config" content='{"allowEval":false,"includeIndicatorStyles":false}'><title>{{ name }}</title>
<script src="/static/js/boot.js"></script>
{% if styled %}{% stylesheets "site" %}{% stylesheets "room" %}{% endif %}</head><body>{% include "_sprite.svg" %}
<a class="skip" href="#main">Skip</a><div id="net" class="net" data-net-banner hidden></div>
<data id="host" class="is-host"></data>
<div id="live" hx-ext="ws"{% if socket %} ws-connect="{{ socket }}"{% endif %}>{{ stage|safe }}</div>
<data id="at"></data><data id="ack"></data><data id="pong"></data><data id="site"></data>
<section id="toast" class="toasts"></section><div id="say" class="vh" aria-live="polite"></div>
<div id="say-now" class="vh" aria-live="assertive"></div>{% include "_words.html" %}{% include "_dialogs.html" %}
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script src="/static/django_htmx/ext/hx-ws-2.min.js" defer></script>
<script type="module" src="/static/js/site.js"></script><script type="module" src="/static/js/table.js"></script>
</body></html>"""


def page(
    stage_html: str, language: str, *, name: str = "table", socket: str = "", styled: bool = True
) -> str:
    """A whole page around a stage; with `socket` its scripts open that address."""
    from django.template import Context, engines
    from django.utils import translation

    template = engines["pages"].engine.from_string(PAGE)
    context = {
        "stage": stage_html,
        "name": name,
        "language": language,
        "styled": styled,
        "socket": socket,
    }
    with translation.override(language):
        return str(template.render(Context(context)))


def main(folder: Path) -> None:
    """Write the pages of every scene in both languages, and the static files they need."""
    django.setup()
    from django.conf import settings
    from django_htmx import __file__ as htmx_file

    from game.rendering import stage
    from tests.rendering.scenes import named_scenes, table_for

    folder.mkdir(parents=True, exist_ok=True)
    static = folder / "static"
    if static.is_symlink() or static.exists():
        shutil.rmtree(static)
    shutil.copytree(settings.BASE_DIR / "static", static)
    shutil.copytree(Path(htmx_file).parent / "static" / "django_htmx", static / "django_htmx")
    for name, scene in named_scenes().items():
        here = tuple(name != "wait" or seat != 3 for seat in range(scene.match.setup.players))
        table = table_for(scene.match, online=here)
        for language in ("ko", "en"):
            html = stage(scene.public, scene.own, table, language)
            (folder / f"{name}-{language}.html").write_text(page(html, language, name=name))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "/tmp/preview"))
