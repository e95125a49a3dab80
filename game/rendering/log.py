"""The table's log: lines from events while a match runs, or from the history when a page opens."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.engine import events as happened
from game.engine.cards import JESTER, CardSet, Rank, Seat, rank_counts
from game.engine.events import Event
from game.engine.observation import OwnTax, PublicObservation, Trick
from game.engine.sets import PlayedSet
from game.rendering.language import Language
from game.rendering.pieces import bdi, cards
from game.rendering.pile import set_words, set_words_in_full
from game.rendering.table import TableInfo


class Line(NamedTuple):
    """One line: what a seat did (`set`, or a note beside its name), or a cut across the log (`seat` is None).

    `told_more` are seats whose own log says the same with more in it: their page hides this line.
    """

    seat: Seat | None
    note: Markup | str = ""
    set: PlayedSet | None = None
    told_more: tuple[Seat, ...] = ()


def log_items(lines: Iterable[Line], table: TableInfo, language: Language) -> Markup:
    """The lines as list items."""
    rows = [
        (
            line.seat,
            bdi(table.name(line.seat)) if line.seat is not None else "",
            line.note,
            cards(line.set.rank, line.set.count, line.set.jesters) if line.set else "",
            set_words_in_full(line.set, language) if line.set else "",
            " ".join(map(str, line.told_more)),
        )
        for line in lines
    ]
    return Markup(language.template("log.jinja").render(rows=rows)) if rows else Markup("")


def event_lines(events: Iterable[Event], table: TableInfo, language: Language) -> Iterator[Line]:
    """Lines for what just happened. Private events give lines too: pass on only what the viewer may see."""
    for event in events:
        match event:
            case happened.RoundDealt(number):
                yield _round(number, language)
            case happened.RevolutionDeclared(seat, great):
                yield _declared(seat, great, table, language)
            case happened.TaxTaken(payer, receiver, count):
                yield _flow(payer, receiver, count, table, language)
            case happened.TaxReturned(payer, receiver, count):
                yield _flow(receiver, payer, count, table, language)
            case happened.TributeMoved(payer, receiver, moved):
                yield _moved(payer, receiver, moved, table, language)
            case happened.GiftMoved(payer, receiver, moved):
                yield _moved(receiver, payer, moved, table, language)
            case happened.SetPlayed(seat, played):
                yield Line(seat, set=played)
            case happened.Passed(seat):
                yield Line(seat, note=language(_("pass")))
            case happened.WentOut(seat, place):
                yield _out(seat, place, language)
            case happened.TrickWon(seat, leader):
                yield _won(seat, leader, table, language)
            case happened.PauseAsked(seat):
                yield Line(seat, note=language(_("would like a pause")))
            case happened.PauseDropped(seat):
                yield Line(seat, note=language(_("no longer wants a pause")))
            case happened.PauseBegan():
                yield Line(None, note=language(_("The game is paused")))
            case happened.PauseEnded():
                yield Line(None, note=language(_("The game goes on")))
            case happened.MatchEnded():
                yield Line(None, note=language(_("Game over!")))


def history_lines(
    public: PublicObservation, known: Collection[OwnTax], table: TableInfo, language: Language
) -> Iterator[Line]:
    """The log of this round so far, rebuilt for a page that opens now; `known`: taxes whose cards it names."""
    yield _round(public.round, language)
    if public.revolution_by is not None:
        yield _declared(public.revolution_by, public.revolution == "great", table, language)
    yield from _tax_lines(public, known, table, language)
    last_sets = _last_sets(public)
    for number, trick in enumerate(public.history):
        for index, turn in enumerate(trick.turns):
            if turn.set is None:
                yield Line(turn.seat, note=language(_("pass")))
                continue
            yield Line(turn.seat, set=turn.set)
            place = public.out[turn.seat]
            if place is not None and last_sets[turn.seat] == (number, index):
                yield _out(turn.seat, place, language)
        if trick.winner is not None and number + 1 < len(public.history):
            yield _won(trick.winner, public.history[number + 1].leader, table, language)
        elif trick.winner is not None and public.current is not None:
            yield _won(trick.winner, public.current, table, language)
    if public.phase == "finished":
        yield Line(None, note=language(_("Game over!")))


def turn_lines(trick: Trick, language: Language) -> Iterator[Line]:
    """The sets and passes of one trick, in order."""
    for turn in trick.turns:
        yield Line(turn.seat, set=turn.set, note="" if turn.set else language(_("pass")))


def _last_sets(public: PublicObservation) -> dict[Seat, tuple[int, int]]:
    """For each seat, the trick and turn of its latest set."""
    return {
        turn.seat: (number, index)
        for number, trick in enumerate(public.history)
        for index, turn in enumerate(trick.turns)
        if turn.set is not None
    }


def _round(number: int, language: Language) -> Line:
    return Line(None, note=language.text(_("Round {n} begins"), n=number))


def _declared(seat: Seat, great: bool, table: TableInfo, language: Language) -> Line:
    done = _("Great revolution! Every title is flipped") if great else _("Revolution! No taxes this round")
    declared = language.html(_("{name} declares a revolution."), name=bdi(table.name(seat)))
    return Line(None, note=Markup("{} {}").format(declared, language(done)))


def _tax_lines(
    public: PublicObservation, known: Collection[OwnTax], table: TableInfo, language: Language
) -> Iterator[Line]:
    """All tributes, then all gifts so far: in that order they happened, gifts among themselves by title."""
    cards = {(tax.payer, tax.receiver): tax for tax in known}
    for tax in public.taxes:
        yield _flow(tax.payer, tax.receiver, tax.count, table, language)
        if own := cards.get((tax.payer, tax.receiver)):
            yield _moved(tax.payer, tax.receiver, own.tribute, table, language)
    for tax in public.taxes:
        if tax.returned:
            yield _flow(tax.receiver, tax.payer, tax.count, table, language)
            own = cards.get((tax.payer, tax.receiver))
            if own is not None and own.gift is not None:
                yield _moved(tax.receiver, tax.payer, own.gift, table, language)


def _flow(giver: Seat, taker: Seat, count: int, table: TableInfo, language: Language) -> Line:
    text = _("{a} → {b}: {n} card") if count == 1 else _("{a} → {b}: {n} cards")
    note = language.html(text, a=bdi(table.name(giver)), b=bdi(table.name(taker)), n=count)
    return Line(None, note, told_more=(giver, taker))


def _moved(giver: Seat, taker: Seat, moved: CardSet, table: TableInfo, language: Language) -> Line:
    """Which cards went from seat to seat, for the eyes of these two alone."""
    names = ", ".join(rank_names(moved, language))
    text = _("{a} → {b}: {cards}")
    return Line(None, language.html(text, a=bdi(table.name(giver)), b=bdi(table.name(taker)), cards=names))


def rank_names(held: CardSet, language: Language) -> list[str]:
    """The cards as words by rank, such as "one 3" and "two jesters": "3 × 1" could be read as three of something."""
    return [_some(rank, count, language) for rank, count in enumerate(rank_counts(held)) if count]


def _some(rank: Rank, count: int, language: Language) -> str:
    """So many cards of one rank in words; a tax moves two at the most."""
    if count > 2:
        return set_words(PlayedSet(rank, count, count if rank == JESTER else 0), language)
    if rank == JESTER:
        return language(_("one jester") if count == 1 else _("two jesters"))
    return language.text(_("one {r}") if count == 1 else _("two {r}s"), r=rank)


def _out(seat: Seat, place: int, language: Language) -> Line:
    return Line(seat, note=language.text(_("is out, place {n}"), n=place))


def _won(seat: Seat, leader: Seat, table: TableInfo, language: Language) -> Line:
    """The top's player takes the trick; someone else leads where that player is out."""
    text = _("Everyone passed. {name} leads.") if seat == leader else _("Trick cleared. {name} leads.")
    return Line(None, language.html(text, name=bdi(table.name(leader))))
