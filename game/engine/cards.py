"""Cards and sets of cards as bits:

what a card is, its id, its order. Knows no hand's owner and no rule of play.

A hand or any other collection of cards is one integer with one bit a card, in card order: bit 0 is "01-01",
bits 1 and 2 are "02-01" and "02-02", … the last two are the jesters "13-01" and "13-02". Union is `|`,
without is `& ~`, size is `.bit_count()`. Nothing outside the engine and the bots works on the bits.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from game.engine.options import Options

Seat: TypeAlias = int
"""A player's fixed index in the match, 0-based."""

Rank: TypeAlias = int
"""1 (best) … 12 (worst); 13 for jesters alone."""

CardSet: TypeAlias = int
"""Any cards, as 80 bits."""

Hand: TypeAlias = int
"""The cards one seat holds, as 80 bits."""

JESTER: Rank = 13
WORST: Rank = 12
"""The worst rank of a number card."""

COPIES: tuple[int, ...] = (0, *range(1, 13), 2)
"""`COPIES[rank]`: how many cards of a rank exist; rank 13 has the two jesters, rank 0 none."""


def _rank_masks() -> tuple[CardSet, ...]:
    masks, first = [], 0
    for copies in COPIES:
        masks.append(((1 << copies) - 1) << first)
        first += copies
    return tuple(masks)


RANK: tuple[CardSet, ...] = _rank_masks()
"""`RANK[rank]`: all cards of a rank."""

JESTERS: CardSet = RANK[JESTER]
DECK: CardSet = sum(RANK)
NUMBERS: CardSet = DECK & ~JESTERS
HIGH: CardSet = RANK[9] | RANK[10] | RANK[11] | RANK[12]
"""The cards that `removeHighCards` takes out."""

RANK_OF: tuple[Rank, ...] = tuple(rank for rank, copies in enumerate(COPIES) for _ in range(copies))
"""`RANK_OF[bit]`: the rank of the card at a bit."""

_IDS: tuple[str, ...] = tuple(
    f"{rank:02d}-{copy:02d}" for rank, copies in enumerate(COPIES) for copy in range(1, copies + 1)
)
_BIT_OF_ID: dict[str, int] = {name: bit for bit, name in enumerate(_IDS)}


def full_deck(options: "Options") -> CardSet:
    """All cards of a match: 80, or the 38 without ranks 9–12 where `removeHighCards` is on."""
    return DECK & ~HIGH if options.remove_high_cards else DECK


def card_id(bit: int) -> str:
    """The id "<rank>-<copy>" of the card at a bit (0…79)."""
    return _IDS[bit]


def parse_card_id(text: str) -> CardSet:
    """The card named by an id, as a set of one. Raises: ValueError for anything but the 80 ids."""
    bit = _BIT_OF_ID.get(text)
    if bit is None:
        raise ValueError(f"no such card: {text!r}")
    return 1 << bit


def bits(cards: CardSet) -> Iterator[int]:
    """The bits of the cards, in card order."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def card_ids(cards: CardSet) -> list[str]:
    """The ids of the cards, in card order."""
    return [_IDS[bit] for bit in bits(cards)]


def lowest(cards: CardSet, count: int) -> CardSet:
    """The first `count` of the cards in card order; all of them where there are fewer."""
    rest = cards
    for _ in range(count):
        rest &= rest - 1 if rest else 0
    return cards ^ rest


def rank_counts(cards: CardSet) -> tuple[int, ...]:
    """How many cards of each rank: 14 numbers indexed by rank (index 0 is always 0)."""
    return tuple([(cards & mask).bit_count() for mask in RANK])


def worst_rank(cards: CardSet) -> Rank:
    """The highest rank among the number cards; 0 where there are none."""
    numbers = cards & NUMBERS
    return RANK_OF[numbers.bit_length() - 1] if numbers else 0


def weakest(cards: CardSet, count: int) -> CardSet:
    """The `count` cards one would miss least: highest number rank first, jesters last, ties by card order."""
    chosen, missing = 0, count
    for rank in (*range(WORST, 0, -1), JESTER):
        if not missing:
            break
        part = lowest(cards & RANK[rank], missing)
        chosen |= part
        missing -= part.bit_count()
    return chosen
