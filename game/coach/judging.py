"""One decision of a seat, judged from its observation: what each choice was worth, and the facts that explain it.

Everything is counted in places of the running round, 1 the best; the network's chances say how likely each is.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple, TypeAlias

import msgspec

from game.bots import expert
from game.bots.gifts import gifts, without
from game.bots.hard import hold_of
from game.bots.hold import HoldTable
from game.bots.view import View, after, view_of
from game.engine.actions import Action, Pass, Play, ReturnTax
from game.engine.cards import JESTER, Rank, rank_counts
from game.engine.observation import SeatObservation
from game.engine.sets import PlayedSet, classify

Gift: TypeAlias = tuple[Rank, ...]
Option: TypeAlias = PlayedSet | Gift | None
"""A set, the ranks of cards given back, or None for a pass."""

BEST: Final = 3
"""So many of the best choices are kept of a decision."""


class Choice(msgspec.Struct, frozen=True):
    """Something that could be done, and what comes of it in the network's eyes.

    `set` and `gift` are both empty for a pass. `place` is the expected place of the round, `first` how likely the first
    one. `hold` is how likely the set stays unbeaten in its trick (None without a set), `groups` how many ranks the hand
    still has afterwards. `splits`: cards of its rank stay behind. `beaten_by`: ranks of which the unseen cards, jesters
    included, could make a better set of as many cards.
    """

    set: PlayedSet | None
    gift: Gift
    place: float
    first: float
    hold: float | None
    groups: int
    splits: bool
    beaten_by: int


class Decision(msgspec.Struct, frozen=True):
    """A decision as it was made: after `version` actions of the log, out of `options` choices. `best` come best first.

    `lost` says how many places the choice gave away against the best one; `accuracy` is 0 to 100.
    """

    version: int
    options: int
    chosen: Choice
    best: tuple[Choice, ...]
    lost: float
    accuracy: float


class Look(NamedTuple):
    """A decision that waits: `places[i]` and `firsts[i]` are what option i promises."""

    view: View
    hold: HoldTable
    options: list[Option]
    places: list[float]
    firsts: list[float]

    @property
    def ranking(self) -> list[int]:
        """The options by number, best first."""
        return sorted(range(len(self.options)), key=self.places.__getitem__)


def look(seen: SeatObservation) -> Look:
    """What the seat may do and what each of it promises. Raises: ValueError where it has no cards to decide on."""
    view = view_of(seen)
    options: list[Option]
    if seen.owes is not None and seen.owes.kind == "returnTax":
        given = gifts(view.hand, seen.owes.count)
        options, chances = [*given], expert.gift_chances(view, given)
    elif seen.owes is not None and seen.owes.kind == "play":
        moves = expert.moves_of(seen)
        options, chances = [*moves], expert.move_chances(view, moves)
    else:
        raise ValueError(f"seat {seen.seat} has no cards to decide on")
    places, firsts = [place_of(likely) for likely in chances], [likely[0] for likely in chances]
    for at, option in enumerate(options):
        if isinstance(option, PlayedSet) and option.count == sum(view.hand):
            # Who lays the last card has their place: that is known, not guessed.
            places[at], firsts[at] = view.finished + 1.0, float(not view.finished)
    return Look(view, hold_of(view), options, places, firsts)


def best_choices(seen: SeatObservation) -> tuple[Choice, ...]:
    """The best the seat can do now, best first. Raises: ValueError where it has no cards to decide on."""
    looked = look(seen)
    return tuple(_choice(looked, at) for at in looked.ranking[:BEST])


def place_at_start(seen: SeatObservation) -> float:
    """The place to expect when play begins."""
    return place_of(expert.gift_chances(view_of(seen), [()])[0])


def judge(looked: Look, taken: Option, version: int) -> Decision:
    """The judgement of what the seat did after `version` actions. Raises: ValueError for what it could not do."""
    chosen, ranking = looked.options.index(taken), looked.ranking
    lost = looked.places[chosen] - looked.places[ranking[0]]
    return Decision(
        version=version,
        options=len(looked.options),
        chosen=_choice(looked, chosen),
        best=tuple(_choice(looked, at) for at in ranking[:BEST]),
        lost=round(lost, 3),
        accuracy=round(accuracy(100 * lost / (looked.view.players - 1)), 1),
    )


def option(choice: Choice) -> Option:
    """What a choice does, as the seat may do it."""
    return choice.set or choice.gift or None


def option_of(action: Action) -> Option:
    """What an action about cards did. Raises: ValueError for any other."""
    match action:
        case Play():
            return classify(action.cards)
        case ReturnTax():
            counts = rank_counts(action.cards)
            return tuple(rank for rank, count in enumerate(counts) for _ in range(count))
        case Pass():
            return None
    raise ValueError("no decision about cards")


def accuracy(percent_lost: float) -> float:
    """How good a choice was, 0 to 100, by the percent it gave away: the curve of lichess.org/page/accuracy."""
    return min(max(103.1668 * exp(-0.04354 * percent_lost) - 3.1669, 0.0), 100.0)


def place_of(chances: Sequence[float]) -> float:
    """The expected place of chances by place."""
    return sum(chance * place for place, chance in enumerate(chances, start=1))


def _choice(looked: Look, at: int) -> Choice:
    view, option = looked.view, looked.options[at]
    place, first = round(looked.places[at], 3), round(looked.firsts[at], 3)
    if isinstance(option, PlayedSet):
        left = after(view.hand, option)
        return Choice(
            set=option,
            gift=(),
            place=place,
            first=first,
            hold=round(looked.hold[option.count][option.rank], 3),
            groups=_groups(left),
            splits=option.rank != JESTER and left[option.rank] > 0,
            beaten_by=_beaten_by(view, option),
        )
    gift = option or ()
    rest = without(view.hand, gift)
    return Choice(None, gift, place, first, None, _groups(rest), any(rest[rank] for rank in gift), 0)


def _groups(left: Sequence[int]) -> int:
    return sum(count > 0 for count in left)


def _beaten_by(view: View, laid: PlayedSet) -> int:
    jesters = view.unseen[JESTER]
    return sum(0 < view.unseen[rank] >= laid.count - jesters for rank in range(1, laid.rank))
