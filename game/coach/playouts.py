"""Whether a mistake was one: both choices played out from the same dealt worlds, by the network for everybody.

A pure function of the observation and a seed. It stops as soon as the answer is clear: looked at four times, with the
bound of Pocock (1977) that keeps the error of all four together at 5 %.
"""

from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

import msgspec

from game.bots import expert
from game.bots.hard import last_set
from game.bots.view import view_of
from game.coach.judging import Option, place_of
from game.coach.worlds import acted, deal_unseen, open_world
from game.engine.cards import Seat
from game.engine.observation import SeatObservation, observe_seat
from game.engine.sets import PlayedSet, classify
from game.engine.state import Match, Playing

LOOKS: Final = (40, 80, 160, 300)
"""After so many worlds it is looked at."""

BOUND: Final = 2.361
"""So many standard errors the gain is away from 0 where it counts: four looks, 5 % in all."""

WORTHLESS: Final = 0.1
"""A gain that is smaller than so many places for certain needs no further worlds."""


class Checked(msgspec.Struct, frozen=True):
    """What playing out showed: the better choice gains `gain` ± `margin` places, over so many pairs."""

    gain: float
    margin: float
    pairs: int

    @property
    def is_sure(self) -> bool:
        """Whether the better choice is better for certain."""
        return self.gain > self.margin


class Effort(NamedTuple):
    """A check and what it cost: choices of the network."""

    checked: Checked
    choices: int


def check(seen: SeatObservation, chosen: Option, better: Option, seed: str, most: int) -> Effort:
    """Plays both choices out in the same worlds until it is clear which is better, or the last look is over.

    A look that would need more than `most` choices of the network in all is left out; the first one never is.
    """
    chance, gains, choices = Random(seed), list[float](), 0
    checked = Checked(0.0, inf, 0)
    for pairs in LOOKS:
        if gains and choices * pairs > most * len(gains):
            break
        while len(gains) < pairs:
            hands = deal_unseen(seen, chance)
            ends = [_played_out(open_world(seen, hands, option), seen.seat) for option in (chosen, better)]
            choices += ends[0].choices + ends[1].choices
            gains.append(ends[0].place - ends[1].place)
        gain, margin = fmean(gains), BOUND * stdev(gains) / sqrt(len(gains))
        checked = Checked(round(gain, 3), round(margin, 3), len(gains))
        if checked.is_sure or gain + margin < WORTHLESS:
            break
    return Effort(checked, choices)


class _End(NamedTuple):
    place: int
    choices: int


def _played_out(match: Match, seat: Seat) -> _End:
    """The place that the seat ends with, everybody playing for the best place as the network sees it."""
    choices = 0
    while isinstance(match.phase, Playing) and match.table.out[seat] is None:
        seen = observe_seat(match, match.phase.current)
        moves = expert.moves_of(seen)
        if (last := last_set(seen)) is not None:
            move: PlayedSet | None = classify(last)
        elif len(moves) == 1:
            move = moves[0]
        else:
            places = [place_of(chances) for chances in expert.move_chances(view_of(seen), moves)]
            move, choices = moves[places.index(min(places))], choices + 1
        match = acted(match, move)
    return _End(match.table.out[seat] or match.setup.players, choices)
