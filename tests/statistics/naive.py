"""Statistics the slow way: every log played again, every event looked at, everything added up in loops."""

from typing import Any

from game.engine.actions import Origin, Play
from game.engine.cards import JESTERS
from game.engine.events import RevolutionDeclared, RoundDealt, RoundEnded
from game.engine.rules import apply, open_match
from game.models import Match
from game.store import opening_of, tail


def naive_rounds(match: Match) -> list[dict[str, Any]]:
    """What `game.facts.stored_facts` should say of a match, from the engine's events and hands."""
    opening = opening_of(match)
    step = open_match(players=opening.players, options=opening.options, seed=opening.seed, at=opening.at)
    lines: list[dict[str, Any]] = []
    now: list[dict[str, Any]] = []
    for entry in (None, *tail(match.pk, 0)):
        if entry is not None:
            before = step.match
            step = apply(before, entry.seat, entry.action, origin=entry.origin, at=entry.at)
            asked = type(before.phase).__name__
            if entry.origin is Origin.TIMEOUT and asked != "RoundOver" and not before.is_paused:
                now[entry.seat]["timeouts"] += 1
            if isinstance(entry.action, Play):
                jesters = (entry.action.cards & JESTERS).bit_count()
                is_alone = not entry.action.cards & ~JESTERS
                now[entry.seat]["alone" if is_alone else "mixed"] += jesters
        for event in step.events:
            match event:
                case RoundEnded(_, order):
                    for line in now:
                        line["place"] = order.index(line["seat"]) + 1
                        line["kept"] = (step.match.hands[line["seat"]] & JESTERS).bit_count()
                    lines += now
                case RevolutionDeclared(seat, great):
                    now[seat]["revolution"] = 2 if great else 1
                case RoundDealt(number, order):
                    now = [_blank(seat, number, order) for seat in range(opening.players)]
    return lines


def _blank(seat: int, number: int, order: tuple[int, ...]) -> dict[str, Any]:
    counts = dict.fromkeys(("revolution", "mixed", "alone", "kept", "timeouts"), 0)
    standing = order.index(seat) + 1
    return {
        "seat": seat, "round": number, "players": len(order), "standing": standing, "place": 0, **counts,
    }  # fmt: skip
