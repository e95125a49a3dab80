"""How quick the pages are on a hundred thousand matches: `python bench/history.py [--matches N] [--database URL]`.

Fills a database of its own (SQLite in a temporary folder, or a new one on the PostgreSQL server of the URL), measures
every page of `bench.pages`, prints a table and drops it. `--filled` measures the database of DATABASE_URL or KINGS_VAR
as it is. Exit status 1 where a page takes 100 ms or more of the server's and the database's CPU.
"""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit, urlunsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

GOAL_MS = 100


@contextmanager
def fresh_database(url: str | None) -> Iterator[None]:
    """The environment names a new, empty database; afterwards it is gone."""
    if url is None:
        with tempfile.TemporaryDirectory() as place:
            os.environ["KINGS_VAR"] = place
            os.environ.pop("DATABASE_URL", None)
            yield
        return
    import psycopg

    name = f"kings_history_{os.getpid()}"
    with tempfile.TemporaryDirectory() as place, psycopg.connect(url, autocommit=True) as keeper:
        keeper.execute(f"CREATE DATABASE {name}")
        try:
            os.environ["KINGS_VAR"] = place
            os.environ["DATABASE_URL"] = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
            yield
        finally:
            from django.db import connections

            connections.close_all()
            keeper.execute(f"DROP DATABASE {name} WITH (FORCE)")


def fill(matches: int, *, seed: str) -> float:
    """Makes the matches; the seconds it took."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    started = monotonic()
    call_command("generate_matches", matches=matches, seed=seed)
    spent = monotonic() - started
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as a database that has grown over a year has done by itself
    return spent


def measure() -> bool:
    """Prints the table; whether every page is quick enough."""
    from django.db import connection

    from bench.pages import cost, pages
    from game.models import Action, Match, Seat

    print(
        f"{connection.vendor}, {Match.objects.count():,} matches, {Seat.objects.count():,} seats, "
        f"{Action.objects.count():,} actions; {platform.python_version()}, {os.cpu_count()} cores, "
        f"load {os.getloadavg()[0]:.1f}\n"
    )
    print("| page | CPU ms | clock ms | queries | KB |\n|---|---|---|---|---|")
    costs = []
    for page in pages():
        found = cost(page)
        costs.append(found)
        print(
            f"| {found.name} | {found.cpu_ms:.1f} | {found.clock_ms:.1f} | {found.queries} | {found.kilobytes:.0f} |",
            flush=True,
        )
    slow = [found.name for found in costs if found.cpu_ms >= GOAL_MS]
    print(
        f"\n{len(costs) - len(slow)} of {len(costs)} pages under {GOAL_MS} ms"
        + "".join(f"; slow: {n}" for n in slow)
    )
    return not slow


def main() -> int:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument(
        "--database", metavar="URL", help="postgres://… of a server on which databases may be made"
    )
    parser.add_argument("--seed", default="history")
    parser.add_argument("--filled", action="store_true", help="measure what is there, make nothing")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    if asked.filled:
        django.setup()
        return 0 if measure() else 1
    with fresh_database(asked.database):
        django.setup()
        print(f"filled in {fill(asked.matches, seed=asked.seed):.0f} s")
        return 0 if measure() else 1


if __name__ == "__main__":
    sys.exit(main())
