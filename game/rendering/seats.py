"""What `#seats` shows: one row a seat in standing order, for every viewer alike."""

from collections.abc import Mapping
from functools import lru_cache

from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.engine.cards import Rank, Seat
from game.engine.observation import PublicObservation
from game.rendering.language import Language
from game.rendering.pieces import bdi, cards
from game.rendering.table import TableInfo
from game.words import title_name, titles


def seats_context(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    """The names `seats.jinja` uses. A row is drawn from a tuple, unpacked by `seat.jinja` in this order."""
    rows = []
    shows_draws = drawing(public)
    for index, (seat, title) in enumerate(zip(public.order, titles(public.players), strict=True)):
        info = table.seats[seat]
        is_turn = seat == public.current
        out = public.out[seat]
        is_bot = info.bot is not None
        rows.append(
            (
                seat,
                index,
                title,
                language(title_name(title, kids=table.kids)),
                bdi(info.name),
                public.counts[seat],
                out,
                is_turn,
                _ring(public, table) if is_turn else "",
                _classes(is_turn, out is not None, not is_bot and not table.online[seat], shows_draws),
                info.bot,
                not is_bot and not table.online[seat],
                bubble(public, table, seat),
                _drawn(public.draws[seat], language) if shows_draws and public.draws else "",
            )
        )
    drawn = "".join(language.drawn_once("seat.jinja", row=row) for row in rows)
    return {"rows": Markup(drawn), "places": _places(public.order)}


def drawing(public: PublicObservation) -> bool:
    """Whether the drawn cards lie open: in round 1 until the hands are seen, or until the first set."""
    if public.round != 1 or public.draws is None or (public.history and public.history[0].turns):
        return False
    return public.phase == "revolutionCheck" or (
        public.phase == "playing" and not public.options.revolution and not public.taxes
    )


def bubble(public: PublicObservation, table: TableInfo, seat: Seat) -> str:
    """The one thing a seat says: `pass`, `top`, `ok`, `think`, `auto` or nothing."""
    if public.phase == "playing":
        if public.top is not None and public.top_by == seat:
            return "top"
        if public.out[seat] is None and (public.passed[seat] or public.locked_out[seat]):
            return "pass"
    elif public.phase == "taxReturn":
        if seat in public.owing:
            return "think"
    elif public.confirmed[seat]:
        return "ok"
    if public.autoplay[seat] and public.out[seat] is None and table.seats[seat].bot is None:
        return "auto"
    return ""


@lru_cache(maxsize=8)
def _classes(is_turn: bool, is_out: bool, is_off: bool, is_draw: bool) -> str:
    return "seat" + " is-turn" * is_turn + " is-out" * is_out + " is-off" * is_off + " is-draw" * is_draw


@lru_cache(maxsize=1024)
def _places(order: tuple[Seat, ...]) -> str:
    """Where each seat sits now, as the custom properties the stylesheet turns into the viewer's angle."""
    return f"--n:{len(order)}" + "".join(f";--s{seat}:{index}" for index, seat in enumerate(order))


def _ring(public: PublicObservation, table: TableInfo) -> str:
    """The timer ring's custom properties: whole time, time gone (below zero before it starts), steps."""
    if public.seconds is None or table.deadline is None:
        return ""
    gone = public.seconds - (table.deadline - table.now) / 1000
    return f";--t:{public.seconds}s;--el:{gone:.1f}s;--st:{public.seconds}"


@lru_cache(maxsize=256)
def _drawn_cards(ranks: tuple[Rank, ...]) -> Markup:
    *earlier, last = ranks
    small = Markup("").join(Markup('<span class="tie">{}</span>').format(cards(rank, 1)) for rank in earlier)
    return small + cards(last, 1)


def _drawn(ranks: tuple[Rank, ...], language: Language) -> Markup:
    """What a seat drew for its first standing; cards that tied stay beside the last one, smaller."""
    if not ranks:
        return Markup("")
    said = language.text(_("Drew {cards}"), cards=", ".join(str(rank) for rank in ranks))
    return Markup('<span class="drawn"><span class="vh">{}</span>{}</span>').format(said, _drawn_cards(ranks))
