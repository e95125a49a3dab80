"""What `#pile` shows: the running trick, taxes on their way as counts, or a sentence about the phase."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.engine.cards import JESTER
from game.engine.observation import PublicObservation, TaxObservation, Turn
from game.engine.sets import PlayedSet
from game.rendering.language import Language
from game.rendering.pieces import bdi, card_back, cards, title_icon
from game.rendering.seats import drawing
from game.rendering.table import TableInfo
from game.words import title_name, titles

PAST_SETS = 3
"""How many earlier sets of a trick stay visible."""


def pile_context(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    """The names `pile.jinja` uses: `kind` says which part of the template is drawn."""
    if drawing(public):
        return {**_message(*_draw_words(public, language)), "kind": "draw"}
    if public.phase == "revolutionCheck":
        seen = sum(public.confirmed)
        ready = language.text(_("{a} of {b} ready"), a=seen, b=public.players)
        follows = public.round > 1 or public.options.first_round_tax
        notes = (language(_("Taxes start when everyone is ready")),) if follows else ()
        return _message(ready, notes)
    if public.phase == "taxReturn":
        return {"kind": "flow", "flow": [_flow(public, tax, table, language) for tax in public.taxes]}
    if public.phase != "playing":
        return {"kind": "none"}
    if public.top is not None:
        return _trick(public, table, language)
    if public.revolution_by is not None and len(public.history) <= 1 and not _has_turns(public):
        return _revolution(public, table, language)
    return {"kind": "empty", "leader": public.current}


def set_words(played: PlayedSet, language: Language) -> str:
    """A set as the table names it, such as "5 × 2"."""
    if played.rank == JESTER:
        return language.text(_("Jester × {n}"), n=played.count)
    return language.text(_("{r} × {n}"), r=played.rank, n=played.count)


def set_words_in_full(played: PlayedSet, language: Language) -> str:
    """A set as the table names it, and how many jesters stand in it, such as "9 × 2 (1 jester)"."""
    words = set_words(played, language)
    if not played.jesters or played.rank == JESTER:
        return words
    text = _("{set} ({j} jester)") if played.jesters == 1 else _("{set} ({j} jesters)")
    return language.text(text, set=words, j=played.jesters)


def set_alt(played: PlayedSet, name: str, language: Language) -> str:
    """A set in words for screen readers, with who laid it down; plain text."""
    if played.jesters and played.rank != JESTER:
        text = (
            _("{name}: {n} of {r} ({j} jester)")
            if played.jesters == 1
            else _("{name}: {n} of {r} ({j} jesters)")
        )
        return language.text(text, name=name, r=played.rank, n=played.count, j=played.jesters)
    return language.text(_("{name}: {n} of {r}"), name=name, r=played.rank, n=played.count)


def _message(title: str, notes: tuple[str, ...]) -> Mapping[str, object]:
    return {"kind": "message", "title": title, "notes": notes, "backs": card_back(3)}


def _draw_words(public: PublicObservation, language: Language) -> tuple[str, tuple[str, ...]]:
    notes: tuple[str, ...] = (language(_("Lower draws take higher titles")),)
    if any(len(draw) > 1 for draw in public.draws or ()):
        notes += (language(_("Ties draw again")),)
    return language(_("Drawing for titles")), notes


def _has_turns(public: PublicObservation) -> bool:
    return any(trick.turns for trick in public.history)


def _flow(
    public: PublicObservation, tax: TaxObservation, table: TableInfo, language: Language
) -> tuple[object, ...]:
    names = titles(public.players)
    payer, receiver = names[public.order.index(tax.payer)], names[public.order.index(tax.receiver)]
    return (
        title_icon(payer),
        language(title_name(payer, kids=table.kids)),
        title_icon(receiver),
        language(title_name(receiver, kids=table.kids)),
        card_back(tax.count),
        language.n_cards(tax.count),
        tax.returned,
    )


def _revolution(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    assert public.revolution_by is not None
    great = public.revolution == "great"
    return {
        "kind": "revolution",
        "title": language(
            _("Great revolution! Every title is flipped") if great else _("Revolution! No taxes this round")
        ),
        "note": language.html(_("{name} declares a revolution."), name=bdi(table.name(public.revolution_by))),
        "jesters": cards(JESTER, 2),
    }


def _trick(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    top = public.top
    assert top is not None and public.top_by is not None
    trick = public.history[-1]
    laid = [(index, turn) for index, turn in enumerate(trick.turns) if turn.set is not None]
    name = table.name(public.top_by)
    return {
        "kind": "trick",
        "rank": top.rank,
        "count": top.count,
        "by": public.top_by,
        # New whenever another set is on top, and the same through passes: the flight of the cards hangs on it.
        "set_id": f"set-{public.round}-{len(public.history)}-{laid[-1][0]}",
        "more": max(0, len(laid) - 1 - PAST_SETS),
        "past": [_past(turn, table, language) for _index, turn in laid[-1 - PAST_SETS : -1]],
        "alt": set_alt(top, name, language),
        "faces": cards(top.rank, top.count, top.jesters),
        "words": set_words(top, language),
        "by_words": language.html(_("Played by {name}"), name=bdi(name)),
    }


def _past(turn: Turn, table: TableInfo, language: Language) -> tuple[int, str, Markup]:
    played = turn.set
    assert played is not None
    faces = cards(played.rank, played.count, played.jesters)
    return played.count, set_alt(played, table.name(turn.seat), language), faces
