"""Positions for examples, written in the notation: `playing("1 2 2", "12x3", "5", "5 J", top="1x7", by=3)`."""

from msgspec.structs import replace

from game.engine.actions import Action, Next, Origin, Pass, Play
from game.engine.cards import DECK, JESTERS, RANK, Hand, Seat, lowest, rank_counts
from game.engine.history import Trick, Turn
from game.engine.notation import parse_hand, parse_set
from game.engine.options import Options
from game.engine.rules import Step, apply, open_match, owing, timeout_action, timing_out
from game.engine.sets import cards_for
from game.engine.state import (
    Finished,
    Match,
    Playing,
    RevolutionCheck,
    Round,
    Table,
    nobody,
    turn_order,
)

SEED = bytes(range(32))
DEFAULT = Options()


def hands_of(*texts: str) -> tuple[Hand, ...]:
    """Hands in the notation, each taking the lowest copies that are still there."""
    left, hands = DECK, []
    for text in texts:
        hand = 0
        for rank, count in enumerate(rank_counts(parse_hand(text))):
            cards = lowest(left & RANK[rank], count)
            assert cards.bit_count() == count, f"too many cards of rank {rank}"
            hand |= cards
        left &= ~hand
        hands.append(hand)
    return tuple(hands)


def fresh(players: int = 4, options: Options = DEFAULT, seed: bytes = SEED) -> Match:
    """A match just opened, at time 0."""
    return open_match(players=players, options=options, seed=seed, at=0).match


def dealt(
    *texts: str, order: tuple[Seat, ...] | None = None, options: Options = DEFAULT, number: int = 1
) -> Match:
    """A match in its revolution check with these hands by seat."""
    order = order or tuple(range(len(texts)))
    return replace(
        fresh(len(texts), options),
        round=Round(number, order, turn_order(order)),
        hands=hands_of(*texts),
        phase=RevolutionCheck(nobody(len(texts))),
    )


def playing(
    *texts: str,
    current: Seat = 0,
    order: tuple[Seat, ...] | None = None,
    top: str | None = None,
    by: Seat | None = None,
    passed: tuple[Seat, ...] = (),
    out: dict[Seat, int] | None = None,
    options: Options = DEFAULT,
    number: int = 1,
) -> Match:
    """A match in play. `top` was laid by seat `by`; `out` gives places of seats with empty hands."""
    players = len(texts)
    order = order or tuple(range(players))
    top_set = parse_set(top) if top else None
    trick = None
    if top_set is not None:
        assert by is not None, "who laid the top set?"
        passes = tuple(Turn(seat, None) for seat in passed)
        trick = Trick(by, (Turn(by, top_set), *passes), None)
    table = Table(
        history=(),
        trick=trick,
        top=top_set,
        top_by=by,
        passed=tuple(seat in passed for seat in range(players)),
        out=tuple((out or {}).get(seat) for seat in range(players)),
    )
    return replace(
        fresh(players, options),
        round=Round(number, order, turn_order(order)),
        hands=hands_of(*texts),
        table=table,
        phase=Playing(current),
    )


def do(match: Match, seat: Seat, action: Action, origin: Origin = Origin.PLAYER, at: int = 0) -> Step:
    """Applies an action."""
    return apply(match, seat, action, origin=origin, at=at)


def lay(match: Match, seat: Seat, text: str) -> Match:
    """The match after the seat lays a set in the notation."""
    return do(match, seat, play(match, seat, text)).match


def play(match: Match, seat: Seat, text: str) -> Play:
    """The action that lays a set in the notation from the seat's hand."""
    return Play(cards_for(match.hands[seat], parse_set(text)))


def pass_all(match: Match, *seats: Seat) -> Match:
    """The match after these seats pass in turn."""
    for seat in seats:
        match = do(match, seat, Pass()).match
    return match


def answer_all(match: Match, action: Action) -> Match:
    """The match after everybody who owes an answer gives the same one."""
    for seat in owing(match):
        match = do(match, seat, action).match
    return match


def press_next(match: Match) -> Match:
    """The match after everybody pressed next."""
    return answer_all(match, Next())


def time_out(match: Match, at: int = 0) -> Match:
    """The match after the open question timed out for all who owed an answer."""
    for seat in timing_out(match):
        match = do(match, seat, timeout_action(match, seat), Origin.TIMEOUT, at).match
    return match


def time_out_to_end(match: Match) -> Match:
    """The end of a match in which nobody acts any more."""
    for _ in range(100_000):
        if isinstance(match.phase, Finished):
            return match
        match = time_out(match)
    raise AssertionError("the match does not end")


def both_jesters_at(seat: Seat, match: Match) -> Match:
    """The match with the jesters moved to one seat, who gives number cards for them."""
    hands = list(match.hands)
    for other, hand in enumerate(hands):
        if other != seat and (jesters := hand & JESTERS):
            swapped = lowest(hands[seat] & ~JESTERS, jesters.bit_count())
            hands[other] = hand & ~jesters | swapped
            hands[seat] = hands[seat] & ~swapped | jesters
    return replace(match, hands=tuple(hands))
