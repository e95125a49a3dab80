"""What a page hears of the site itself, beside its room: that it restarts, that there is a newer build of it.

To pages it is the marker `#site`, which `static/js/table/sitenews.js` reads.
"""

import msgspec
from django.utils.translation import gettext_noop as _
from markupsafe import escape

from game.rendering.language import language_for

RESTARTS = _("The site restarts in a moment")
WAITS = _("The table waits for you, and nobody loses time.")
NEWER = _("New version. The page updates when you are not busy.")


def restart_html(language: str) -> str:
    """The frame that announces a restart to pages of a language."""
    return _marker(language, stops=RESTARTS, note=WAITS)


def restart_json() -> str:
    """The frame that announces a restart to machines."""
    return msgspec.json.encode({"type": "notice", "code": "restarting"}).decode()


def build_html(build: str, language: str) -> str:
    """The frame that tells a page of a language that this process sends another build."""
    return _marker(language, build=build, note=NEWER)


def _marker(language: str, **told: str) -> str:
    words = language_for(language)
    data = "".join(f' data-{name}="{escape(words(text))}"' for name, text in told.items())
    return f'<data id="site" hx-swap-oob="true"{data}></data>\n'
