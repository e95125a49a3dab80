"""What `#endwish` shows: that players want to end the match now, who shares the wish, and how many are still asked."""

from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.engine.observation import PublicObservation
from game.rendering.language import Language
from game.rendering.pieces import bdi
from game.rendering.table import TableInfo


def end_wish(public: PublicObservation, table: TableInfo, language: Language, oob: Markup) -> str:
    """The `#endwish` fragment: empty and hidden while nobody wants it. What each player may press is told by slot."""
    if not table.wish:
        return f'<div id="endwish" class="pause wish"{oob} hidden></div>\n'
    people = [seat for seat, holder in enumerate(table.seats) if holder.bot is None]
    return language.template("endwish.jinja").render(
        oob=oob,
        room=table.room_code,
        name=bdi(table.name(table.wish[0])),
        wish=table.wish,
        more=sum(not public.autoplay[seat] and seat not in table.wish for seat in people),
        people=people,
    )


def spoken_wish(table: TableInfo, language: Language) -> str:
    """The same as a sentence to read out; empty where nobody wants it."""
    if not table.wish:
        return ""
    return language.text(_("{name} would like to end the game now"), name=table.name(table.wish[0])) + "."
