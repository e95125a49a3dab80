"""Whether bots choose by what they may know alone: the same state with its hidden cards shuffled, the same choice."""

from collections.abc import Callable, Iterator
from random import Random

from msgspec.structs import replace

from game.bots.selfplay import STEP_MS, match_seed
from game.engine.actions import Action, Origin
from game.engine.cards import Hand, Seat, bits
from game.engine.observation import SeatObservation, observe_seat
from game.engine.options import Options
from game.engine.rules import apply, open_match, owing
from game.engine.state import Match


def shuffled_unseen(match: Match, seat: Seat, chance: Random) -> Match:
    """The match with the cards that all other seats hold dealt out among them anew, each as many as before.

    The seed, which nobody knows either, is another one. Cards known from a tax are shuffled too: a seat is asked what
    it was told, not where the cards are.
    """
    others = [other for other in range(match.setup.players) if other != seat]
    cards = [bit for other in others for bit in bits(match.hands[other])]
    chance.shuffle(cards)
    hands: list[Hand] = list(match.hands)
    for other in others:
        size = hands[other].bit_count()
        hands[other] = sum(1 << bit for bit in cards[:size])
        del cards[:size]
    setup = replace(match.setup, seed=chance.randbytes(32))
    return replace(match, hands=tuple(hands), setup=setup)


def peeks(
    choose: Callable[[SeatObservation], Action], *, states: int, name: str, shuffles: int = 2
) -> Iterator[bool]:
    """For so many decisions of matches with drawn options: whether a shuffle changed the choice (it never may)."""
    asked = 0
    number = 0
    while asked < states:
        chance = Random(f"{name}:{number}")
        options = any_options(chance)
        match = open_match(
            players=chance.randint(4, 8), options=options, seed=match_seed(name, number), at=0
        ).match
        number += 1
        while (seats := owing(match)) and asked < states:
            seat = chance.choice(seats)
            action = choose(observe_seat(match, seat))
            yield any(
                choose(observe_seat(shuffled_unseen(match, seat, chance), seat)) != action
                for _ in range(shuffles)
            )
            asked += 1
            match = apply(match, seat, action, origin=Origin.BOT, at=match.opened_at + STEP_MS).match


def any_options(chance: Random) -> Options:
    """Options of a match of one round or three, everything else by chance."""
    return Options(
        rounds=chance.choice((1, 3)),
        scoring=chance.choice(("rank-points", "last-round")),
        revolution=chance.random() < 0.8,
        jester_taxable=chance.random() < 0.3,
        pass_locks_out=chance.random() < 0.4,
        remove_high_cards=chance.random() < 0.4,
        first_round_tax=chance.random() < 0.8,
    )
