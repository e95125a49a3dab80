"""The long fuzz: `python -m tests.fuzz --messages 200000 --requests 20000 --seed 1` (docs/fuzz.md)."""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any


def main() -> int:
    """Runs what is asked for in data of its own; exit status 1 when anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=0, help="messages to sockets of a real server")
    parser.add_argument("--requests", type=int, default=0, help="requests through Django's client")
    parser.add_argument("--visits", type=int, default=0, help="requests to a real server")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is chosen (default 1)")
    parser.add_argument("--tables", type=int, default=4, help="tables in the fuzz of sockets (default 4)")
    parser.add_argument("--database", help="an empty database for --requests, by URL (default SQLite)")
    options = parser.parse_args()
    for name in ("DATABASE_URL", "REDIS_URL", "DEBUG"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory(prefix="kings-fuzz-") as folder:
        os.environ |= {
            "KINGS_VAR": str(Path(folder, "pages")),
            "DJANGO_SETTINGS_MODULE": "config.settings_test",
        }
        if options.database:
            os.environ["DATABASE_URL"] = options.database
        import django

        django.setup()
        found: list[str] = []
        if options.messages:
            from tests.fuzz.sockets import storm

            var = Path(folder, "sockets")
            found += _tell(
                "sockets", storm(var, messages=options.messages, seed=options.seed, tables=options.tables)
            )
        if options.requests:
            from django.core.management import call_command

            from tests.fuzz.pages import fuzz_pages

            call_command("migrate", verbosity=0)
            found += _tell("pages", fuzz_pages(requests=options.requests, seed=options.seed))
        if options.visits:
            from tests.fuzz.visits import visit

            found += _tell(
                "visits", visit(Path(folder, "visits"), requests=options.visits, seed=options.seed)
            )
    return 1 if found else 0


def _tell(what: str, report: Any) -> list[str]:
    faults, figures = report
    print(
        json.dumps({"fuzz": what, "faults": faults[:50], "found": len(faults), "figures": figures}, indent=1),
        flush=True,
    )
    return list(faults)


if __name__ == "__main__":
    sys.exit(main())
