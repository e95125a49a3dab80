"""Faults other games were reported for: each kind has a test that carries its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CORE = {
    1: "a play made while a page loads arrives",
    2: "pressed as the network dies: sent again once, or the cards come back with a message",
    3: "played while offline: shown as being sent, never rolled back silently",
    4: "a change of network in my turn: a new socket within ten seconds, no reload",
    6: "a restart during a trick: all come back alone and see the same",
    7: "'reconnected' is said only when the page is as new as the server",
    8: "coming back: my seat, my hand, and no card that is gone",
    10: "a member is never asked again",
    11: "a seat's owner gets into a full room; no watcher takes the place",
    12: "a dead socket does not hold the seat",
    13: "a page that comes during deal or tax has a whole hand",
    15: "two tabs live side by side",
    16: "only an open table counts as being at the table",
    17: "a laptop that wakes looks at once",
    19: "a page that comes during a pause shows it, and no countdown",
    20: "a pause at any moment takes and gives no time",
    21: "slow loading gives time back, up to a limit",
    22: "a deadline that passed while no server ran: a grace, then the clock, without any client",
    24: "offline, clocks are unknown",
    25: "a planned restart gives time back to all, and is told once",
    26: "a client cannot say that time is up",
    27: "decisions that expire together are each resolved once",
    28: "a pass that comes late is not taken for the next decision",
    30: "a pending decision has its own clock",
    31: "missed decisions count once; coming back resets nothing else",
    32: "a missed deadline passes; nobody forfeits",
    33: "a double click is one play",
    34: "ten equal frames on three sockets: one effect, ten equal answers",
    36: "joining twice gives one seat",
    37: "the log's order is the commits' order, and the end comes last",
    39: "who comes to watch changes nobody's view",
    41: "no byte of any frame tells of another hand",
    42: "the cards of a tax reach giver and receiver only",
    43: "a player's own watching page shows no hand",
    44: "the back of a card tells nothing",
    45: "nothing at all is sent about hidden cards",
    46: "a page holds its own view only",
    48: "nothing automatic depends on a hidden hand",
    49: "without an account there is nothing to see",
    50: "sent away: socket and pages are gone at once",
    51: "a replay with a seat's eyes shows what it knew then",
    53: "the deal is the same after a crash",
    54: "leaving in every state lets the match go on",
    56: "seats are ids: going out shifts no turn",
    57: "the lead goes round the table to the next with cards",
    58: "from every state exactly one set of decisions is open",
    59: "a trick closes when all others have passed",
    61: "a rematch takes its seats from the new roster",
    62: "a bad bot is replaced in bounded time",
    63: "a due bot is picked up after a restart",
    64: "a lobby's counts come from presence and matches; empty rooms expire, rooms with matches sleep",
    66: "an absent host holds nobody up, and takes nothing back",
    67: "sent away: pages stop at once, may ask again; banned: this room only",
    68: "what a watcher sends is refused",
    70: "a name is words wherever it shows",
    71: "sender and seat come from the session",
    72: "what a client says about cards is never believed",
    74: "a link carries no right to a seat",
    75: "an administrator closes pages and locks accounts, listed or not",
    76: "muting hides past and new lines for me alone, everywhere",
    78: "chat is kept with the match, shown to players and administrators",
    79: "every language plays a hand, numbers and names isolated",
    81: "each event is announced once",
    82: "the whole game by keyboard and ear",
    83: "typing in chat never plays; keys can be turned off",
    84: "a card is told without colour, settings are one press away",
    85: "old matches replay by their engine, running ones finish by theirs, and a room can always be closed",
    87: "the replay of every step is what viewers were told then",
    88: "one broken match breaks nothing else; a watcher hidden for long gets a fresh snapshot",
    89: "a match is ended or annulled with a reason, and kept",
    90: "the log in words, with connections, narrowed, and a place to jump to",
    92: "an old page is told of a new build, and loaded anew when nobody is busy, once",
    93: "hints that get lost, swapped or repeated: all viewers come to the same version",
    95: "an office behind one address comes back at once, and nobody is locked out",
    96: "the greater one is away while choosing a gift: only that clock runs",
    97: "both jesters in one hand: phase, pace and frames are the same",
    98: "both gifts in the same moment start the round once",
    99: "going out with the top set while the last pass is made: one lead",
    100: "two people of one household come back at the same moment",
    101: "a room that rested for weeks starts again with its standings",
    102: "nobody can tell a hopeless pass from a person's",
    103: "a tab that slept through the end wakes to the result",
}


def numbers_with_a_test() -> set[int]:
    """The numbers in the names of all test functions; one function may carry several (`test_s41_s45_…`)."""
    names = [
        name
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"def (test_s\d+\w*)", path.read_text())
    ]
    return {int(number) for name in names for number in re.findall(r"(?<=_s)\d+(?=_)", name)}


@pytest.mark.parametrize("number", CORE, ids=lambda number: f"s{number:02d}")
def test_the_situation_has_a_test(number: int) -> None:
    assert number in numbers_with_a_test(), f"s{number:02d}: {CORE[number]}"
