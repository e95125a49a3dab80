"""Rounds per CPU-second through the real engine: `python bench/engine.py [--seconds 2] [--smoke]` prints JSON.

Every action is checked and gives its events, and every choice of a bot gets a seat observation of its own. Times are
CPU time of this process; the median of three interleaved repeats is reported. The goal is 800 easy rounds a second
with 4 players, the stretch 1,500 (an action within 10 µs, an observation within 5 µs).
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.bots import easy
from game.bots.selfplay import match_seed, play
from game.engine.actions import Action, Origin
from game.engine.observation import observe_seat
from game.engine.options import Options
from game.engine.record import Opening, replay
from game.engine.rules import apply, owing
from game.engine.state import Match, Playing

GOAL, STRETCH = 800, 1500
ROUNDS_A_MATCH = 20

Question = tuple[Match, int, Action]


def rounds_per_second(players: int, seconds: float, series: str) -> float:
    """Plays matches of 20 rounds for so much CPU time."""
    rounds, number, started = 0, 0, process_time()
    while (spent := process_time() - started) < seconds or not rounds:
        opening = Opening(players, Options(rounds=ROUNDS_A_MATCH), match_seed(series, number), at=0)
        for _ in play(opening, easy.choose):
            pass
        rounds += ROUNDS_A_MATCH
        number += 1
    return rounds / spent


def questions(players: int) -> list[Question]:
    """The states of one match in which somebody has the turn, with who and what the bot does."""
    found: list[Question] = []
    opening = Opening(players, Options(rounds=ROUNDS_A_MATCH), match_seed("parts", players), at=0)
    before: Match | None = None
    for logged, step in play(opening, easy.choose):
        if before is not None and logged is not None and isinstance(before.phase, Playing):
            found.append((before, logged.seat, logged.action))
        before = step.match
    return found


def microseconds(asked: Sequence[Question], work: Callable[[Match, int, Action], object]) -> float:
    """The CPU time of one call, in µs."""
    started = process_time()
    for match, seat, action in asked:
        work(match, seat, action)
    return (process_time() - started) / len(asked) * 1e6


def apply_one(match: Match, seat: int, action: Action) -> object:
    """An action, checked, with its events."""
    return apply(match, seat, action, origin=Origin.BOT, at=0, decision=match.decision)


def observe_one(match: Match, seat: int, action: Action) -> object:
    """What the seat that has the turn may know, its legal sets included."""
    return observe_seat(match, seat)


def replay_milliseconds() -> tuple[float, int]:
    """The CPU time to replay the log of a match of 20 rounds at 6 players, and its number of actions."""
    opening = Opening(6, Options(rounds=ROUNDS_A_MATCH), match_seed("replay", 6), at=0)
    log = [logged for logged, _ in play(opening, easy.choose) if logged is not None]
    started = process_time()
    assert owing(replay(opening, log)) == ()
    return (process_time() - started) * 1e3, len(log)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds a measurement (default 2)")
    parser.add_argument("--smoke", action="store_true", help="a short run that only shows that it runs")
    arguments = parser.parse_args()
    seconds, repeats = (0.05, 1) if arguments.smoke else (arguments.seconds, 3)

    sizes = range(4, 9)
    rates: dict[int, list[float]] = {players: [] for players in sizes}
    parts: dict[str, list[float]] = {"apply": [], "observe": []}
    asked = questions(4)
    for repeat in range(repeats):
        for players in sizes:
            rates[players].append(rounds_per_second(players, seconds, f"bench:{repeat}"))
        parts["apply"].append(microseconds(asked, apply_one))
        parts["observe"].append(microseconds(asked, observe_one))
    milliseconds, actions = replay_milliseconds()
    four = median(rates[4])
    result = {
        "python": platform.python_version(),
        "roundsPerCpuSecond": {str(players): round(median(found)) for players, found in rates.items()},
        "applyMicroseconds": round(median(parts["apply"]), 2),
        "observeMicroseconds": round(median(parts["observe"]), 2),
        "replay": {"milliseconds": round(milliseconds, 2), "actions": actions},
        "goal": {"players": 4, "roundsPerCpuSecond": GOAL, "met": four >= GOAL},
        "stretch": {"players": 4, "roundsPerCpuSecond": STRETCH, "met": four >= STRETCH},
        "smoke": arguments.smoke,
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
