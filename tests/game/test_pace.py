"""How long bots wait: by what everybody sees, and never by a hand."""

import statistics
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.bots import easy
from game.bots.selfplay import match_seed, play
from game.engine.cards import bits
from game.engine.observation import observe_public
from game.engine.options import Options
from game.engine.record import Opening
from game.engine.rules import legal_sets
from game.engine.state import Match
from game.pace import bot_delay_ms
from game.store import Player

BOTS = tuple(Player(f"봇{seat}", "easy", None) for seat in range(4))
PLAYERS = (Player("게일", None, 1), *BOTS[1:])


@pytest.fixture(autouse=True)
def _usual_pace(settings: Any) -> None:
    settings.BOT_DELAY_MS, settings.BOT_DELAY_ALONE_MS = 2500, 1500


def states_of(number: int) -> list[Match]:
    """Every state of a match of easy bots."""
    opening = Opening(4, Options(rounds=3), match_seed("pace", number), at=0)
    return [step.match for _, step in play(opening, easy.choose)]


def dealt_anew(match: Match, chance: Random) -> Match:
    """The same table for who sees no hand: all cards held are dealt out anew, as many to each as before."""
    cards = [bit for hand in match.hands for bit in bits(hand)]
    chance.shuffle(cards)
    hands = []
    for hand in match.hands:
        held, cards = cards[: hand.bit_count()], cards[hand.bit_count() :]
        hands.append(sum(1 << bit for bit in held))
    return replace(match, hands=tuple(hands))


def delay(match: Match, players: tuple[Player, ...] = PLAYERS) -> int:
    """A bot's wait there, at the normal pace."""
    return bot_delay_ms(observe_public(match), players, "normal")


def test_a_wait_tells_nothing_of_any_hand() -> None:
    """Also whether a pass was forced: the same wait where another deal would have let the seat follow."""
    chance = Random(1)
    forced = {True: 0, False: 0}
    for match in states_of(0):
        other = dealt_anew(match, chance)
        assert delay(other) == delay(match)
        public = observe_public(match)
        if public.current is not None and public.top is not None:
            could = {bool(legal_sets(state, public.current)) for state in (match, other)}
            forced[len(could) == 1] += 1
    assert forced[False] > 20, "the shuffles changed nothing that matters"


def test_most_turns_take_as_long_as_people_can_follow() -> None:
    followed, led, asked = [], [], []
    for number in range(6):
        for match in states_of(number):
            public = observe_public(match)
            if public.current is not None and public.counts[0]:
                (led if public.top is None else followed).append(delay(match))
            elif public.phase in ("revolutionCheck", "taxReturn"):
                asked.append(delay(match))
    assert set(asked) == {2500}
    for waits, least, most in ((followed, 800, 1600), (led, 1200, 2400)):
        inside = sum(least <= wait <= most for wait in waits) / len(waits)
        assert inside > 0.8 and max(waits) <= 2500
        assert least * 1.3 < statistics.median(waits) < most * 0.75
        assert len(set(waits)) > len(waits) / 2, "they are drawn"


def test_who_watches_bots_alone_waits_less() -> None:
    for match in states_of(0):
        public = observe_public(match)
        if not public.counts[0]:
            assert delay(match) == delay(match, BOTS)
        else:
            assert delay(match, BOTS) == pytest.approx(delay(match) * 0.6, abs=1)
