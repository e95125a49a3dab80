"""What `#controls` asks its owner: the form for this phase, or a sentence while there is nothing to do."""

from django.utils.translation import gettext_noop as _

from game.engine.cards import JESTERS, CardSet
from game.engine.observation import PublicObservation, SeatObservation, hopeless_follow
from game.rendering.language import Language
from game.rendering.log import rank_names
from game.rendering.pieces import bdi
from game.rendering.table import TableInfo


def controls_context(
    own: SeatObservation | None, public: PublicObservation, table: TableInfo, language: Language
) -> dict[str, object]:
    """The names `controls.jinja` uses; `mode` says which form is drawn. `own` is None for somebody who watches."""
    context: dict[str, object] = {
        "mode": "watch",
        "text": "",
        "decision": public.decision,
        "autoplay": own is not None and public.autoplay[own.seat] and public.phase != "finished",
        "room_code": table.room_code,
        "kids": table.kids,
        "practice": table.practice,
        "paused": public.is_paused,
    }
    if public.phase == "finished" or table.cut:
        return context | {"mode": "finished"}
    if own is None:
        return context | {"text": language(_("You’re watching. Nobody’s hand is shown."))}
    if own.owes is None:
        return context | _idle(own, table, language)
    match own.owes.kind:
        case "confirm":
            great = public.order[-1] == own.seat
            return context | {"mode": "rev", "can_declare": own.can_declare, "great": great}
        case "returnTax":
            return context | _tax(own, table, language)
        case "next":
            return context | {"mode": "next", "seconds": table.seconds_left(), "deadline": table.deadline}
    stuck = not own.must_lead and not own.legal
    return context | {
        "mode": "play",
        "lead": own.must_lead,
        "stuck": stuck,
        "hopeless": hopeless_follow(public, own.seat),
        "jesters": jesters_held(own),
    }


def jesters_held(own: SeatObservation) -> int:
    """How many jesters the seat holds."""
    return (own.hand & JESTERS).bit_count()


def _idle(own: SeatObservation, table: TableInfo, language: Language) -> dict[str, object]:
    """Nothing is asked: pick ahead in play, otherwise a sentence about what is being waited for."""
    public = own.public
    place = public.out[own.seat]
    if public.is_paused and public.phase != "playing":
        return {"text": language(_("The game is paused"))}
    if public.phase == "playing" and place is None:
        return {
            "mode": "wait",
            "lead": False,
            "stuck": False,
            "hopeless": False,
            "jesters": jesters_held(own),
        }
    if public.phase == "playing":
        done = (
            _("Great job, all cards played! Place {n}!")
            if table.kids
            else _("You finished {n}. Enjoy the show!")
        )
        return {"text": language.text(done, n=place)}
    if public.phase == "taxReturn":
        return {"text": _tax_news(own, table, language)}
    return {"text": language(_("Ready. Waiting for the others."))}


def _tax_news(own: SeatObservation, table: TableInfo, language: Language) -> str:
    tax = own.tax
    if tax is None:
        return language(_("Taxes are changing hands"))
    if tax.receiver == own.seat:
        return f"{language(_('Given back'))}: {_names(tax.gift or 0, language)}"
    count = tax.tribute.bit_count()
    if table.kids:
        gave = (
            _("You gave the Noble a present of 1 card")
            if count == 1
            else _("You gave the King a present of 2 cards")
        )
    else:
        gave = _("Your best card went as tax") if count == 1 else _("Your best {n} cards went as tax")
    return f"{language.text(gave, n=count)}: {_names(tax.tribute, language)}"


def _names(held: CardSet, language: Language) -> str:
    return ", ".join(rank_names(held, language))


def _tax(own: SeatObservation, table: TableInfo, language: Language) -> dict[str, object]:
    assert own.owes is not None and own.tax is not None
    need = own.owes.count
    one = need == 1
    received = _("You received {n} card from {name}") if one else _("You received {n} cards from {name}")
    return {
        "mode": "tax",
        "need": need,
        "title": language.text(
            _("Choose {n} card to give back") if one else _("Choose {n} cards to give back"), n=need
        ),
        "received": language.html(received, n=need, name=bdi(table.name(own.tax.payer))),
        "give": language.text(_("Give back {n}"), n=need),
        "left": language.text(_("Choose {n} more"), n=need),
    }
