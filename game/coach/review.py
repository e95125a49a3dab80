"""A whole match as one seat played it: every round's course, and what each decision gave away.

In two steps from what the seat saw, moment by moment: `review` judges, `confirmed` plays the dearest ones out.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from statistics import fmean
from typing import Final

import msgspec
from msgspec.structs import replace

from game.bots.utility import FOLLOWING
from game.coach.judging import Decision, judge, look, option, option_of, place_at_start, place_of
from game.coach.playouts import Checked, check
from game.engine.actions import Action
from game.engine.cards import JESTER
from game.engine.observation import SeatObservation

SLIP: Final = 0.1
MISTAKE: Final = 0.25
BLUNDER: Final = 0.5
"""From so many places on a decision is called a slip, a mistake, a blunder."""

CHECKED_A_ROUND: Final = 3
MOST_CHOICES: Final = 9_000
"""So many choices of the network, a few seconds, go into playing out one seat's match, a third of them at most into one
decision."""


class Moment(msgspec.Struct, frozen=True):
    """What a seat saw after `version` actions of the log, and what it did then, if it was its own doing.

    `action` is None where play began; `is_own` is False where a deadline, a bot or a host answered.
    """

    version: int
    seen: SeatObservation
    action: Action | None
    is_own: bool


class Point(msgspec.Struct, frozen=True):
    """The place to expect in a round after so many actions of the log."""

    version: int
    place: float


class Judged(msgspec.Struct, frozen=True):
    """A decision with what playing it out showed, where that was done."""

    decision: Decision
    checked: Checked | None = None

    @property
    def cost(self) -> float:
        """The places that may be said to be lost: what playing out showed; without it nothing as large as a mistake."""
        if self.checked is not None:
            return self.checked.gain if self.checked.is_sure else 0.0
        return self.decision.lost if self.decision.lost < MISTAKE else 0.0

    @property
    def label(self) -> str:
        """`blunder`, `mistake`, `slip`, or empty for a good one."""
        bounds = (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP))
        return next((name for name, least in bounds if self.cost >= least), "")


class RoundReview(msgspec.Struct, frozen=True):
    """A round as the seat played it. `standing` and `place` are 1-based, the latter 0 for a round without an end.

    `luck`: by how many places the hand it began with was better than the standing's mean, None where that is unknown.
    """

    round: int
    standing: int
    place: int
    luck: float | None
    points: tuple[Point, ...]
    judged: tuple[Judged, ...]

    @property
    def lost(self) -> float:
        """The places that all decisions gave away, in the network's eyes."""
        return sum(each.decision.lost for each in self.judged)

    @property
    def accuracy(self) -> float | None:
        """The mean accuracy of the decisions."""
        return fmean([each.decision.accuracy for each in self.judged]) if self.judged else None


class Review(msgspec.Struct, frozen=True):
    """A match as one seat played it."""

    players: int
    rounds: tuple[RoundReview, ...]


def review(moments: Iterable[Moment], places: Sequence[int]) -> Review:
    """The review of a seat's moments, in order, and the places its rounds ended with; nothing is played out."""
    rounds = [list(each) for _, each in groupby(moments, key=lambda moment: moment.seen.public.round)]
    ended = [*places, *[0] * len(rounds)]
    players = rounds[0][0].seen.public.players if rounds else 0
    return Review(players, tuple([_round(each, ended[number]) for number, each in enumerate(rounds)]))


def confirmed(judged: Review, seen_at: Callable[[int], SeatObservation], seed: str) -> Review:
    """The review with its dearest decisions played out, the dearest first, for as long as the effort lasts.

    `seen_at(version)` is what the seat saw after so many actions.
    """
    checked: dict[int, Checked] = {}
    left = MOST_CHOICES
    for decision in _dearest(judged):
        if left > 0:
            effort = check(
                seen_at(decision.version),
                option(decision.chosen),
                option(decision.best[0]),
                f"{seed}:{decision.version}",
                most=min(left, MOST_CHOICES // 3),
            )
            checked[decision.version] = effort.checked
            left -= effort.choices
    return replace(judged, rounds=tuple([_with_checks(each, checked) for each in judged.rounds]))


def _dearest(judged: Review) -> list[Decision]:
    dear: list[Decision] = []
    for each in judged.rounds:
        decisions = [one.decision for one in each.judged if one.decision.lost >= MISTAKE]
        dear += sorted(decisions, key=_lost, reverse=True)[:CHECKED_A_ROUND]
    return sorted(dear, key=_lost, reverse=True)


def _lost(decision: Decision) -> float:
    return decision.lost


def _with_checks(each: RoundReview, checked: dict[int, Checked]) -> RoundReview:
    judged = [
        replace(one, checked=checked[one.decision.version]) if one.decision.version in checked else one
        for one in each.judged
    ]
    return replace(each, judged=tuple(judged))


def _round(moments: Sequence[Moment], place: int) -> RoundReview:
    points: list[Point] = []
    judged: list[Judged] = []
    standing, luck = 0, None
    for moment in moments:
        if moment.action is None:
            start = place_at_start(moment.seen)
            standing = moment.seen.public.order.index(moment.seen.seat)
            luck = _luck(moment.seen.public.players, standing, start)
            points.append(Point(moment.version, round(start, 2)))
            continue
        taken = option_of(moment.action)
        if isinstance(taken, tuple) and JESTER in taken:
            continue  # the network has never seen a jester given back
        looked = look(moment.seen)
        if not isinstance(taken, tuple):
            points.append(Point(moment.version + 1, round(looked.places[looked.options.index(taken)], 2)))
        if moment.is_own and len(looked.options) > 1:
            judged.append(Judged(judge(looked, taken, moment.version)))
    public = moments[0].seen.public
    return RoundReview(public.round, standing + 1, place, luck, tuple(points), tuple(judged))


def _luck(players: int, standing: int, start: float) -> float | None:
    if players not in FOLLOWING:
        return None
    return round(place_of(FOLLOWING[players][standing]) - start, 2)
