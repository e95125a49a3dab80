"""The hard bot of `game.bots.hard` on arrays: the same choices, ties included."""

import numpy as np

from game.bots import hard
from game.simulation.compiled import compiled
from game.simulation.holding import Floats
from game.simulation.table import Ints

SURE = hard.SURE
GROUPS, LOSS, WORST, STRENGTH, SURES = range(5)
PARTS = len(hard.Weights._fields)


@compiled
def plan_into(hand: Ints, hold: Floats, plan: Floats) -> None:
    """Writes the plan for a hand as five numbers."""
    counts = hand.copy()
    spare = counts[13]
    while spare:
        best, most = 0, 0.0
        for rank in range(1, 13):
            if hand[rank]:
                gain = hold[counts[rank] + 1, rank] - hold[counts[rank], rank]
                if gain > most:
                    best, most = rank, gain
        if best == 0:
            break
        counts[best] += 1
        spare -= 1
    groups, loss, worst, strength, sure = 0, 0.0, 0.0, 0.0, 0
    for rank in range(1, 13):
        if hand[rank]:
            lost = 1.0 - hold[counts[rank], rank]
            groups += 1
            loss += lost
            worst = max(worst, lost)
            strength += (13 - rank) / 12
            if lost < SURE:
                sure += 1
    if spare:
        groups += 1
        loss += 1.0
        worst = 1.0
    plan[GROUPS] = groups
    plan[LOSS] = loss
    plan[WORST] = worst
    plan[STRENGTH] = strength
    plan[SURES] = sure


@compiled
def plan_value(plan: Floats, weights: Floats) -> float:
    """What a plan is worth."""
    return (
        -weights[0] * plan[GROUPS]
        - weights[1] * plan[LOSS]
        + weights[2] * plan[WORST]
        + weights[3] * plan[STRENGTH]
    )


@compiled
def hard_scores(
    table: np.record, moves: Ints, count: int, hold: Floats, weights: Floats, out: Floats
) -> None:
    """Writes what each of the first `count` moves is worth to who is to act."""
    seat = table.current
    hand = table.hands[seat].copy()
    size = table.sizes[seat] / 16
    plan = np.empty(5)
    for index in range(count):
        rank, laid, jesters = moves[index]
        if laid == 0:
            alive = 0
            for other in range(table.players):
                if other != seat and table.places[other] == 0:
                    alive += 1
            plan_into(hand, hold, plan)
            out[index] = plan_value(plan, weights) - weights[11] + weights[12] * alive / 8
            continue
        numbers = laid - jesters
        hand[rank] -= numbers
        hand[13] -= jesters
        plan_into(hand, hold, plan)
        hand[rank] += numbers
        hand[13] += jesters
        strong = (13 - rank) / 12
        if table.count:
            price = strong * (weights[7] + weights[8] * size)
        else:
            price = strong * (weights[9] * size)
        holds = weights[4] - weights[5] * (plan[LOSS] - plan[WORST]) + weights[6] * plan[SURES]
        out[index] = plan_value(plan, weights) + hold[laid, rank] * holds - price - weights[10] * jesters


@compiled
def hard_gift(hand: Ints, count: int, hold: Floats, weights: Floats, ranks: Ints) -> None:
    """Writes the ranks of the 1 or 2 number cards to give back into `ranks`; 0 where only one is owed."""
    hand = hand.copy()
    plan = np.empty(5)
    most = -np.inf
    for first in range(1, 13):
        if hand[first] == 0:
            continue
        hand[first] -= 1
        for second in range(first if count == 2 else 12, 13):
            if count == 2:
                if hand[second] == 0:
                    continue
                hand[second] -= 1
            plan_into(hand, hold, plan)
            if count == 2:
                hand[second] += 1
            value = plan_value(plan, weights)
            if value > most:
                most = value
                ranks[0] = first
                ranks[1] = second if count == 2 else 0
        hand[first] += 1
