"""The public fragments: the same bytes for every viewer of one language. Nothing here may know who is looking."""

from markupsafe import Markup

from game.engine.events import Event, MatchEnded, RoundDealt, RoundEnded
from game.engine.observation import PublicObservation
from game.rendering.cues import cues
from game.rendering.endwish import end_wish
from game.rendering.language import Language
from game.rendering.log import event_lines, log_items
from game.rendering.pause import pause
from game.rendering.pile import pile_context
from game.rendering.result import result_context
from game.rendering.seats import seats_context
from game.rendering.speech import spoken
from game.rendering.status import status_context
from game.rendering.table import TableInfo

OUT_OF_BAND = Markup(' hx-swap-oob="true"')
IN_PLACE = Markup("")


def round_label(public: PublicObservation, language: Language, oob: Markup) -> str:
    """The `#roundlabel` fragment: which round of how many."""
    return language.template("round_label.jinja").render(
        oob=oob, round=public.round, rounds=public.options.rounds
    )


def seats(public: PublicObservation, table: TableInfo, language: Language, oob: Markup) -> str:
    """The `#seats` fragment: everybody in standing order."""
    return language.template("seats.jinja").render(seats_context(public, table, language), oob=oob)


def pile(public: PublicObservation, table: TableInfo, language: Language, oob: Markup) -> str:
    """The `#pile` fragment: the trick, the taxes on their way, or what the phase is about."""
    return language.template("pile.jinja").render(pile_context(public, table, language), oob=oob)


def status(
    public: PublicObservation,
    table: TableInfo,
    events: tuple[Event, ...],
    language: Language,
    oob: Markup,
    say: str = "",
) -> str:
    """The `#status` fragment: whose turn, how long, what to read out, and the cues for motion and sound.

    What happened is read out, or `say` where that is given.
    """
    return language.template("status.jinja").render(
        status_context(public, table, language),
        oob=oob,
        say=say or spoken(events, table, language),
        cues=cues(events),
    )


def result(public: PublicObservation, table: TableInfo, language: Language, oob: Markup) -> str:
    """The `#result` fragment: empty and hidden while a round is being played."""
    if public.phase not in ("roundOver", "finished"):
        return f'<section id="result" class="result"{oob} hidden></section>\n'
    return language.template("result.jinja").render(result_context(public, table, language), oob=oob)


def new_log_lines(events: tuple[Event, ...], table: TableInfo, language: Language) -> str:
    """New lines for the end of `#log`; empty where nothing is to be told."""
    if not events:
        return ""
    items = log_items(event_lines(events, table, language), table, language)
    return f'<ol id="log" hx-swap-oob="beforeend">{items}</ol>\n' if items else ""


def table_fragments(
    public: PublicObservation, table: TableInfo, events: tuple[Event, ...], language: Language, oob: Markup
) -> dict[str, str]:
    """The public fragments by id that any action changes."""
    return {
        "seats": seats(public, table, language, oob),
        "pile": pile(public, table, language, oob),
        "status": status(public, table, events, language, oob),
    }


def pause_fragments(
    public: PublicObservation, table: TableInfo, language: Language, oob: Markup
) -> dict[str, str]:
    """The public fragment that changes with a pause."""
    return {"pause": pause(public, table, language, oob)}


def round_fragments(
    public: PublicObservation, table: TableInfo, language: Language, oob: Markup
) -> dict[str, str]:
    """The public fragments by id that change with a round."""
    return {
        "roundlabel": round_label(public, language, oob),
        "result": result(public, table, language, oob),
    }


def wish_fragments(
    public: PublicObservation, table: TableInfo, language: Language, oob: Markup
) -> dict[str, str]:
    """The public fragment that changes with a wish to end the match; the round takes it away."""
    return {"endwish": end_wish(public, table, language, oob)}


def touch_the_round(events: tuple[Event, ...]) -> bool:
    """Whether these events begin or end a round, or the match."""
    return any(isinstance(event, RoundDealt | RoundEnded | MatchEnded) for event in events)
