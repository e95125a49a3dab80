"""Random matches for properties: legal but senseless play from a drawn seed, absent seats timing out."""

import random
from collections.abc import Iterator

import msgspec
from hypothesis import strategies as st

from game.engine.actions import (
    Action,
    AskPause,
    Autoplay,
    ConfirmHand,
    Next,
    Origin,
    Pass,
    Play,
    Resume,
    ReturnTax,
)
from game.engine.cards import JESTERS, Seat, bits
from game.engine.options import Options, parse_options
from game.engine.record import LoggedAction, Opening
from game.engine.rules import Step, apply, legal_sets, open_match, timeout_action, timing_out
from game.engine.sets import cards_for
from game.engine.state import Match, Playing, RevolutionCheck, RoundOver, TaxReturn


class Walk(msgspec.Struct, frozen=True):
    """A played piece of a match: its opening, its log, and every step with the opening first."""

    opening: Opening
    log: tuple[LoggedAction, ...]
    steps: tuple[Step, ...]

    @property
    def match(self) -> Match:
        """The last state."""
        return self.steps[-1].match


def options_strategy() -> st.SearchStrategy[Options]:
    """Any options of a short match."""
    yes_no = st.booleans()
    return st.fixed_dictionaries(
        {
            "rounds": st.sampled_from([1, 3]),
            "scoring": st.sampled_from(["rank-points", "last-round"]),
            "firstRanking": st.sampled_from(["draw", "random"]),
            "revolution": yes_no,
            "jesterTaxable": yes_no,
            "passLocksOut": yes_no,
            "removeHighCards": yes_no,
            "turnSeconds": st.sampled_from([15, 20, 30, 45]),
            "firstRoundTax": yes_no,
        }
    ).map(parse_options)


@st.composite
def openings(draw: st.DrawFn) -> Opening:
    """Any opening of 4 to 8 players."""
    seed = draw(st.integers(min_value=0, max_value=2**64)).to_bytes(32, "big")
    return Opening(draw(st.integers(4, 8)), draw(options_strategy()), seed, at=0)


@st.composite
def walks(draw: st.DrawFn, *, steps: int = 600) -> Walk:
    """A match played by chance for up to `steps` actions, any subset of seats absent."""
    opening = draw(openings())
    chance = random.Random(draw(st.integers(0, 2**32)))
    absent = draw(st.sets(st.integers(0, opening.players - 1)))
    length = draw(st.integers(0, steps))
    return walk(opening, chance, frozenset(absent), length)


def walk(opening: Opening, chance: random.Random, absent: frozenset[Seat], length: int) -> Walk:
    """At most `length` actions of a match; fewer where it ends before."""
    step = open_match(players=opening.players, options=opening.options, seed=opening.seed, at=opening.at)
    steps, log, at = [step], [], opening.at
    while len(log) < length and (seats := timing_out(step.match)):
        seat = chance.choice(seats)
        at += chance.randrange(5000)
        action, origin = any_action(step.match, seat, chance, absent=seat in absent)
        step = apply(step.match, seat, action, origin=origin, at=at)
        steps.append(step)
        log.append(LoggedAction(step.match.version, seat, action, origin, at))
    return Walk(opening, tuple(log), tuple(steps))


def any_action(match: Match, seat: Seat, chance: random.Random, *, absent: bool) -> tuple[Action, Origin]:
    """Some legal action of a seat that owes one, or what its deadline does."""
    if absent:
        return timeout_action(match, seat), Origin.TIMEOUT
    if match.is_paused:
        return Resume(needed=1), Origin.PLAYER
    if chance.random() < 0.02 and (match.pause is None or seat not in match.pause.votes):
        return AskPause(needed=chance.randint(1, 2)), Origin.PLAYER
    if chance.random() < 0.02:
        return Autoplay(chance.random() < 0.5), Origin.PLAYER
    hand = match.hands[seat]
    match match.phase:
        case RevolutionCheck():
            declare = hand & JESTERS == JESTERS and chance.random() < 0.5
            return ConfirmHand(declare), Origin.PLAYER
        case TaxReturn():
            count = next(tax.count for tax in match.round.public_taxes if tax.receiver == seat)
            return ReturnTax(some_cards(hand, count, chance)), Origin.PLAYER
        case Playing():
            sets = legal_sets(match, seat)
            if not sets or (match.table.top is not None and chance.random() < 0.4):
                return Pass(), Origin.PLAYER
            return Play(cards_for(hand, chance.choice(sets))), Origin.PLAYER
        case RoundOver():
            return Next(), Origin.PLAYER
    raise AssertionError(f"nothing to do in {match.phase}")


def some_cards(hand: int, count: int, chance: random.Random) -> int:
    """`count` cards of a hand."""
    return sum(1 << bit for bit in chance.sample(sorted(bits(hand)), count))


def all_states(played: Walk) -> Iterator[Match]:
    """Every state of a walk, the opening first."""
    return (step.match for step in played.steps)
