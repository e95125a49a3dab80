"""What somebody is told whose time ran out: what was done instead, once. Others see the play or the pass itself."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

from game.engine import events as happened
from game.engine.events import Event
from game.rendering.language import language_for
from game.rendering.pile import set_words
from game.rendering.table import TableInfo


def late_words(events: Iterable[Event], table: TableInfo, language: str) -> str:
    """The sentence about what a timeout did; empty where it answered no turn. `events` are those of this one action."""
    words = language_for(language)
    for event in events:
        match event:
            case happened.Passed() if table.kids:
                return words(_("Time’s up, so we skipped this one. That’s okay!"))
            case happened.Passed():
                return words(_("Time ran out, so you passed"))
            case happened.SetPlayed(_seat, played):
                return words.text(_("Time ran out, so we led {set}"), set=set_words(played, words))
    return ""
