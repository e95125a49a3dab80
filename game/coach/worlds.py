"""How the cards that a seat cannot see may lie: drawn anew, as its observation allows, and made a match to play on."""

from random import Random

from msgspec.structs import replace

from game.bots.gifts import gift_cards
from game.bots.view import view_of
from game.coach.judging import Option
from game.engine.actions import Origin, Pass, Play
from game.engine.attendance import all_present
from game.engine.cards import JESTER, RANK, CardSet, Hand, Seat, bits, lowest
from game.engine.observation import SeatObservation
from game.engine.rules import ENGINE_VERSION, apply
from game.engine.sets import PlayedSet, cards_for
from game.engine.state import Match, Playing, Round, Setup, Table, turn_order


def deal_unseen(seen: SeatObservation, chance: Random) -> tuple[Hand, ...]:
    """Hands by seat: one's own as it is, the others drawn from the unseen cards.

    Everybody has as many cards as they show, and whoever exchanged a tax with this seat has what it knows them to have.
    Where a gift is still to be chosen, its receiver lacks it.
    """
    view, order = view_of(seen), seen.public.order
    unseen = [_spare(seen.hand, rank, view.unseen[rank]) for rank in range(JESTER + 1)]
    hands, sizes = [0] * len(order), list(view.sizes)
    partner = partner_of(seen)
    if partner is not None:
        hands[partner] = sum(lowest(cards, view.known[rank]) for rank, cards in enumerate(unseen))
        if owed := gift_owed(seen):
            sizes[order.index(partner)] -= owed
    pool = list(bits(sum(unseen) & ~sum(hands)))
    chance.shuffle(pool)
    for standing, seat in enumerate(order):
        while seat != seen.seat and hands[seat].bit_count() < sizes[standing]:
            hands[seat] |= 1 << pool.pop()
    hands[seen.seat] = seen.hand
    return tuple(hands)


def open_world(seen: SeatObservation, hands: tuple[Hand, ...], option: Option) -> Match:
    """The match as it would go on if the cards lay so and the seat did this."""
    public, players = seen.public, seen.public.players
    taxes, public_taxes = () if seen.tax is None else (seen.tax,), public.taxes
    current = public.current
    if isinstance(option, tuple):
        assert seen.tax is not None, "who gives back has received"
        gift = gift_cards(seen.hand, option)
        moved = list(hands)
        moved[seen.seat] &= ~gift
        moved[seen.tax.payer] |= gift
        hands, current = tuple(moved), public.order[0]
        taxes = (replace(seen.tax, gift=gift),)
        public_taxes = tuple([replace(tax, returned=True) for tax in public_taxes])
    assert current is not None, "somebody is to play"
    is_open = bool(public.history) and public.history[-1].winner is None
    match = Match(
        setup=Setup(players, public.options, b"", "", (), None, ENGINE_VERSION),
        version=public.version,
        decision=public.decision,
        opened_at=0,
        attendance=all_present(players),
        round=Round(
            public.round,
            public.order,
            turn_order(public.order),
            public.revolution,
            public.revolution_by,
            taxes,
            public_taxes,
        ),
        hands=hands,
        table=Table(
            history=public.history[:-1] if is_open else public.history,
            trick=public.history[-1] if is_open else None,
            top=public.top,
            top_by=public.top_by,
            passed=public.passed,
            out=public.out,
        ),
        phase=Playing(current),
        results=(),
        totals=(0,) * players,
    )
    return match if isinstance(option, tuple) else acted(match, option)


def acted(match: Match, option: PlayedSet | None) -> Match:
    """The match after whoever is to play has laid this set down, or passed."""
    assert isinstance(match.phase, Playing)
    seat = match.phase.current
    action = Pass() if option is None else Play(cards_for(match.hands[seat], option))
    return apply(match, seat, action, origin=Origin.BOT, at=0).match


def gift_owed(seen: SeatObservation) -> int:
    """How many cards the seat must give back now."""
    return seen.owes.count if seen.owes is not None and seen.owes.kind == "returnTax" else 0


def partner_of(seen: SeatObservation) -> Seat | None:
    """Who exchanged a tax with the seat."""
    if seen.tax is None:
        return None
    return seen.tax.payer if seen.tax.receiver == seen.seat else seen.tax.receiver


def _spare(hand: Hand, rank: int, count: int) -> CardSet:
    """So many cards of a rank that are not in the hand. Which copies they are changes nothing."""
    return lowest(RANK[rank] & ~hand, count)
