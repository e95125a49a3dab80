"""What `#pause` shows: a wish for a pause and who shares it, or that the match rests and how it goes on."""

from collections.abc import Iterable

from markupsafe import Markup

from game.engine import events as happened
from game.engine.cards import Seat
from game.engine.events import Event
from game.engine.observation import PublicObservation
from game.engine.pauses import is_open
from game.rendering.language import Language
from game.rendering.pieces import bdi
from game.rendering.table import TableInfo

_TOUCHED_BY = (
    happened.PauseAsked,
    happened.PauseDropped,
    happened.PauseBegan,
    happened.ResumeAsked,
    happened.PauseEnded,
    happened.RoundDealt,
    happened.MatchEnded,
)


def pause(public: PublicObservation, table: TableInfo, language: Language, oob: Markup) -> str:
    """The `#pause` fragment: empty and hidden while nobody wants one. What each player may press is told by slot."""
    wish = public.pause
    if wish is None or public.phase == "finished" or not (public.is_paused or is_open(wish, table.now)):
        return f'<div id="pause" class="pause"{oob} hidden></div>\n'
    people = [seat for seat, holder in enumerate(table.seats) if holder.bot is None]
    return language.template("pause.jinja").render(
        oob=oob,
        paused=public.is_paused,
        name=bdi(table.name(wish.seat)),
        asker=wish.seat,
        votes=len(wish.votes),
        more=_needed(public, people) - len(wish.votes),
        voted=wish.votes,
        people=people,
    )


def _needed(public: PublicObservation, people: list[Seat]) -> int:
    """A majority of the people who play themselves. The host, and who asked for the pause, decide alone."""
    return sum(not public.autoplay[seat] for seat in people) // 2 + 1


def touch_the_pause(events: Iterable[Event]) -> bool:
    """Whether these events change what `#pause` shows. A wish that nobody shared goes with the round at the latest."""
    return any(isinstance(event, _TOUCHED_BY) for event in events)
