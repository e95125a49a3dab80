"""How quickly the log grows, and how late deadlines are: `python bench/writing.py [--database URL]` prints JSON.

`append`: actions a second with 64 matches waiting, through the writer's transaction, beside a transaction an action
through the ORM; windows in turn, medians of `--rounds`. `beside`: how long such a batch takes while all four readers
write down, as fast as they can, that people come whose leases had ended. `warm`, `cold`: matches that nobody watches,
whose turns end `--rate` a second apart; how long after its deadline each timeout was committed, by the clock of one
process, which has them in memory or reads each for it, as after a restart.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

WAITING = 64
PLAYERS = 6
HEAD_START_MS = 1500  # until the first deadline, beside what getting ready takes


def main() -> int:
    """Runs the bench on a database of its own; exit status 1 where a deadline was missed for good."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="windows of each way to write (default 3)")
    parser.add_argument("--rate", type=float, default=250, help="deadlines a second (default 250)")
    parser.add_argument("--matches", type=int, default=500, help="matches with a deadline (default 500)")
    parser.add_argument(
        "--beside", type=float, default=10, help="seconds of writing beside others (default 10)"
    )
    parser.add_argument("--database", metavar="URL", help="an empty database instead of SQLite")
    parser.add_argument("--smoke", action="store_true", help="as short as it can be")
    options = parser.parse_args()
    if options.smoke:
        options.rounds, options.matches, options.rate, options.beside = 1, 20, 100.0, 0.5
    with tempfile.TemporaryDirectory(prefix="kings-bench-") as var:
        _set_up(var, options.database)
        report = {
            "bench": "writing",
            "database": "SQLite" if options.database is None else options.database.partition(":")[0],
            "load": [round(load, 1) for load in os.getloadavg()],
            "append": measure_append(options.rounds),
            "beside": measure_beside(options.beside),
            "warm": measure_deadlines(options.matches, options.rate, warm=True),
            "cold": measure_deadlines(options.matches, options.rate, warm=False),
        }
        _tear_down()
    print(json.dumps(report, indent=1))
    return 1 if report["warm"]["missed"] or report["cold"]["missed"] else 0


def _set_up(var: str, database: str | None) -> None:
    import django

    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "KINGS_VAR": var, "LOG_LEVEL": "WARNING"}
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    if database:
        os.environ["DATABASE_URL"] = database
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _tear_down() -> None:
    from django.db import connection

    from game.threads import close_thread_connections
    from game.writer import writer

    writer.close()
    close_thread_connections()
    connection.close()


def _open(count: int) -> list[Any]:
    """That many matches of six people, just opened, whose first deadline is a long way off."""
    from django.db import transaction

    from game.engine.options import parse_options
    from game.services import NewPlayer, open_match

    people = [NewPlayer(None, f"p{seat}", None) for seat in range(PLAYERS)]
    with transaction.atomic():
        return [
            open_match(players=people, options=parse_options({"revolution": False})) for _ in range(count)
        ]


def measure_append(rounds: int) -> dict[str, Any]:
    """Actions a second by each way of writing, and the ratio of the medians."""
    matches = [match.pk for match in _open(WAITING)]
    grouped, singly = [], []
    version = 0
    for _ in range(rounds):
        for rates, write in ((grouped, _append_grouped), (singly, _append_singly)):
            version += 1
            rows = [_row(match, version) for match in matches]
            started = time.perf_counter()
            write(rows)
            rates.append(len(rows) / (time.perf_counter() - started))
    writer, orm = statistics.median(grouped), statistics.median(singly)
    return {"writer": round(writer), "orm": round(orm), "ratio": round(writer / orm, 1)}


def _row(match: int, version: int) -> Any:
    from game.writer import Row

    return Row(
        match=match, version=version, seat=0, type="pass", payload={}, origin="player", key=f"k{version}", at=version,
        link="0" * 64, decision=version, owing=1, deadline=version, due_at=None, status="playing",
        result=None, finished_at=None,
    )  # fmt: skip


def measure_beside(seconds: float) -> dict[str, Any]:
    """Milliseconds from a batch's first action to its last commit."""
    from accounts.models import User
    from rooms.services import create_room

    matches = [match.pk for match in _open(10)]
    hosts = [User.objects.create_user(f"beside{number}", f"옆{number}", None) for number in range(4)]
    rooms = [create_room(host=host, name="옆방") for host in hosts]
    waits = asyncio.run(_append_beside(matches, [(room.code, room.host_id) for room in rooms], seconds))
    return {"batches": len(waits), "p50Ms": round(waits[len(waits) // 2]), "maxMs": round(waits[-1])}


async def _append_beside(
    matches: list[int], people: list[tuple[str, int | None]], seconds: float
) -> list[float]:
    from game.threads import in_thread
    from game.writer import writer
    from rooms.presence import renew_presence

    end, waits = time.monotonic() + seconds, list[float]()

    async def come(code: str, user_id: int | None) -> None:
        while time.monotonic() < end:  # each lease is over at once
            await in_thread(renew_presence, code=code, user_id=user_id or 0, seconds=-1)

    async def play() -> None:
        while time.monotonic() < end:
            began = time.perf_counter()
            await asyncio.gather(*(writer.append(_row(match, len(waits) + 1)) for match in matches))
            waits.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(0.02)

    await asyncio.gather(play(), *(come(*person) for person in people))
    return sorted(waits)


def _append_grouped(rows: list[Any]) -> None:
    from game.writer import writer

    async def append() -> None:
        await asyncio.gather(*(writer.append(row) for row in rows))

    asyncio.run(append())


def _append_singly(rows: list[Any]) -> None:
    """As the idiomatic way does it: lock the match, insert, save, commit."""
    from django.db import transaction

    from game.models import Action, Match

    for row in rows:
        with transaction.atomic():
            match = Match.objects.select_for_update().get(pk=row.match)
            Action.objects.create(
                match=match, version=row.version, seat=row.seat, type=row.type, payload=row.payload,
                origin=row.origin, key=row.key, at=row.at, link=row.link,
            )  # fmt: skip
            match.version, match.decision, match.owing = row.version, row.decision, row.owing
            match.deadline, match.due_at = row.deadline, row.due_at
            match.save(update_fields=["version", "decision", "owing", "deadline", "due_at"])


def measure_deadlines(count: int, rate: float, *, warm: bool) -> dict[str, Any]:
    """Lateness of timeouts in ms: from the deadline to the moment the committed action bears."""
    from game.engine.record import replay
    from game.models import Action, Match
    from game.moment import now_ms
    from game.pace import deadline_of
    from game.store import opening_of

    Match.objects.update(due_at=None, deadline=None)
    matches = _open(count)
    first = now_ms() + HEAD_START_MS + (40 if warm else 15) * count
    due: dict[int, int] = {}
    for number, match in enumerate(matches):
        wanted = first + round(number * 1000 / rate)
        deadline = deadline_of(replay(opening_of(match), ()), 0)
        assert deadline is not None
        match.opened_at += wanted - deadline
        match.deadline = match.due_at = due[match.pk] = wanted
    Match.objects.bulk_update(matches, ["opened_at", "deadline", "due_at"], batch_size=500)
    spent = asyncio.run(_run_clock(due, warm=warm))
    timeouts = Action.objects.filter(match__in=due, version=1, origin="timeout").values_list("match_id", "at")
    late = sorted(at - due[match] for match, at in timeouts)
    return {
        "rate": rate,
        "matches": count,
        "missed": count - len(late),
        "p50Ms": late[len(late) // 2] if late else None,
        "p99Ms": late[min(len(late) - 1, int(len(late) * 0.99))] if late else None,
        "cpuMicroseconds": round(1e6 * spent / count),
    }


async def _run_clock(due: dict[int, int], *, warm: bool) -> float:
    """Run a process's clock until it has acted in all these matches, 60 s after the last deadline at most.

    Returns the CPU seconds it took. `warm`: the process knows the matches.
    """
    from game.clock import Clock
    from game.models import Action
    from game.moment import now_ms
    from game.tables import tables
    from game.threads import in_thread

    for match in due if warm else ():
        await tables().get(match)
    before = time.process_time()
    clock = Clock()
    await clock.start()
    await asyncio.sleep((max(due.values()) - now_ms()) / 1000)
    for _ in range(120):
        if await in_thread(Action.objects.filter(match__in=due, version=1).count) == len(due):
            break
        await asyncio.sleep(0.5)
    await clock.stop()
    return time.process_time() - before


if __name__ == "__main__":
    sys.exit(main())
