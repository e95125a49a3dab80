"""Taxation: the peons' best cards go up, the dalmutis' choice comes down (rules section 4.5)."""

from msgspec.structs import replace

from game.engine import tricks
from game.engine.actions import Action, ReturnTax
from game.engine.cards import JESTERS, NUMBERS, CardSet, Hand, Seat, lowest
from game.engine.deadlines import owed_count
from game.engine.errors import DuplicateCards, EmptySet, NotInHand, WrongPhase, WrongTaxCount
from game.engine.events import Event, GiftMoved, TaxReturned, TaxTaken, TributeMoved
from game.engine.state import Match, Step, TaxReturn, open_question
from game.engine.taxes import OwnTax, TaxObservation


def best_cards(hand: Hand, count: int, *, jester_taxable: bool) -> CardSet:
    """The cards a peon must give: the lowest numbers; jesters never, or first where they are taxable."""
    jesters = lowest(hand & JESTERS, count) if jester_taxable else 0
    return jesters | lowest(hand & NUMBERS, count - jesters.bit_count())


def levy(match: Match, events: tuple[Event, ...], *, at: int) -> Step:
    """Takes the tax of a round just dealt and asks for the gifts.

    Without tax the first lead comes at once.
    """
    if match.round.number == 1 and not match.setup.options.first_round_tax:
        return Step(tricks.start(match, at=at), events)
    taxed = _take(match)
    for public, tax in zip(taxed.round.public_taxes, taxed.round.taxes, strict=True):
        events = (
            *events,
            TaxTaken(tax.payer, tax.receiver, public.count),
            TributeMoved(tax.payer, tax.receiver, tax.tribute),
        )
    return Step(open_question(taxed, TaxReturn(), at=at), events)


def apply(match: Match, seat: Seat, action: Action, *, at: int) -> Step:
    """The step that a gift leads to. Raises: Refusal."""
    if not isinstance(action, ReturnTax):
        raise WrongPhase()
    count = owed_count(match, seat)
    _check_gift(match.hands[seat], action, count)
    returned = _give_back(match, seat, action.cards)
    payer = next(tax.payer for tax in match.round.taxes if tax.receiver == seat)
    events = (TaxReturned(payer, seat, count), GiftMoved(payer, seat, action.cards))
    if all(tax.returned for tax in returned.round.public_taxes):
        returned = tricks.start(returned, at=at)
    return Step(returned, events)


def _take(match: Match) -> Match:
    """Both taxes moved.

    2 cards from the last to the first, 1 between their neighbours, as computed on the deal.
    """
    order, taxable = match.round.order, match.setup.options.jester_taxable
    hands = list(match.hands)
    public_taxes, taxes = [], []
    for payer, receiver, count in ((order[-1], order[0], 2), (order[-2], order[1], 1)):
        tribute = best_cards(hands[payer], count, jester_taxable=taxable)
        hands[payer] &= ~tribute
        hands[receiver] |= tribute
        public_taxes.append(TaxObservation(payer, receiver, count, returned=False))
        taxes.append(OwnTax(payer, receiver, tribute, gift=None))
    now = replace(match.round, taxes=tuple(taxes), public_taxes=tuple(public_taxes))
    return replace(match, hands=tuple(hands), round=now)


def _give_back(match: Match, seat: Seat, cards: CardSet) -> Match:
    hands = list(match.hands)
    public_taxes, taxes = list(match.round.public_taxes), list(match.round.taxes)
    for index, tax in enumerate(taxes):
        if tax.receiver == seat:
            hands[seat] &= ~cards
            hands[tax.payer] |= cards
            taxes[index] = replace(tax, gift=cards)
            public_taxes[index] = replace(public_taxes[index], returned=True)
    now = replace(match.round, taxes=tuple(taxes), public_taxes=tuple(public_taxes))
    return replace(match, hands=tuple(hands), round=now)


def _check_gift(hand: Hand, action: ReturnTax, count: int) -> None:
    if not action.cards:
        raise EmptySet()
    if action.repeated:
        raise DuplicateCards()
    if action.cards & ~hand:
        raise NotInHand()
    if action.cards.bit_count() != count:
        raise WrongTaxCount(count=count)
