"""The easy bot:

fixed rules, no chance, no memory; always legal. It never holds back a set that it can lay down.

It plays what costs least right now: jesters are kept as long as possible, then the weakest rank goes, then
the first cards in card order. What happens at a deadline is another thing and lives in
`game.engine.deadlines`.
"""

from typing import assert_never

from game.engine.actions import Action, ConfirmHand, Next, Pass, Play, ReturnTax
from game.engine.cards import JESTERS, RANK, Hand, lowest, weakest, worst_rank
from game.engine.observation import SeatObservation
from game.engine.sets import PlayedSet, cards_for


def choose(observation: SeatObservation, *, first_round_shy: bool = True) -> Action:
    """The bot's answer to what the seat owes. Raises: ValueError where it owes nothing.

    `first_round_shy=False` lets round 1 follow the revolution rule of later rounds (for measurements).
    """
    owes = observation.owes
    if owes is None:
        raise ValueError(f"seat {observation.seat} owes nothing")
    match owes.kind:
        case "play":
            return _play(observation)
        case "confirm":
            return ConfirmHand(declares(observation, first_round_shy=first_round_shy))
        case "returnTax":
            return ReturnTax(weakest(observation.hand, owes.count))
        case "next":
            return Next()
        case _:
            assert_never(owes.kind)


def declares(observation: SeatObservation, *, first_round_shy: bool = True) -> bool:
    """Whether the bot declares: as greater peon always, as lesser peon from round 2 on, else never.

    Round 1 is left out whatever `firstRoundTax` says: the bot's rule asks for the round, not for the tax.
    """
    if not observation.can_declare:
        return False
    public = observation.public
    if observation.seat == public.order[-1]:
        return True
    if public.round == 1 and first_round_shy:
        return False
    return observation.seat == public.order[-2]


def _play(observation: SeatObservation) -> Action:
    hand = observation.hand
    if observation.must_lead:
        return Play(_lead(hand))
    if not observation.legal:
        return Pass()
    return Play(cards_for(hand, min(observation.legal, key=_cost)))


def _lead(hand: Hand) -> Hand:
    """The whole weakest rank without jesters; one jester where nothing else is left."""
    worst = worst_rank(hand)
    return hand & RANK[worst] if worst else lowest(hand & JESTERS, 1)


def _cost(option: PlayedSet) -> tuple[int, int]:
    """Fewest jesters, then the weakest rank.

    Together they name one set, and `cards_for` takes its lowest cards.
    """
    return option.jesters, -option.rank
