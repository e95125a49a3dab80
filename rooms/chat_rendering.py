"""Lines of chat as HTML in one language, and as JSON. What people wrote is text in both, never markup."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from django.utils import timezone
from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.rendering.language import Language, language_for
from game.rendering.pieces import bdi
from game.words import ALL_BOT_NAMES, DEPARTED, TITLES, titles
from rooms.chat import Said
from rooms.models import Line
from rooms.phrases import EMOTES, PRESETS, order_text
from rooms.templating import environment

FACTS: dict[str, str] = {
    "joined": _("{name} joined"),
    "left": _("{name} left"),
    "removed": _("{name} was sent away"),
    "host": _("{name} is the host now"),
    "started": _("Game {n} begins"),
    "paused": _("{name} asked for a pause. The game is paused"),
    "resumed": _("The game goes on"),
    "restarted": _("The site restarts. The time it takes is given back."),
    "cleared": _("The host cleared the chat"),
    "kids": _("This is a kids’ room now. Earlier messages are hidden."),
    "opened": _("Game {n}: an administrator opened the hands. Reason: {reason}"),
    "cut": _("Game {n}: an administrator ended it early. It doesn’t count. Reason: {reason}"),
    "agreed": _("Game {n} ended early: everybody who was playing agreed. It doesn’t count."),
    "annulled": _("Game {n}: an administrator declared it void. Reason: {reason}"),
}
"""System key → msgid, where `name`, `n` and `reason` are all there is to fill in."""


class _Row(NamedTuple):
    """What `_lines.jinja` draws. `about`: data attributes for scripts; `words`: text or markup."""

    id: int
    kind: str
    mine: bool
    watchers: bool
    name: Markup
    is_bot: bool
    menu: str
    seat: int | None
    emote: str
    clears: bool
    words: Markup | str
    at: str
    clock: str


def line_html(line: Said, language: str, *, mine: bool) -> str:
    """A frame that adds one line to `#chat-log`; the same for all others of a language."""
    return f'<ol id="chat-log" hx-swap-oob="beforeend">{lines_html([line], language, mine=mine)}</ol>\n'


def log_html(lines: Iterable[Said], user_id: int, language: str, *, oob: bool) -> str:
    """The whole `#chat-log` of one viewer. `data-shows` is what its page tells the socket when it comes back."""
    shown = list(lines)
    items = "".join(lines_html([line], language, mine=line.sender_id == user_id) for line in shown)
    words = language_for(language)
    swap = ' hx-swap-oob="true"' if oob else ""
    return (
        f'<ol id="chat-log" class="chat-log"{swap} data-shows="{shows(shown)}" tabindex="0"'
        f' aria-label="{words(_("Chat"))}">{items}</ol>\n'
    )


def shows(lines: Iterable[Said]) -> str:
    """A short name for what a page shows after these lines: the newest number, and the sum of all.

    A mute puts older lines in the place of those it hides: newest and count may stay, the sum does not.
    """
    numbers = [line.id for line in lines]
    return f"{numbers[-1]}.{sum(numbers)}" if numbers else "0.0"


def lines_html(lines: Iterable[Said], language: str, *, mine: bool) -> str:
    """The lines as list items."""
    words = language_for(language)
    rows = [_row(line, words, mine=mine) for line in lines]
    return environment().get_template("rooms/_lines.jinja").render(rows=rows, watching=words(_("Watching")))


def line_json(line: Said) -> dict[str, Any]:
    """The `line` object of the protocol. Exactly one of `text` (written) and `key` (chosen, or a fact) is not null."""
    written = line.kind == Line.Kind.TEXT
    return {
        "id": line.id,
        "at": int(line.at.timestamp() * 1000),
        "kind": line.kind,
        "audience": line.audience,
        "name": line.name,
        "seat": line.seat,
        "text": line.text if written else None,
        "key": None if written else line.text,
        "data": line.data,
    }


def line_frame(line: Said) -> str:
    """The JSON frame of one new line."""
    return msgspec.json.encode({"type": "chat", "line": line_json(line)}).decode()


def log_frame(lines: Iterable[Said]) -> str:
    """The JSON frame of all lines a machine may read: it takes the place of what it had."""
    return msgspec.json.encode({"type": "chat", "lines": [line_json(line) for line in lines]}).decode()


def _row(line: Said, words: Language, *, mine: bool) -> _Row:
    is_bot = line.kind == Line.Kind.EMOTE and "bot" in line.data
    return _Row(
        id=line.id,
        kind=line.kind,
        mine=mine,
        watchers=line.audience == Line.Audience.WATCHERS,
        name=_name(line.name, is_bot, words),
        is_bot=is_bot,
        menu="" if mine or line.sender_id is None else words.text(_("Menu for {name}"), name=line.name),
        seat=line.seat,
        emote=line.text if line.kind == Line.Kind.EMOTE else "",
        clears=line.clears,
        words=_words(line, words),
        at=line.at.isoformat(timespec="seconds"),
        clock=timezone.localtime(line.at).strftime("%H:%M"),
    )


def _words(line: Said, words: Language) -> Markup | str:
    match line.kind:
        case Line.Kind.PRESET:
            return words(PRESETS[line.text]) if line.text in PRESETS else ""
        case Line.Kind.EMOTE:
            return words(EMOTES[line.text]) if line.text in EMOTES else ""
        case Line.Kind.ORDER:
            msgid = order_text(line.text)
            return words.html(msgid, to=_name(line.data["name"], line.data["bot"], words)) if msgid else ""
        case Line.Kind.SYSTEM:
            return _fact(line, words)
    return line.text


def _fact(line: Said, words: Language) -> Markup | str:
    if line.text == "round":
        return _round(line.data, words)
    if line.text == "started" and line.data.get("n") == 1:
        return words(_("The first game begins"))
    if line.text == "ended":
        places = [_place(rank, name, line.data, words) for name, rank, _points in line.data["ranking"]]
        return words.html(_("Game over: {places}"), places=Markup(", ").join(places))
    msgid = FACTS.get(line.text)
    if not msgid:
        return ""
    reason = bdi(line.data.get("reason", ""))
    return words.html(msgid, name=_name(line.name, False, words), n=line.data.get("n", ""), reason=reason)


def _round(data: dict[str, Any], words: Language) -> Markup:
    """Who came where, and what they are next: in a kids' room the places alone."""
    names = data["names"]
    next_titles = titles(len(names))
    places = []
    for index, name in enumerate(names):
        place = _place(index + 1, name, data, words)
        if not data.get("kids"):
            place = Markup("{} ({})").format(place, words(TITLES[next_titles[index]]))
        places.append(place)
    return words.html(_("Round {n}: {places}"), n=data["n"], places=Markup(", ").join(places))


def _place(rank: int, name: str, data: dict[str, Any], words: Language) -> Markup:
    return words.html(_("{n}. {name}"), n=rank, name=_name(name, name in data["bots"], words))


def _name(name: str, is_bot: bool, words: Language) -> Markup:
    """Somebody's name; bots and people who are gone are called differently in every language."""
    return bdi(words(name) if name == DEPARTED or (is_bot and name in ALL_BOT_NAMES) else name)
