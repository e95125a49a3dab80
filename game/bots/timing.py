"""How long a bot thinks, in CPU time, at tables where all seats choose alike."""

from collections.abc import Sequence
from time import process_time_ns

from game.bots.selfplay import Chooser, match_seed, play
from game.engine.actions import Action
from game.engine.observation import SeatObservation
from game.engine.options import Options
from game.engine.record import Opening


def decision_times(choose: Chooser, *, decisions: int, players: int = 6) -> dict[str, list[float]]:
    """CPU milliseconds of decisions where there is a choice, by what is asked.

    At least so many plays, and the gifts of their rounds.
    """
    times: dict[str, list[float]] = {"play": [], "returnTax": []}

    def timed(seen: SeatObservation) -> Action:
        start = process_time_ns()
        action = choose(seen)
        spent = process_time_ns() - start
        owes = seen.owes
        if owes is not None and (len(seen.legal) + (not seen.must_lead) > 1 or owes.kind == "returnTax"):
            times[owes.kind].append(spent / 1e6)
        return action

    number = 0
    while len(times["play"]) < decisions:
        opening = Opening(players, Options(rounds=1), match_seed("bench", number), at=0)
        for _ in play(opening, timed):
            pass
        number += 1
    return times


def shares(milliseconds: Sequence[float]) -> dict[str, float]:
    """Mean, p50 and p99 of at least one number."""
    ordered = sorted(milliseconds)
    last = len(ordered) - 1
    found = {
        "mean": sum(ordered) / len(ordered),
        "p50": ordered[round(last * 0.5)],
        "p99": ordered[round(last * 0.99)],
    }
    return {name: round(value, 3) for name, value in found.items()}
