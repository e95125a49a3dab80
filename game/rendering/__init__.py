"""Observations become HTML here and nowhere else. Public fragments are the same bytes for every viewer of a language.

A fragment is one element whose id is its name. In a frame it carries `hx-swap-oob`; inside the stage it does not.
Not here: rules, queries, other people's hands (an observation has no room for them).
"""

from game.engine.events import Event
from game.engine.observation import PublicObservation, SeatObservation
from game.rendering import public as _public
from game.rendering.coach import advice_html
from game.rendering.cut import cut_notice
from game.rendering.endwish import spoken_wish
from game.rendering.frames import ack, pong, toast, version_marker
from game.rendering.language import language_for
from game.rendering.late import late_words
from game.rendering.log import history_lines, log_items
from game.rendering.own import OwnKey, own_fragments, own_key
from game.rendering.pause import touch_the_pause
from game.rendering.public import IN_PLACE, OUT_OF_BAND
from game.rendering.table import SeatInfo, TableInfo, named_in
from game.rendering.trick import past_trick

__all__ = [
    "OwnKey",
    "SeatInfo",
    "TableInfo",
    "ack",
    "advice_html",
    "late_words",
    "own_key",
    "past_trick",
    "pong",
    "private_fragments",
    "public_fragments",
    "stage",
    "toast",
    "version_marker",
    "wish_fragment",
    "wish_html",
]


def public_fragments(
    public: PublicObservation, table: TableInfo, events: tuple[Event, ...], language: str
) -> dict[str, str]:
    """The public fragments of a frame by id: seats, pile, status; with a round roundlabel, result, endwish; log lines.

    Where a pause begins, ends or is asked for also pause.

    `events` must be public ones only (`events_for(events, None)`).
    """
    words = language_for(language)
    table = named_in(table, words)
    fragments = _public.table_fragments(public, table, events, words, OUT_OF_BAND)
    if _public.touch_the_round(events):
        fragments |= _public.round_fragments(public, table, words, OUT_OF_BAND)
        fragments |= _public.wish_fragments(public, table, words, OUT_OF_BAND)
    if touch_the_pause(events):
        fragments |= _public.pause_fragments(public, table, words, OUT_OF_BAND)
    lines = _public.new_log_lines(events, table, words)
    return {**fragments, "log": lines} if lines else fragments


def wish_fragment(public: PublicObservation, table: TableInfo, language: str) -> str:
    """The endwish fragment by itself."""
    words = language_for(language)
    return _public.wish_fragments(public, named_in(table, words), words, OUT_OF_BAND)["endwish"]


def wish_html(public: PublicObservation, table: TableInfo, language: str) -> str:
    """What changes where players want to end the match, or no longer do: endwish, and status, which says so."""
    words = language_for(language)
    said = spoken_wish(named_in(table, words), words)
    status = _public.status(public, named_in(table, words), (), words, OUT_OF_BAND, said)
    return wish_fragment(public, table, language) + status


def private_fragments(
    own: SeatObservation | None,
    public: PublicObservation,
    table: TableInfo,
    language: str,
    events: tuple[Event, ...] = (),
    known: OwnKey | None = None,
) -> dict[str, str]:
    """One viewer's fragments of a frame by id: hand, controls, and log for private `events` of their own.

    `own` is None for a spectator. `known` is the `own_key` of what the viewer's page shows: hand and controls that
    would be the same are left out.
    """
    words = language_for(language)
    table = named_in(table, words)
    fragments = own_fragments(own, public, table, words, OUT_OF_BAND, known)
    lines = _public.new_log_lines(events, table, words)
    return {**fragments, "log": lines} if lines else fragments


def stage(
    public: PublicObservation,
    own: SeatObservation | None,
    table: TableInfo,
    language: str,
    *,
    oob: bool = False,
) -> str:
    """The whole `#stage` of a table for one viewer: for page loads, starts and resyncs. `own` is None to watch."""
    words = language_for(language)
    table = named_in(table, words)
    fragments = _public.table_fragments(public, table, (), words, IN_PLACE)
    fragments |= _public.round_fragments(public, table, words, IN_PLACE)
    fragments |= _public.pause_fragments(public, table, words, IN_PLACE)
    fragments |= _public.wish_fragments(public, table, words, IN_PLACE)
    fragments |= own_fragments(own, public, table, words, IN_PLACE)
    known = () if own is None or own.tax is None else (own.tax,)
    lines = history_lines(public, known, table, words)
    return words.template("stage.jinja").render(
        oob=OUT_OF_BAND if oob else IN_PLACE,
        me="" if own is None else own.seat,
        version=public.version,
        table=table,
        f=fragments,
        log=log_items(lines, table, words),
        commitment=public.commitment,
        pass_locks_out=public.options.pass_locks_out,
        cut=cut_notice(table, words),
        player=own is not None and public.phase != "finished",
        autoplay=own is not None and public.autoplay[own.seat],
        playing=own is not None and public.phase == "playing" and public.out[own.seat] is None,
    )
