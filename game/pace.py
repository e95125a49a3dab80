"""When something next happens in a match without a person. From public facts only, so that pace tells nothing."""

from random import Random
from typing import Final

from django.conf import settings

from game.engine.observation import PublicObservation
from game.engine.rules import deadline as rules_deadline
from game.engine.state import Match as State
from game.store import Player

_PACES: Final = {"slow": 1.6, "normal": 1.0, "quick": 0.48}
"""How long bots wait at each pace of a match, in parts of the setting: 4 s and 1.2 s for its 2.5 s."""

_FOLLOW, _LEAD = 0.45, 0.68
"""The median wait of who may pass and of who must lead, in parts of the longest: 1.1 s and 1.7 s."""

_SPREAD = 0.23
"""Of a wait's logarithm: most follow after 0.8 to 1.6 s, most lead after 1.2 to 2.4 s."""

THINKING_MS: Final = 40
"""So long before it acts a bot begins to think: what it ponders must not make it later than what it is forced to."""


def bot_delay_ms(public: PublicObservation, players: tuple[Player, ...], pace: str) -> int:
    """How long a bot waits before it acts, in ms: by the match's `pace`, shorter when no human holds cards any more.

    A turn's wait is drawn for this decision of this match, the same in every process: whoever thinks long has no more
    to think about. Where everybody is asked at once the wait is the longest.
    """
    human_holds_cards = any(
        player.bot is None and count for player, count in zip(players, public.counts, strict=True)
    )
    longest: int = settings.BOT_DELAY_MS if human_holds_cards else settings.BOT_DELAY_ALONE_MS
    return round(longest * _PACES[pace] * _part(public))


def thinking_from(public: PublicObservation, players: tuple[Player, ...], pace: str) -> int:
    """The moment (ms) when bots begin to think about the open decision."""
    return public.opened_at + max(bot_delay_ms(public, players, pace) - THINKING_MS, 0)


def _part(public: PublicObservation) -> float:
    if public.phase != "playing":
        return 1.0
    drawn = Random(f"{public.commitment}:{public.decision}").lognormvariate(0.0, _SPREAD)
    return min((_LEAD if public.top is None else _FOLLOW) * drawn, 1.0)


def deadline_of(state: State, extra_ms: int) -> int | None:
    """The deadline of the open decision in ms since the epoch, with the time given back; of a pause, its end.

    None when finished.
    """
    deadline = rules_deadline(state)
    if deadline is None or state.is_paused:
        return deadline
    return deadline + extra_ms


def plays_itself(seat: int, public: PublicObservation, players: tuple[Player, ...]) -> bool:
    """True where the server answers for the seat: a bot, or a person on autoplay."""
    return players[seat].bot is not None or public.autoplay[seat]


def votes_needed(seat: int, state: State, players: tuple[Player, ...]) -> int:
    """How many seats must ask for a pause, or for its end: a majority of the people who play themselves.

    Whoever asks is one of them: nobody whose bot plays stops the others alone. Who asked for a pause ends it alone.
    """
    if state.pause is not None and state.is_paused and state.pause.seat == seat:
        return 1
    people = sum(
        player.bot is None and (not state.attendance.autoplay[other] or other == seat)
        for other, player in enumerate(players)
    )
    return people // 2 + 1


def next_due(
    state: State, public: PublicObservation, players: tuple[Player, ...], extra_ms: int, pace: str
) -> int | None:
    """The moment (ms) when the server must look at the match again, or None when it is finished."""
    deadline = deadline_of(state, extra_ms)
    if deadline is None:
        return None
    if any(plays_itself(seat, public, players) for seat in public.owing):
        return min(deadline, thinking_from(public, players, pace))
    return deadline
