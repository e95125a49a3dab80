"""Playing: leads, follows, passes, the end of a trick, going out (rules section 5)."""

from msgspec.structs import replace

from game.engine.actions import Action, Pass, Play
from game.engine.cards import Hand, Seat
from game.engine.ending import end_round
from game.engine.errors import (
    CountMismatch,
    DuplicateCards,
    EmptySet,
    LockedOut,
    MustLead,
    NotInHand,
    NotYourTurn,
    RankTooHigh,
    WrongPhase,
)
from game.engine.events import Event, Passed, SetPlayed, TrickWon, WentOut
from game.engine.history import Trick, Turn
from game.engine.sets import PlayedSet, classify
from game.engine.state import Match, Playing, Step, Table, nobody, open_question, with_seat


def start(match: Match, *, at: int) -> Match:
    """The match asking the best standing for the first lead."""
    return open_question(match, Playing(match.round.order[0]), at=at)


def apply(match: Match, phase: Playing, seat: Seat, action: Action, *, at: int) -> Step:
    """The step that a play or a pass leads to. Raises: Refusal."""
    match action:
        case Play():
            _check_turn(match, phase, seat)
            return _play(match, seat, action, at=at)
        case Pass():
            _check_turn(match, phase, seat)
            return _pass(match, seat, at=at)
        case _:
            raise WrongPhase()


def check_set(hand: Hand, play: Play, top: PlayedSet | None) -> PlayedSet:
    """The set that a play lays down on `top` (None.

    A lead). Raises: Refusal, in the order of rules section 7.
    """
    cards = play.cards
    if not cards:
        raise EmptySet()
    if play.repeated:
        raise DuplicateCards()
    if cards & ~hand:
        raise NotInHand()
    laid = classify(cards)
    if top is not None:
        if laid.count != top.count:
            raise CountMismatch(count=top.count)
        if laid.rank >= top.rank:
            raise RankTooHigh(below=top.rank)
    return laid


def _check_turn(match: Match, phase: Playing, seat: Seat) -> None:
    if seat == phase.current:
        return
    if match.setup.options.pass_locks_out and match.table.passed[seat]:
        raise LockedOut()
    raise NotYourTurn()


def _play(match: Match, seat: Seat, action: Play, *, at: int) -> Step:
    table, hand = match.table, match.hands[seat]
    laid = check_set(hand, action, table.top)
    left = hand & ~action.cards
    turn = Turn(seat, laid)
    trick = table.trick
    grown = Trick(trick.leader, (*trick.turns, turn), None) if trick else Trick(seat, (turn,), None)
    passed = table.passed if match.setup.options.pass_locks_out else nobody(match.setup.players)
    events: tuple[Event, ...] = (SetPlayed(seat, laid, left.bit_count()),)
    out = table.out
    if not left:
        place = len(out) - out.count(None) + 1
        out = with_seat(out, seat, place)
        events = (*events, WentOut(seat, place))
    table = Table(table.history, grown, laid, seat, passed, out)
    played = replace(match, hands=with_seat(match.hands, seat, left), table=table)
    if not left and out.count(None) == 1:
        return end_round(played, events, at=at)
    return _go_on(played, seat, events, at=at)


def _pass(match: Match, seat: Seat, *, at: int) -> Step:
    table = match.table
    trick = table.trick
    if trick is None:
        raise MustLead()
    grown = Trick(trick.leader, (*trick.turns, Turn(seat, None)), None)
    passed = with_seat(table.passed, seat, True)
    table = Table(table.history, grown, table.top, table.top_by, passed, table.out)
    return _go_on(replace(match, table=table), seat, (Passed(seat),), at=at)


def _go_on(match: Match, seat: Seat, events: tuple[Event, ...], *, at: int) -> Step:
    """After a turn of `seat`: the next seat that may still act in this trick, or the end of the trick."""
    table, after = match.table, match.round.after
    passed, out, top_by = table.passed, table.out, table.top_by
    following = after[seat]
    while following != seat:
        if out[following] is None and not passed[following] and following != top_by:
            return Step(open_question(match, Playing(following), at=at), events)
        following = after[following]
    return _end_trick(match, events, at=at)


def _end_trick(match: Match, events: tuple[Event, ...], *, at: int) -> Step:
    table, after = match.table, match.round.after
    trick, winner, out = table.trick, table.top_by, table.out
    assert trick is not None and winner is not None, "only a trick with a top set can end"
    leader = winner
    while out[leader] is not None:
        leader = after[leader]
    won = Trick(trick.leader, trick.turns, winner)
    cleared = Table((*table.history, won), None, None, None, nobody(len(out)), out)
    question = open_question(replace(match, table=cleared), Playing(leader), at=at)
    return Step(question, (*events, TrickWon(winner, leader)))
