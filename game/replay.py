"""A finished match step by step, from its log alone. Never for a running one: every state here holds every hand."""

import logging
from collections.abc import Iterator
from functools import lru_cache

import msgspec
from django.db import DatabaseError

from game.engine.cards import Seat
from game.engine.events import Event, RoundDealt, TrickWon, events_for
from game.engine.observation import PublicObservation, SeatObservation, observe_public, observe_seat
from game.engine.record import opening_link, replay_steps
from game.engine.rules import ENGINES
from game.engine.state import Finished
from game.engine.state import Match as State
from game.faults import log_fault
from game.models import Action, Match
from game.rendering.replay import Scene
from game.rendering.table import SeatInfo, TableInfo
from game.store import Player, linked, opening_of, tail

logger = logging.getLogger(__name__)

KEPT = 16  # matches; the states of one share most of what they hold


class CannotReplay(Exception):
    """The log of this match does not lead to its end, or another version of the rules made it."""


class Moment(msgspec.Struct, frozen=True):
    """The table after so many actions of the log, and what the last of them did. Step 0 is the opening."""

    state: State
    events: tuple[Event, ...]

    @property
    def public(self) -> PublicObservation:
        """What a spectator saw then."""
        return observe_public(self.state)

    def seen_by(self, seat: Seat) -> SeatObservation:
        """What this seat knew then."""
        return observe_seat(self.state, seat)

    def told(self, seat: Seat | None) -> tuple[Event, ...]:
        """What was told of the last action to this seat, or to a spectator."""
        return events_for(self.events, seat)


class Replay(msgspec.Struct, frozen=True):
    """All moments of a match. `rounds`: the step at which each round was dealt; `tricks`: where a trick can begin.

    `head` is the last link of the log.
    """

    moments: tuple[Moment, ...]
    rounds: tuple[int, ...]
    tricks: tuple[int, ...]
    head: str

    def head_at(self, step: int) -> str:
        """The head of the log where it was shown: when the match was over; else empty."""
        return self.head if isinstance(self.moments[step].state.phase, Finished) else ""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.moments) - 1


class PlainMove(msgspec.Struct, frozen=True):
    """A row of a log that cannot be replayed, as it stands there. `cards` are ids, where it names any."""

    version: int
    seat: int
    kind: str
    cards: tuple[str, ...]


def replay_of(match: Match) -> Replay:
    """The replay of a finished match, or of what was played of one that was cut off.

    The match comes from a door: nothing is checked of who asks.

    Raises: CannotReplay; ValueError for a running match.
    """
    if match.status == Match.Status.PLAYING:
        raise ValueError("the match is still running")
    if match.engine not in ENGINES:
        raise CannotReplay()
    return _replayed(match.public_id)


@lru_cache(maxsize=KEPT)
def _replayed(public_id: str) -> Replay:
    """The log of a finished match changes no more, so it may be kept; names are not in it."""
    match = Match.objects.get(public_id=public_id)
    try:
        opening, log = opening_of(match), tail(match.pk, 0)
        moments = tuple(Moment(step.match, step.events) for step in replay_steps(opening, log))
        head = linked(opening_link(public_id, opening), log)
    except DatabaseError:
        raise  # it says nothing about the match
    except Exception as wrong:
        # A damaged row can break a replay in any way, and one match must not break the site.
        log_fault(logger, f"match {public_id} cannot be replayed", wrong)
        raise CannotReplay() from wrong
    if match.status == Match.Status.FINISHED and not isinstance(moments[-1].state.phase, Finished):
        raise CannotReplay()
    rounds, tricks = _steps_with(moments, RoundDealt), _steps_with(moments, RoundDealt, TrickWon)
    return Replay(moments, tuple(rounds), tuple(tricks), head)


def _steps_with(moments: tuple[Moment, ...], *kinds: type) -> Iterator[int]:
    for step, moment in enumerate(moments):
        if any(isinstance(event, kinds) for event in moment.events):
            yield step


def table_then(match: Match, players: tuple[Player, ...]) -> TableInfo:
    """What templates need beside an observation: no clock runs, nobody is missed, and no room can be entered."""
    return TableInfo(
        match=match.public_id,
        room_code="",
        room_name=match.room_name,
        seats=tuple(SeatInfo(player.name, player.bot) for player in players),
        deadline=None,
        now=0,
        online=(True,) * len(players),
        kids=match.kids,
    )


def plain_moves(match: Match) -> list[PlainMove]:
    """The rows of a log, whatever they hold; for a match that cannot be replayed."""
    rows = Action.objects.filter(match=match).order_by("version").values("version", "seat", "type", "payload")
    return [PlainMove(row["version"], row["seat"], row["type"], _cards(row["payload"])) for row in rows]


def _cards(payload: object) -> tuple[str, ...]:
    ids = payload.get("cardIds") if isinstance(payload, dict) else None
    return tuple(name for name in ids if isinstance(name, str)) if isinstance(ids, list) else ()


def scene_at(replay: Replay, step: int, seat: Seat | None) -> Scene:
    """The moment after `step` actions, with this seat's eyes, or with all hands open. Raises: IndexError."""
    if not 0 <= step <= replay.last:
        raise IndexError(step)
    moment = replay.moments[step]
    seats = range(moment.state.setup.players)
    if seat is not None and seat not in seats:
        raise IndexError(seat)
    return Scene(
        public=moment.public,
        own=None if seat is None else moment.seen_by(seat),
        everybody=tuple(moment.seen_by(each) for each in seats) if seat is None else (),
        events=moment.told(None),
        step=step,
        last=replay.last,
    )
