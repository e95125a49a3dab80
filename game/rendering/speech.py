"""Public events as one sentence for screen readers; a burst is joined, and nothing viewer-dependent is said here."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

from game.engine import events as happened
from game.engine.events import Event
from game.rendering.language import Language
from game.rendering.table import TableInfo


def spoken(events: Iterable[Event], table: TableInfo, language: Language) -> str:
    """Everything that happened, as plain text; empty where nothing is worth saying."""
    return " ".join(filter(None, [_sentence(event, table, language) for event in events]))


def _sentence(event: Event, table: TableInfo, language: Language) -> str:
    match event:
        case happened.SetPlayed(seat, played, left):
            text = _("{name} plays {n} of {r}. {k} left.")
            return language.text(text, name=table.name(seat), n=played.count, r=played.rank, k=left)
        case happened.Passed(seat):
            return language.text(_("{name} passes."), name=table.name(seat))
        case happened.WentOut(seat, place):
            return language.text(_("{name} is out in place {n}."), name=table.name(seat), n=place)
        case happened.TrickWon(_seat, leader):
            return language.text(_("Trick cleared. {name} leads."), name=table.name(leader))
        case happened.RevolutionDeclared(seat, great):
            done = (
                _("Great revolution! Every title is flipped")
                if great
                else _("Revolution! No taxes this round")
            )
            declared = language.text(_("{name} declares a revolution."), name=table.name(seat))
            return f"{declared} {language(done)}"
        case happened.RoundDealt(number):
            return language.text(_("Round {n} begins"), n=number) + "."
        case happened.TaxTaken(payer, receiver, count):
            return _flow(payer, receiver, count, table, language)
        case happened.TaxReturned(payer, receiver, count):
            return _flow(receiver, payer, count, table, language)
        case happened.PauseAsked(seat):
            return language.text(_("{name} would like a pause"), name=table.name(seat)) + "."
        case happened.PauseBegan():
            return language(_("The game is paused")) + "."
        case happened.PauseEnded():
            return language(_("The game goes on")) + "."
        case happened.MatchEnded():
            return language(_("Game over!"))
    return ""


def _flow(giver: int, taker: int, count: int, table: TableInfo, language: Language) -> str:
    text = _("{a} → {b}: {n} card") if count == 1 else _("{a} → {b}: {n} cards")
    return language.text(text, a=table.name(giver), b=table.name(taker), n=count) + "."
