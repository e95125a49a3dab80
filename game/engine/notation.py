"""The notation of sets, hands and positions, both ways; for tests, error messages, the admin and bug reports.

A set is `<count of number cards>x<rank>` with `+J` or `+2J` for jesters beside them: `2x7+J` is three cards
of rank 7. `1xJ` and `2xJ` are jesters alone. A hand lists ranks, several of one as `<rank>x<count>`: `1 2 2
7x3 J` (two of a rank may be written either way). Which copies a hand holds is not written: reading takes
the lowest.
"""

import re

from game.engine.cards import COPIES, JESTER, RANK, CardSet, Hand, lowest, rank_counts
from game.engine.sets import PlayedSet
from game.engine.state import Finished, Match, Playing, RevolutionCheck, RoundOver, TaxReturn

_SET = re.compile(r"(\d+)x(\d+|J)(?:\+(2?)J)?")
_GROUP = re.compile(r"(\d+|J)(?:x(\d+))?")


def format_set(played: PlayedSet) -> str:
    """The notation of a set."""
    if played.rank == JESTER:
        return f"{played.count}xJ"
    jesters = ("", "+J", "+2J")[played.jesters]
    return f"{played.count - played.jesters}x{played.rank}{jesters}"


def parse_set(text: str) -> PlayedSet:
    """The set a notation means. Raises: ValueError."""
    found = _SET.fullmatch(text)
    if found is None:
        raise ValueError(f"not a set: {text!r}")
    numbers, rank = int(found[1]), _rank(found[2])
    jesters = 0 if not text.endswith("J") else 2 if found[3] == "2" else 1
    if rank == JESTER:
        if "+" in text or numbers not in (1, 2):
            raise ValueError(f"not a set: {text!r}")
        return PlayedSet(JESTER, numbers, numbers)
    if not 1 <= numbers <= COPIES[rank]:
        raise ValueError(f"not so many cards of that rank: {text!r}")
    return PlayedSet(rank, numbers + jesters, jesters)


def format_hand(hand: Hand) -> str:
    """The notation of a hand, best cards first, jesters last; `-` where it is empty."""
    parts: list[str] = []
    for rank, count in enumerate(rank_counts(hand)):
        name = "J" if rank == JESTER else str(rank)
        parts += [f"{name}x{count}"] if count > 2 else [name] * count
    return " ".join(parts) or "-"


def parse_hand(text: str) -> CardSet:
    """The lowest cards of each rank that make the hand. Raises: ValueError."""
    counts = [0] * len(COPIES)
    for part in [] if text.strip() == "-" else text.split():
        found = _GROUP.fullmatch(part)
        if found is None:
            raise ValueError(f"not a part of a hand: {part!r}")
        counts[_rank(found[1])] += int(found[2] or 1)
    hand = 0
    for rank, count in enumerate(counts):
        if count > COPIES[rank]:
            raise ValueError(f"only {COPIES[rank]} cards of rank {rank} exist")
        hand |= lowest(RANK[rank], count)
    return hand


def format_match(match: Match) -> str:
    """A position in one line, all hands included: never for a player's eyes.

    `round 2/3 v41 d17 | playing seat 3 on 2x7+J by 0 | order 3 0 2 1 | 0: 1 2 2 7x3 J | 1: …`
    """
    now, table = match.round, match.table
    head = f"round {now.number}/{match.setup.options.rounds} v{match.version} d{match.decision}"
    order = "order " + " ".join(map(str, now.order))
    hands = [f"{seat}: {format_hand(hand)}" for seat, hand in enumerate(match.hands)]
    match match.phase:
        case Playing(current) if table.top is not None:
            phase = f"playing seat {current} on {format_set(table.top)} by {table.top_by}"
        case Playing(current):
            phase = f"playing seat {current} leads"
        case RevolutionCheck(flags):
            phase = f"revolutionCheck confirmed {_seats(flags)}"
        case TaxReturn():
            phase = "taxReturn " + " ".join(
                f"{tax.receiver}>{tax.payer}:{tax.count}" for tax in now.public_taxes if not tax.returned
            )
        case RoundOver(flags):
            phase = f"roundOver ready {_seats(flags)}"
        case Finished(ranking):
            phase = "finished " + " ".join(str(line.seat) for line in ranking)
    return " | ".join([head, phase, order, *hands])


def _seats(flags: tuple[bool, ...]) -> str:
    return " ".join(str(seat) for seat, flag in enumerate(flags) if flag) or "-"


def _rank(text: str) -> int:
    if text == "J":
        return JESTER
    rank = int(text)
    if not 1 <= rank < JESTER:
        raise ValueError(f"no such rank: {text!r}")
    return rank
