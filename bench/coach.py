"""What the coach costs: `python -m bench.coach`. CPU time of judging and of playing out, for the seats of one match."""

import argparse
import json
from time import process_time
from typing import Any

from msgspec.structs import replace

from bench.bots import yardstick
from game.bots import easy
from game.bots.expert import expert
from game.bots.selfplay import match_seed, play
from game.coach import review as reviewing
from game.coach.moments import moments_of
from game.coach.playouts import Effort, check
from game.engine.actions import Origin
from game.engine.observation import observe_seat
from game.engine.options import Options
from game.engine.record import LoggedAction, Opening
from game.engine.state import Match


def main() -> None:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seats", type=int, default=2, help="how many seats of the match are reviewed")
    arguments = parser.parse_args()
    expert()
    states: list[Match] = []
    log: list[LoggedAction] = []
    opening = Opening(arguments.players, Options(), match_seed("coach", 0), 0)
    for logged, step in play(opening, easy.choose):
        states.append(step.match)
        log += [] if logged is None else [replace(logged, origin=Origin.PLAYER)]
    figures = [_seat(states, log, seat) for seat in range(arguments.seats)]
    print(json.dumps({"yardstickMs": yardstick(), "seats": figures}))


def _seat(states: list[Match], log: list[LoggedAction], seat: int) -> dict[str, float]:
    efforts: list[Effort] = []

    def counted(*arguments: Any, most: int) -> Effort:
        efforts.append(check(*arguments, most))
        return efforts[-1]

    reviewing.check = counted  # type: ignore[assignment]
    places = [result.order.index(seat) + 1 for result in states[-1].results]
    begin = process_time()
    judged = reviewing.review(moments_of(states, log, seat), places)
    middle = process_time()
    reviewing.confirmed(judged, lambda version: observe_seat(states[version], seat), "bench")
    end = process_time()
    decisions = sum(len(each.judged) for each in judged.rounds)
    choices, pairs = (
        sum(effort.choices for effort in efforts),
        sum(effort.checked.pairs for effort in efforts),
    )
    return {
        "decisions": decisions,
        "judgingMs": round(1000 * (middle - begin) / decisions, 2),
        "playedOut": len(efforts),
        "sure": sum(effort.checked.is_sure for effort in efforts),
        "choices": choices,
        "choiceMs": round(1000 * (end - middle) / choices, 3) if choices else 0.0,
        "pairMs": round(1000 * (end - middle) / pairs, 1) if pairs else 0.0,
        "seconds": round(end - begin, 2),
    }


if __name__ == "__main__":
    main()
