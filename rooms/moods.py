"""What bots show of themselves: an emote now and then, about what everybody saw, never about a hand."""

from collections.abc import Collection
from random import Random
from typing import NamedTuple

from game.engine.cards import Seat
from game.engine.observation import PublicObservation

BIG_SET = 4
OFTEN = 0.6
"""How often an occasion finds a bot that shows something."""


class Mood(NamedTuple):
    """A bot at `seat` shows `emote`. The same `occasion` of a match is the same mood in every process."""

    seat: Seat
    emote: str
    occasion: str


def mood_after(public: PublicObservation, bots: Collection[Seat]) -> Mood | None:
    """What a bot shows now; None where nothing happened, where nobody cares, or where no other bot is."""
    found = _occasion(public)
    if found is None:
        return None
    seat, emote, occasion = found
    chance = Random(f"{public.commitment}:{occasion}")
    others = sorted(set(bots) - {seat})
    if not others or chance.random() >= OFTEN:
        return None
    return Mood(chance.choice(others), emote, occasion)


def _occasion(public: PublicObservation) -> tuple[Seat, str, str] | None:
    """Whom it is about, the emote for it, and its name: a revolution, somebody out, a set of four and more."""
    if public.revolution_by is not None and not public.history:
        return public.revolution_by, "wow", f"{public.round}-revolution"
    if public.phase != "playing" or not public.history or not public.history[-1].turns:
        return None
    turn = public.history[-1].turns[-1]
    if turn.set is None:
        return None
    if (place := public.out[turn.seat]) is not None:
        return turn.seat, "clap", f"{public.round}-out-{place}"
    if turn.set.count >= BIG_SET:
        return turn.seat, "fire", f"{public.round}-{len(public.history)}-{len(public.history[-1].turns)}"
    return None
