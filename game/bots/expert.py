"""The expert: asks a network where each move leads, and takes the best.

No search and no memory: the network was trained by self-play to tell how likely each place is after a move
(`manage.py train_expert`). With a temperature it makes small mistakes, never absurd ones.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final, assert_never

from game.bots import features
from game.bots.characters import Character, leaning
from game.bots.features import Inputs
from game.bots.gifts import gift_cards, gifts
from game.bots.hard import declares, hold_of, last_set
from game.bots.hold import HoldTable
from game.bots.network import Chances, Network, expert
from game.bots.utility import utility
from game.bots.view import View, view_of
from game.engine.actions import Action, ConfirmHand, Next, Pass, Play, ReturnTax
from game.engine.cards import Rank
from game.engine.observation import SeatObservation
from game.engine.sets import PlayedSet, cards_for

WORST_TEMPERATURES: Final = 4
"""A move that loses more than so many temperatures against the best is never drawn."""


def choose(
    observation: SeatObservation,
    chance: Random,
    *,
    temperature: float = 0.0,
    character: Character | None = None,
) -> Action:
    """The bot's answer to what the seat owes; `temperature` in places. Raises: ValueError where it owes nothing."""
    owes = observation.owes
    if owes is None:
        raise ValueError(f"seat {observation.seat} owes nothing")
    match owes.kind:
        case "play":
            return _play(observation, chance, temperature, character)
        case "confirm":
            return ConfirmHand(declares(observation))
        case "returnTax":
            options = gifts(view_of(observation).hand, owes.count)
            values = expected(gift_chances(view_of(observation), options), observation)
            return ReturnTax(gift_cards(observation.hand, options[values.index(max(values))]))
        case "next":
            return Next()
        case _:
            assert_never(owes.kind)


def move_chances(
    view: View, moves: Sequence[PlayedSet | None], network: Network | None = None
) -> list[Chances]:
    """How likely each place is after each move, None a pass."""
    hold = hold_of(view)
    before = features.prospects(view.hand, hold)
    changes = [features.of_move(view, move, hold, before) for move in moves]
    return _places(view, hold, before, changes, network)


def gift_chances(
    view: View, options: Sequence[tuple[Rank, ...]], network: Network | None = None
) -> list[Chances]:
    """How likely each place is when play begins after each gift; the gift () keeps everything."""
    hold = hold_of(view)
    before = features.prospects(view.hand, hold)
    return _places(view, hold, before, features.of_gifts(view, options, hold, before), network)


def _places(
    view: View, hold: HoldTable, before: Sequence[float], changes: Sequence[Inputs], network: Network | None
) -> list[Chances]:
    shared = features.shared(view, hold, before)
    return (network or expert()).places(shared, changes, view.finished, view.players)


def moves_of(observation: SeatObservation) -> list[PlayedSet | None]:
    """Everything the seat may do when it is its turn to play, the pass last."""
    return [*observation.legal, *([] if observation.must_lead else [None])]


def expected(chances: Sequence[Chances], observation: SeatObservation) -> list[float]:
    """What each move is worth in this match, from 0 for a certain last place to 1 for a certain first."""
    worth = utility(observation.public)
    return [sum(likely * value for likely, value in zip(places, worth, strict=False)) for places in chances]


def _play(
    observation: SeatObservation, chance: Random, temperature: float, character: Character | None
) -> Action:
    if not observation.legal:
        return Pass()
    if (last := last_set(observation)) is not None:
        return Play(last)
    moves = moves_of(observation)
    if len(moves) == 1:
        move = moves[0]
    else:
        values = expected(move_chances(view_of(observation), moves), observation)
        players = observation.public.players
        liked = leaning(values, moves, character, players) if character else None
        move = moves[_pick(values, players, chance, temperature, liked)]
    return Pass() if move is None else Play(cards_for(observation.hand, move))


def _pick(
    values: Sequence[float],
    players: int,
    chance: Random,
    temperature: float,
    liked: Sequence[float] | None = None,
) -> int:
    """The index of a move: the best, or drawn among those that are not worth too little; by `liked`, where given."""
    best, liked = max(values), liked or values
    if not temperature:
        return liked.index(max(liked))
    scale = (players - 1) / temperature
    weights = [
        exp((like - best) * scale) if (best - value) * scale <= WORST_TEMPERATURES else 0.0
        for value, like in zip(values, liked, strict=True)
    ]
    return chance.choices(range(len(values)), weights)[0]
