"""`python -m tests.crash --minutes 10 --seed 1`: prints the report as JSON; exit status 1 when anything was lost."""

import argparse
import json
import signal
import sys
from pathlib import Path

from tests.crash.backing import missing
from tests.crash.run import Plan, run


def main() -> int:
    """Runs until both the acknowledged actions and a death at every step are reached, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="at most so long (default 10)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance in it (default 1)")
    parser.add_argument("--acknowledged", type=int, default=10_000, help="wanted (default 10000)")
    parser.add_argument("--tables", type=int, default=20, help="(default 20)")
    parser.add_argument("--sqlite", action="store_true", help="one process on a file")
    parser.add_argument("--log", type=Path, help="a file for what the servers complain of")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever ends it ends all it started
    if not options.sqlite and (names := missing()):
        print(f"not installed: {names}", file=sys.stderr)
        return 2
    plan = Plan(
        options.seed, options.minutes * 60, options.acknowledged, options.tables, options.sqlite, options.log
    )
    report = run(plan)
    print(json.dumps(report, indent=1))
    return 0 if report["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
