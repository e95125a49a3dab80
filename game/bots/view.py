"""What the better bots look at: an observation as counts of ranks, seats named by their standing.

Made from a `SeatObservation` and nothing else. Counts by rank are 14 numbers, index 13 the jesters, index 0
always 0. "Standing" is the 0-based place at the table this round; the turn goes from one to the next.
"""

from collections.abc import Sequence

import msgspec

from game.engine.cards import JESTER, Rank, full_deck, rank_counts
from game.engine.observation import SeatObservation
from game.engine.sets import PlayedSet


class View(msgspec.Struct, frozen=True):
    """One seat's view of a round. Tuples without another note are indexed by standing.

    `hand`, `unseen` and `known` are counts by rank: what I hold, what I have seen neither in my hand nor on the
    table, and what my tax partner holds at least. `sizes` are numbers of cards, `places` 1-based and 0 for who is
    still in play, `passed` as observed, `top_by` a standing or -1. Where I choose a gift, `sizes` are those after
    both taxes, whoever has answered already.
    """

    players: int
    me: int
    hand: tuple[int, ...]
    unseen: tuple[int, ...]
    known: tuple[int, ...]
    sizes: tuple[int, ...]
    places: tuple[int, ...]
    passed: tuple[bool, ...]
    top: PlayedSet | None
    top_by: int
    is_taxed: bool
    locks_out: bool
    is_short: bool

    @property
    def finished(self) -> int:
        """How many players are out."""
        return self.players - self.places.count(0)

    @property
    def others(self) -> list[int]:
        """How many cards each opponent in play holds, by standing."""
        return [
            size
            for seat, (size, place) in enumerate(zip(self.sizes, self.places, strict=True))
            if not place and seat != self.me
        ]


def view_of(observation: SeatObservation) -> View:
    """The view that an observation gives."""
    public, seat = observation.public, observation.seat
    order = public.order
    hand = rank_counts(observation.hand)
    unseen = [deck - held for deck, held in zip(rank_counts(full_deck(public.options)), hand, strict=True)]
    known = _known(observation)
    partner = _partner(observation)
    for trick in public.history:
        for turn in trick.turns:
            if (laid := turn.set) is None:
                continue
            numbers = laid.count - laid.jesters
            _take(unseen, laid.rank, numbers, laid.jesters)
            if turn.seat == partner:
                _take(known, laid.rank, numbers, laid.jesters)
    sizes = list(public.counts)
    for tax in public.taxes:
        if not tax.returned:
            sizes[tax.payer] += tax.count
            sizes[tax.receiver] -= tax.count
    return View(
        players=public.players,
        me=order.index(seat),
        hand=hand,
        unseen=tuple(unseen),
        known=tuple([max(count, 0) for count in known]),
        sizes=tuple([sizes[at] for at in order]),
        places=tuple([public.out[at] or 0 for at in order]),
        passed=tuple([public.passed[at] for at in order]),
        top=public.top,
        top_by=-1 if public.top_by is None else order.index(public.top_by),
        is_taxed=bool(public.taxes),
        locks_out=public.options.pass_locks_out,
        is_short=public.options.remove_high_cards,
    )


def after(hand: Sequence[int], move: PlayedSet | None) -> list[int]:
    """The counts of a hand once a set is laid down; the same counts for a pass."""
    left = list(hand)
    if move is not None:
        _take(left, move.rank, move.count - move.jesters, move.jesters)
    return left


def _take(counts: list[int], rank: Rank, numbers: int, jesters: int) -> None:
    if numbers:
        counts[rank] -= numbers
    counts[JESTER] -= jesters


def _partner(observation: SeatObservation) -> int | None:
    tax = observation.tax
    if tax is None:
        return None
    return tax.receiver if tax.payer == observation.seat else tax.payer


def _known(observation: SeatObservation) -> list[int]:
    """What the partner was seen to have when play began.

    By rank alone: which copy of a rank came back tells more, but nothing that decides a choice.
    """
    tax = observation.tax
    if tax is None:
        return [0] * (JESTER + 1)
    gift = rank_counts(tax.gift or 0)
    if tax.receiver == observation.seat:
        return list(gift)
    return [max(gave - got, 0) for gave, got in zip(rank_counts(tax.tribute), gift, strict=True)]
