"""A second opinion on what may be laid down: written from the rules, on card ids, without the engine's tables."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Form(NamedTuple):
    """What people see of a set."""

    rank: int
    count: int
    jesters: int


def rank(card: str) -> int:
    """The number before the dash."""
    return int(card.split("-")[0])


def form(cards: Iterable[str]) -> Form | None:
    """What the cards are together; None where they are no set."""
    ranks = [rank(card) for card in cards]
    numbers = {r for r in ranks if r != 13}
    if not ranks or len(numbers) > 1:
        return None
    return Form(numbers.pop() if numbers else 13, len(ranks), ranks.count(13))


def fits(cards: Iterable[str], top: Form | None) -> bool:
    """Whether the cards may be laid on the top set, or led where there is none."""
    laid = form(cards)
    if laid is None:
        return False
    return top is None or (laid.count == top.count and laid.rank < top.rank)


def subsets(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of cards, the empty one first."""
    for size in range(len(hand) + 1):
        yield from combinations(hand, size)


def legal(hand: Sequence[str], top: Form | None) -> list[Form]:
    """Every form that fits, in order. Looks at one rank with the jesters at a time: nothing else can be a set."""
    jesters = [card for card in hand if rank(card) == 13]
    found = {form(choice) for choice in subsets(jesters) if fits(choice, top)}
    for number in range(1, 13):
        group = [card for card in hand if rank(card) == number]
        for size in range(1, len(group) + 1):
            for wild in range(len(jesters) + 1):
                choice = group[:size] + jesters[:wild]
                if fits(choice, top):
                    found.add(form(choice))
    return sorted(laid for laid in found if laid is not None)
