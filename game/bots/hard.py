"""The hard bot: counts cards, and lays down what leaves the best plan for the rest of its hand.

A plan takes every rank held as one set to come. What a set is worth is how surely it holds a trick
(`game.bots.hold`); everything else is thirteen weights. Strategic passing, keeping sets together, jesters that
make a set safe: all of it follows from the plan.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from game.bots.gifts import gift_cards, gifts, without
from game.bots.hold import LARGEST_SET, HoldTable, hold_table
from game.bots.view import View, after, view_of
from game.engine.actions import Action, ConfirmHand, Next, Pass, Play, ReturnTax
from game.engine.cards import JESTER, CardSet, Rank
from game.engine.observation import SeatObservation
from game.engine.sets import PlayedSet, cards_for

SURE: Final = 0.05
"""A set that loses the trick less often counts as sure."""


class Weights(NamedTuple):
    """What the parts of a plan and of a move are worth.

    Of a plan: `groups`, `loss`, `worst`, `strength` as in `Plan`. Of a move: `hold`, `hold_loss` and `hold_sure` for
    how surely it holds the trick, more where the rest has few losers and many sure sets; `follow`, `follow_size` and
    `lead_size` for the strong cards it costs, by the size of the hand; `jesters`. Of a pass: `waiting`, `alive`.
    """

    groups: float
    loss: float
    worst: float
    strength: float
    hold: float
    hold_loss: float
    hold_sure: float
    follow: float
    follow_size: float
    lead_size: float
    jesters: float
    waiting: float
    alive: float


WEIGHTS: Final = Weights(
    groups=2.352,
    loss=4.051,
    worst=3.375,
    strength=3.199,
    hold=6.245,
    hold_loss=2.552,
    hold_sure=2.509,
    follow=2.638,
    follow_size=4.061,
    lead_size=8.603,
    jesters=1.319,
    waiting=1.83,
    alive=3.057,
)
"""`manage.py fit_hard --seed 1`: the blend that clears its bars by most, judged by weights of 106 million decisions."""


class Plan(NamedTuple):
    """A hand as sets to come.

    `loss` adds up how likely each of them does not hold, `worst` is the largest of these. `strength` adds up how
    strong the ranks held are (1 for a 1, 1/12 for a 12). `sure` sets hold almost always.
    """

    groups: int
    loss: float
    worst: float
    strength: float
    sure: int


def choose(observation: SeatObservation) -> Action:
    """The bot's answer to what the seat owes. Raises: ValueError where it owes nothing."""
    owes = observation.owes
    if owes is None:
        raise ValueError(f"seat {observation.seat} owes nothing")
    match owes.kind:
        case "play":
            return _play(observation)
        case "confirm":
            return ConfirmHand(declares(observation))
        case "returnTax":
            view = view_of(observation)
            return ReturnTax(gift_cards(observation.hand, gift(view, owes.count)))
        case "next":
            return Next()
        case _:
            assert_never(owes.kind)


def declares(observation: SeatObservation) -> bool:
    """Whether to declare a revolution: always but as a dalmuti, who would give up their tax."""
    return observation.can_declare and observation.seat not in observation.public.order[:2]


def last_set(observation: SeatObservation) -> CardSet | None:
    """The cards that empty the hand at once, where there are such: never wrong to lay down."""
    hand = observation.hand
    for option in observation.legal:
        if option.count == hand.bit_count():
            return cards_for(hand, option)
    return None


def scores(view: View, legal: Sequence[PlayedSet], weights: Weights = WEIGHTS) -> list[float]:
    """What each legal set is worth, and last, where one may pass, passing."""
    hold = hold_of(view)
    size = sum(view.hand) / 16
    values = [_worth(view, move, hold, size, weights) for move in legal]
    if view.top is not None:
        values.append(pass_value(plan(view.hand, hold), len(view.others), weights))
    return values


def hold_of(view: View) -> HoldTable:
    """The hold table of a view, as far as its hand and the table's top need it."""
    most = max(view.hand[1:JESTER]) + view.hand[JESTER]
    return hold_table(
        view.unseen, view.others, min(max(most, view.top.count if view.top else 1), LARGEST_SET)
    )


def plan(hand: Sequence[int], hold: HoldTable) -> Plan:
    """The plan for a hand.

    Each jester joins the set that it makes safer by most; those that help none are one more set that never holds.
    """
    counts = list(hand)
    ranks = [rank for rank in range(1, JESTER) if counts[rank]]
    spare = counts[JESTER]
    while spare:
        best, most = 0, 0.0
        for rank in ranks:
            gain = hold[counts[rank] + 1][rank] - hold[counts[rank]][rank]
            if gain > most:
                best, most = rank, gain
        if not best:
            break
        counts[best] += 1
        spare -= 1
    loss, worst, strength, sure = 0.0, 0.0, 0.0, 0
    for rank in ranks:
        lost = 1.0 - hold[counts[rank]][rank]
        loss += lost
        worst = max(worst, lost)
        strength += (JESTER - rank) / 12
        sure += lost < SURE
    groups = len(ranks)
    if spare:
        groups, loss, worst = groups + 1, loss + 1.0, 1.0
    return Plan(groups, loss, worst, strength, sure)


def plan_value(plan: Plan, weights: Weights) -> float:
    """What a plan is worth."""
    return (
        -weights.groups * plan.groups
        - weights.loss * plan.loss
        + weights.worst * plan.worst
        + weights.strength * plan.strength
    )


def pass_value(plan: Plan, alive: int, weights: Weights) -> float:
    """What passing is worth: the plan as it is, less the turn, more while many others still hold cards."""
    return plan_value(plan, weights) - weights.waiting + weights.alive * alive / 8


def gift(view: View, count: int) -> tuple[Rank, ...]:
    """The ranks of the 1 or 2 number cards whose loss leaves the best plan; the first of equals."""
    hold = hold_of(view)
    best: tuple[Rank, ...] = ()
    most = float("-inf")
    for ranks in gifts(view.hand, count):
        value = plan_value(plan(without(view.hand, ranks), hold), WEIGHTS)
        if value > most:
            best, most = ranks, value
    return best


def _play(observation: SeatObservation) -> Action:
    legal = observation.legal
    if not legal:
        return Pass()
    if (last := last_set(observation)) is not None:
        return Play(last)
    values = scores(view_of(observation), legal)
    best = values.index(max(values))
    return Pass() if best == len(legal) else Play(cards_for(observation.hand, legal[best]))


def _worth(view: View, move: PlayedSet, hold: HoldTable, size: float, weights: Weights) -> float:
    rest = plan(after(view.hand, move), hold)
    strong = (JESTER - move.rank) / 12
    if view.top is None:
        price = strong * (weights.lead_size * size)
    else:
        price = strong * (weights.follow + weights.follow_size * size)
    holds = weights.hold - weights.hold_loss * (rest.loss - rest.worst) + weights.hold_sure * rest.sure
    return (
        plan_value(rest, weights)
        + hold[move.count][move.rank] * holds
        - price
        - weights.jesters * move.jesters
    )
