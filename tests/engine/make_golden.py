"""Writes the golden matches: `python -m tests.engine.make_golden`. Only for new ones; the old ones never change.

Matches of bots are those of `manage.py simulate`; the others are random play with absent seats, for the rest
of the rules. `engine-<version>.jsonl` are records as the server's exports are, one a line, with secret, nonces and
links: all sizes, all options, and whatever may happen at a table. A new engine version gets its own file.
"""

import json
import random
from hashlib import sha256
from pathlib import Path

from game.bots import easy
from game.bots.selfplay import match_seed, play
from game.engine.actions import Autoplay, Origin
from game.engine.fairness import NONCE_BYTES, seed_of
from game.engine.observation import observe_seat
from game.engine.options import Options
from game.engine.record import LoggedAction, Opening, build_record, replay
from game.engine.rules import ENGINE_VERSION, apply, timeout_action, timing_out

from .walks import any_action, walk

GOLDEN = Path(__file__).parents[1] / "golden"


def write(name: str, opening: Opening, log, names) -> None:
    """One record, a line, unless it is there already."""
    path = GOLDEN / f"{name}.json"
    if path.exists():
        return
    record = build_record(match=name, room=None, players=names, opening=opening, actions=log)
    path.write_text(json.dumps(record, separators=(",", ":")) + "\n")


def bots(name: str, players: int, options: Options, number: int) -> None:
    """A match of easy bots."""
    opening = Opening(players, options, match_seed("golden", number), at=0)
    log = [logged for logged, _ in play(opening, easy.choose) if logged is not None]
    assert all(logged.origin is Origin.BOT for logged in log)
    write(name, opening, log, [(f"Easy {seat + 1}", "easy") for seat in range(players)])


def people(name: str, players: int, options: Options, number: int, absent: frozenset[int]) -> None:
    """A match of people who play anything, some of them gone."""
    opening = Opening(players, options, match_seed("golden", number), at=1_000_000)
    played = walk(opening, random.Random(number), absent, 50_000)
    write(name, opening, played.log, [(f"Player {seat + 1}", None) for seat in range(players)])


def exported(name: str, players: int, options: Options, people: int, absent: frozenset[int]) -> dict:
    """The record of a match of people who do anything that is allowed, some of them gone, and of bots.

    Who switches autoplay on is played by the easy bot, as on the server; an administrator does so to the last seat.
    """
    chance = random.Random(f"golden {name}")
    secret = sha256(f"secret {name}".encode()).digest()
    nonces = tuple(
        sha256(f"nonce {seat} {name}".encode()).digest()[:NONCE_BYTES] if seat < people else b""
        for seat in range(players)
    )
    opening = Opening(players, options, seed_of(secret, nonces), 1_790_000_000_000, secret, nonces)
    match, log, at = replay(opening, ()), [], opening.at
    while seats := timing_out(match):
        seat = chance.choice(seats)
        at += chance.randrange(5000)
        if len(log) == 40 and not match.attendance.autoplay[players - 1] and people == players:
            seat, action, origin = players - 1, Autoplay(on=True), Origin.ADMIN
        elif seat >= people and not match.is_paused:
            action, origin = easy.choose(observe_seat(match, seat)), Origin.BOT
        elif match.attendance.autoplay[seat] and not match.is_paused and chance.random() < 0.9:
            action, origin = easy.choose(observe_seat(match, seat)), Origin.AUTOPLAY
        elif match.is_paused and chance.random() < 0.3:
            action, origin = timeout_action(match, seat), Origin.TIMEOUT
        else:
            action, origin = any_action(match, seat, chance, absent=seat in absent)
        match = apply(match, seat, action, origin=origin, at=at).match
        log.append(LoggedAction(match.version, seat, action, origin, at))
    names = [(f"Player {seat + 1}", None if seat < people else "easy") for seat in range(players)]
    public_id = sha256(name.encode()).hexdigest()[:32]
    return build_record(match=public_id, room="AB23CD", players=names, opening=opening, actions=log)


def exports() -> list[dict]:
    """The records of the newest engine: each size twice, every option both ways, and what chance alone brings."""
    short = {"rounds": 1}
    return [
        exported("four", 4, Options(rounds=3), 4, frozenset()),
        exported("four-and-nobody", 4, Options(**short, scoring="last-round"), 2, frozenset({0, 1})),
        exported("five", 5, Options(**short, first_round_tax=True, jester_taxable=True), 3, frozenset({2})),
        exported("five-locked", 5, Options(**short, pass_locks_out=True, turn_seconds=15), 5, frozenset()),
        exported(
            "six", 6, Options(**short, first_ranking="random", first_round_tax=False), 6, frozenset({5})
        ),
        exported("six-quiet", 6, Options(**short, revolution=False), 1, frozenset()),
        exported("seven", 7, Options(**short, jester_taxable=True, pass_locks_out=True), 4, frozenset({1})),
        exported("seven-few", 7, Options(rounds=3, remove_high_cards=True), 7, frozenset()),
        exported("eight", 8, Options(**short), 8, frozenset({3, 4})),
        exported(
            "eight-few", 8, Options(rounds=1, remove_high_cards=True, scoring="last-round"), 5, frozenset()
        ),
        *rare(),
    ]


def rare() -> list[dict]:
    """The first matches of a long row in which somebody declares a revolution, and a great one."""
    wanted, found = ["revolution", "great"], []
    for number in range(10_000):
        record = exported(f"row-{number}", 4, Options(rounds=3, remove_high_cards=True), 4, frozenset())
        declared = {done["revolution"] for done in record["result"]["rounds"]}
        if declared & set(wanted):
            wanted = [kind for kind in wanted if kind not in declared]
            found.append(record)
        if not wanted:
            return found
    raise AssertionError("nobody declared anything")


def write_exports() -> None:
    """The file of the newest engine, unless it is there already."""
    path = GOLDEN / f"engine-{ENGINE_VERSION}.jsonl"
    if not path.exists():
        path.write_text("".join(json.dumps(r, separators=(",", ":")) + "\n" for r in exports()))


def main() -> None:
    """All of them."""
    write_exports()
    bots("easy-4", 4, Options(), 4)
    bots("easy-5-lock-out", 5, Options(rounds=1, pass_locks_out=True), 5)
    bots("easy-6-last-round", 6, Options(rounds=1, scoring="last-round", first_ranking="random"), 6)
    bots("easy-7-jesters-taxed", 7, Options(rounds=1, jester_taxable=True), 7)
    bots("easy-8-small-deck", 8, Options(remove_high_cards=True), 8)
    people("people-4-revolutions", 4, Options(rounds=5, remove_high_cards=True), 205, frozenset())
    people(
        "people-5-no-revolution",
        5,
        Options(rounds=1, revolution=False, first_round_tax=False),
        11,
        frozenset({2}),
    )
    people("people-8-lock-out", 8, Options(rounds=1, pass_locks_out=True), 12, frozenset({0, 5}))


if __name__ == "__main__":
    main()
