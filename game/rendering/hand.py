"""What `#hand` shows its owner: groups by rank, each with the sets it can make. No other hand ever comes here."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.engine.cards import JESTER, JESTERS, RANK, WORST, CardSet, Rank, lowest, rank_counts, weakest
from game.engine.legal import legal_follows, legal_leads
from game.engine.observation import SeatObservation
from game.engine.sets import PlayedSet
from game.refusals import refusal_text
from game.rendering.language import Language
from game.rendering.pieces import cards, either_name
from game.rendering.table import TableInfo
from game.words import card_names


class Group(NamedTuple):
    """The cards of one rank. `ok`: 1 playable, j only with a jester, 0 not, v only to look at or to give back.

    `sets` lists what this group can be played as, "count.jesters" each; `why` names the reason where nothing can.
    """

    rank: Rank
    have: int
    faces: Markup
    words: Markup
    ok: str
    sets: str
    why: str
    got: bool
    suggested: int


class Playable(NamedTuple):
    """What decides which groups may be played: the phase, a lock-out, the set to beat and the jesters in the hand.

    `top` counts the jesters in it as its number. `kids`: the table is kind.
    """

    is_play: bool
    is_shut_out: bool
    top: PlayedSet | None
    jesters: int
    kids: bool


def hand_key(own: SeatObservation) -> tuple[object, ...]:
    """Everything `#hand` depends on: while this stays the same, so does the fragment."""
    public = own.public
    if public.phase == "playing":
        return own.hand, public.phase, public.top, _is_shut_out(own), _received(own)
    return own.hand, public.phase, own.owes, _received(own)


def hand_context(
    own: SeatObservation, info: TableInfo, language: Language, *, is_still: bool = False
) -> Mapping[str, object]:
    """The names `hand.jinja` uses; `is_still`: its groups are no buttons."""
    counts = rank_counts(own.hand)
    public = own.public
    playing = public.phase == "playing"
    top = public.top if playing else None
    beats = top and PlayedSet(top.rank, top.count, 0)
    table = Playable(playing, _is_shut_out(own), beats, counts[JESTER], info.kids)
    got = rank_counts(_received(own))
    suggested = rank_counts(suggestion(own))
    mode = "tax" if any(suggested) else "play" if playing else "view"
    groups: list[str] = []
    for rank, have in enumerate(counts):
        if have:
            look = (mode, not groups, is_still)
            groups.append(_drawn_group(rank, have, table, bool(got[rank]), suggested[rank], look, language))
    return {
        "mode": mode,
        "groups": len(groups),
        "groups_html": Markup("\n".join(groups)),
        "total": own.hand.bit_count(),
        "total_words": language.n_cards(own.hand.bit_count()),
        "jesters": counts[JESTER],
        "need": top.count if top is not None else "",
        "why_rank": _why("rank_too_high", top, info.kids, language.code),
        "why_count": _why("count_mismatch", top, info.kids, language.code),
    }


def _is_shut_out(own: SeatObservation) -> bool:
    return own.owes is None and own.public.locked_out[own.seat]


@lru_cache(maxsize=16384)
def _drawn_group(
    rank: Rank,
    have: int,
    table: Playable,
    got: bool,
    suggested: int,
    look: tuple[str, bool, bool],
    language: Language,
) -> str:
    """One group as a list item; `look`: the mode of the hand, whether it is the first, whether it is no button."""
    mode, first, still = look
    group = _group(rank, have, table, got, suggested, language)
    return language.drawn_once("group.jinja", g=group, mode=mode, first=first, still=still)


def _group(rank: Rank, have: int, table: Playable, got: bool, suggested: int, language: Language) -> Group:
    """One group of a hand. The sets it can make depend on itself, the jesters and the table alone."""
    mine: tuple[PlayedSet, ...] = ()
    if table.is_play and not table.is_shut_out:
        held = lowest(RANK[rank], have) | lowest(JESTERS, table.jesters)
        sets = legal_leads(held) if table.top is None else legal_follows(held, table.top)
        mine = tuple(played for played in sets if played.rank == rank)
    return Group(
        rank,
        have,
        cards(rank, have),
        _words(rank, have, table.kids, language),
        _ok(mine, rank) if table.is_play else "v",
        " ".join(f"{played.count}.{played.jesters}" for played in mine),
        "" if mine or table.top is None else "rank" if rank >= table.top.rank else "count",
        got,
        suggested,
    )


def suggestion(own: SeatObservation) -> CardSet:
    """The cards most people would give back: the worst numbers, jesters last. Empty unless a tax is owed."""
    if own.owes is None or own.owes.kind != "returnTax":
        return 0
    return weakest(own.hand, own.owes.count)


def _received(own: SeatObservation) -> CardSet:
    """The tax cards still framed as new: until the first set of the round is laid."""
    tax = own.tax
    if tax is None or any(trick.turns for trick in own.public.history):
        return 0
    received = tax.tribute if tax.receiver == own.seat else tax.gift or 0
    return received & own.hand


def _ok(sets: tuple[PlayedSet, ...], rank: Rank) -> str:
    if not sets:
        return "0"
    return "1" if rank > WORST or any(not played.jesters for played in sets) else "j"


@lru_cache(maxsize=512)
def _words(rank: Rank, have: int, kids: bool, language: Language) -> Markup:
    text = _("{r} {name}, {n} card") if have == 1 else _("{r} {name}, {n} cards")
    ours, classic = card_names(rank, kids=kids)
    return language.html(text, r=rank, name=either_name(language(ours), language(classic)), n=have)


@lru_cache(maxsize=1024)
def _why(code: str, top: PlayedSet | None, kids: bool, language: str) -> str:
    """Why a group cannot be laid on `top`; nothing while there is none."""
    if top is None:
        return ""
    return refusal_text(code, {"count": top.count, "below": top.rank}, language, kids=kids)
