"""The table of a match at any step, as an administrator sees it: what everybody saw then, in words and notation.

A hand is in it only where the caller says that it may be shown.
"""

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from game.engine.errors import Refusal
from game.engine.notation import format_hand, format_set
from game.engine.observation import PublicObservation, observe_public
from game.engine.rules import ENGINES
from game.engine.state import Match as State
from game.matchlog import Names, PublicLine, position_of, public_line, steps_of
from game.models import Match
from game.words import title_name, titles


class SeatRow(msgspec.Struct, frozen=True):
    """One seat, in order of standing. `hand` in notation, empty where it is not shown."""

    name: str
    title: str
    cards: int
    said: str
    hand: str


class TableStep(msgspec.Struct, frozen=True):
    """The table after `line` was done. `tricks`: this round's, one line each. `last` is the newest version there is."""

    line: PublicLine
    last: int
    position: tuple[str, ...]
    seats: tuple[SeatRow, ...]
    tricks: tuple[str, ...]
    shows_hands: bool


class NoSuchStep(LookupError):
    """The match has no such version, or its log cannot be replayed so far."""


def table_at(match: Match, version: int, names: Names, *, shows_hands: bool) -> TableStep:
    """The table of a stored match at a version; 0 is the opening. Raises: NoSuchStep."""
    if match.engine not in ENGINES or not 0 <= version <= match.version:
        raise NoSuchStep(version)
    before: State | None = None
    try:
        for entry, step in steps_of(match):
            if step.match.version == version:
                public = observe_public(step.match)
                return TableStep(
                    line=public_line(match, entry, step, before, names),
                    last=match.version,
                    position=position_of(public, names),
                    seats=tuple(_seats(public, names, step.match if shows_hands else None)),
                    tricks=tuple(_tricks(public, names)),
                    shows_hands=shows_hands,
                )
            before = step.match
    except (Refusal, ValueError) as damaged:
        raise NoSuchStep(version) from damaged
    raise NoSuchStep(version)


def _seats(public: PublicObservation, names: Names, hands: State | None) -> Iterator[SeatRow]:
    for seat, title in zip(public.order, titles(public.players), strict=True):
        yield SeatRow(
            name=names[seat],
            title=_(title_name(title, kids=False)),
            cards=public.counts[seat],
            said=", ".join(_said(public, seat)),
            hand="" if hands is None else format_hand(hands.hands[seat]),
        )


def _said(public: PublicObservation, seat: int) -> Iterator[str]:
    place = public.out[seat]
    if place is not None:
        yield _("out, place {n}").format(n=place)
    if seat in public.owing:
        yield _("is asked")
    if public.top_by == seat:
        yield _("has the top set")
    if public.passed[seat]:
        yield _("has passed")
    if public.autoplay[seat]:
        yield _("autoplay")


def _tricks(public: PublicObservation, names: Names) -> Iterator[str]:
    for trick in public.history:
        turns = [
            f"{names[turn.seat]} {_('passes') if turn.set is None else format_set(turn.set)}"
            for turn in trick.turns
        ]
        won = "" if trick.winner is None else f" → {names[trick.winner]}"
        yield ", ".join(turns) + won
