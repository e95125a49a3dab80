"""The finished tricks of a round, from what everybody saw: for who looked away. The same for all of a language."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from game.engine.observation import PublicObservation, Trick
from game.rendering.language import Language, language_for
from game.rendering.log import Line, log_items, turn_lines
from game.rendering.pieces import bdi
from game.rendering.table import TableInfo, named_in


def past_trick(public: PublicObservation, table: TableInfo, language: str, number: int | None = None) -> str:
    """All turns of a finished trick of this round and who took it, as a list, and the ways to the others.

    `number` counts from 1; None, and a number there is none of, is the last. A sentence where none is finished yet.
    """
    words = language_for(language)
    table = named_in(table, words)
    finished = [trick for trick in public.history if trick.winner is not None]
    if not finished:
        return words.template("trick.jinja").render(rows="")
    shown = number if number is not None and 1 <= number <= len(finished) else len(finished)
    rows = log_items(_lines(finished[shown - 1], table, words), table, words)
    return words.template("trick.jinja").render(rows=rows, number=shown, total=len(finished))


def _lines(trick: Trick, table: TableInfo, words: Language) -> Iterator[Line]:
    yield from turn_lines(trick, words)
    assert trick.winner is not None
    yield Line(None, note=words.html(_("{name} took it"), name=bdi(table.name(trick.winner))))
