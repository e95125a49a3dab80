"""Small fragments of a frame beside the table's own: version marker, answers to commands, notices."""

from markupsafe import escape

from game.engine.observation import PublicObservation
from game.rendering.language import language_for
from game.rendering.table import TableInfo

TOAST_ICONS = {"bad": "i-warn", "good": "i-check", "": "i-info", "clock": "i-clock"}


def version_marker(public: PublicObservation, table: TableInfo) -> str:
    """The `#at` fragment that ends every frame: which match and version the page shows after it."""
    return (
        f'<data id="at" hx-swap-oob="true" data-match="{escape(table.match)}" data-version="{public.version}"'
        f' data-now="{table.now}"></data>\n'
    )


def ack(key: str | None, *, accepted: bool, version: int | None = None, code: str = "") -> str:
    """The `#ack` fragment: the answer to the command with this id. `key` comes from the client."""
    shown = "" if version is None else f' data-version="{version}"'
    reason = f' data-code="{escape(code)}"' if code else ""
    result = "accepted" if accepted else "rejected"
    name = escape(key or "")
    return (
        f'<data id="ack" hx-swap-oob="true" data-id="{name}" data-result="{result}"{shown}{reason}></data>\n'
    )


def pong(t: float, *, now: int, match: str = "", version: int | None = None) -> str:
    """The `#pong` fragment: the answer to a ping, with the server's clock and the newest version."""
    shown = "" if version is None else f' data-match="{escape(match)}" data-version="{version}"'
    return f'<data id="pong" hx-swap-oob="true" data-t="{t:.15g}" data-now="{now}"{shown}></data>\n'


def toast(text: str, kind: str, language: str) -> str:
    """A notice for one viewer, appended to `#toast`. `kind`: bad, good, clock or empty; `text` is plain text."""
    item = (
        language_for(language)
        .template("toast.jinja")
        .render(text=text, kind=kind, icon_name=TOAST_ICONS.get(kind, "i-info"))
    )
    return f'<div id="toast" hx-swap-oob="beforeend">{item}</div>\n'
