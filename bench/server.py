"""CPU time per action through the whole server, beside the same server's bare broadcast in the same run.

`python bench/server.py --rooms 32 --seconds 5` prints one JSON object, and a table to standard error; docs/bench.md
says what the figures mean.
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("html", "htmlSplit", "json", "floor", "floorSized", "daphne", "stock")
TABLES = ("html", "htmlSplit", "json")


def main() -> int:
    """Runs the bench; exit status 1 when an action was lost or refused or a socket closed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rooms", type=int, default=32, help="rooms of six sockets of every kind (default 32)"
    )
    parser.add_argument("--seconds", type=float, default=5, help="length of a measured window (default 5)")
    parser.add_argument("--rate", type=float, default=None, help="actions a second in all (default 6 a room)")
    parser.add_argument("--rounds", type=int, default=3, help="interleaved windows of every kind (default 3)")
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=None, help="what to measure (default: all)"
    )
    parser.add_argument("--database", default=None, metavar="URL", help="an empty database instead of SQLite")
    parser.add_argument("--redis", default=None, metavar="URL", help="hints between processes travel there")
    parser.add_argument(
        "--processes", type=int, default=1, help="server processes; htmlSplit has sockets at each (default 1)"
    )
    parser.add_argument(
        "--profile",
        default=None,
        metavar="FILE",
        help="run the server under cProfile; the second process writes FILE.1",
    )
    parser.add_argument(
        "--smoke", action="store_true", help="as short as it can be: does everything still work?"
    )
    options = parser.parse_args()
    if options.smoke:
        options.rooms, options.seconds, options.rounds, options.rate = min(options.rooms, 2), 0.5, 1, 40.0
    if options.processes > 1 and not (options.database and options.redis):
        parser.error("several processes need --database and --redis")
    if options.kinds is None:
        options.kinds = [kind for kind in KINDS if kind != "htmlSplit" or options.processes > 1]
    if options.rate is None:
        options.rate = 6.0 * options.rooms
    report = run(options)
    print(json.dumps(report, indent=1))
    print(_table(report), file=sys.stderr)
    return 0 if all(not report["kinds"][kind][bad] for kind in options.kinds for bad in BAD) else 1


BAD = ("lost", "refused", "closed")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Start a server with an empty database, drive it, stop it."""
    with tempfile.TemporaryDirectory(prefix="kings-bench-") as var:
        env = environment(var, options.database, options.redis)
        tables = [kind for kind in options.kinds if kind in TABLES]
        furnish = [sys.executable, "-m", "bench.furnish", str(options.rooms), *tables]
        plan = json.loads(subprocess.run(furnish, env=env, cwd=ROOT, check=True, capture_output=True).stdout)
        servers: list[subprocess.Popen[bytes]] = []
        ports = [free_port() for _ in range(options.processes)]
        try:
            for number, port in enumerate(ports):
                out = f"{options.profile}.{number}" if number else options.profile
                profile = ["-m", "cProfile", "-o", out] if options.profile else []
                command = [sys.executable, *profile, "manage.py", "serve", "--port", str(port)]
                servers.append(subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL))
                wait_for(servers[-1], port)
            plan |= {
                "ports": ports,
                "pids": [server.pid for server in servers],
                "seconds": options.seconds,
                "rate": options.rate,
                "rounds": options.rounds,
                "kinds": options.kinds,
                "warmUp": 0.2 if options.smoke else 1.0,
            }
            load = subprocess.run(
                [sys.executable, "-m", "bench.load"],
                input=json.dumps(plan).encode(), env=env, cwd=ROOT, check=True, stdout=subprocess.PIPE,
            )  # fmt: skip
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(30)
    return _report(options, json.loads(load.stdout))


def environment(var: str, database: str | None, redis: str | None) -> dict[str, str]:
    """The server's environment: its own data, no bots in a hurry, the floor's sockets."""
    published = ROOT / "var/static"  # made once, not by each server that begins with nothing
    published.mkdir(parents=True, exist_ok=True)
    Path(var, "static").symlink_to(published)
    env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    env |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "KINGS_VAR": var,
        "BENCH": "1",
        "BOT_DELAY_MS": "3600000",
        "LOG_LEVEL": "WARNING",
        "PYTHONHASHSEED": "0",
    }
    return env | {
        name: url for name, url in (("DATABASE_URL", database), ("REDIS_URL", redis)) if url is not None
    }


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(server: "subprocess.Popen[bytes]", port: int) -> None:
    """Wait until a server answers there. Raises: SystemExit when it ends or keeps silent."""
    for _ in range(1200):
        if server.poll() is not None:
            raise SystemExit(f"the server ended with {server.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def _report(options: argparse.Namespace, measured: dict[str, Any]) -> dict[str, Any]:
    """Medians over the windows; costs with the idle server's cost taken off, and ratios of those."""
    windows = measured["windows"]
    idle = statistics.median(window["cpuPerSecond"] for window in windows["idle"])
    kinds = measured["kinds"]
    for kind in options.kinds:
        rows = [row for row in windows[kind] if row["actions"]]
        gross = [1e6 * row["cpuSeconds"] / row["actions"] for row in rows]
        net = [1e6 * (row["cpuPerSecond"] - idle) / row["actionsPerSecond"] for row in rows]
        kinds[kind] |= {
            "cpuMicroseconds": _median(net),
            "cpuMicrosecondsWithIdle": _median(gross),
            "actionsPerSecond": _median(row["actionsPerSecond"] for row in rows),
            "coreShare": round(statistics.median([row["cpuPerSecond"] for row in rows] or [0]), 3),
            "eventLoopShare": round(statistics.median([row["eventLoopShare"] for row in rows] or [0]), 2),
            "p50Ms": _median(row["p50Ms"] for row in rows),
            "p95Ms": _median(row["p95Ms"] for row in rows),
            "p99Ms": _median(row["p99Ms"] for row in rows),
            "benchCoreShare": round(statistics.median([row["benchCoreShare"] for row in rows] or [0]), 2),
            "benchStallMs": max((row["benchStallMs"] for row in rows), default=0.0),
        }
    return {
        "bench": "server",
        "rooms": options.rooms,
        "sockets": measured["sockets"],
        "seconds": options.seconds,
        "rounds": options.rounds,
        "database": "SQLite" if options.database is None else options.database.partition(":")[0],
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
        "idleCoreShare": round(idle, 3),
        "processes": options.processes,
        "redis": options.redis is not None,
        "load": [round(load, 1) for load in os.getloadavg()],
        "residentMb": measured["residentMb"],
        "kinds": kinds,
        "ratios": _ratios(kinds),
        "targets": {
            "htmlToDaphne": 2.9,
            "htmlToDaphneStretch": 1.6,
            "stockToFloor": "at least 4 at 32 rooms",
            "splitToHtml": 1.8,
        },
    }


def _ratios(kinds: dict[str, Any]) -> dict[str, float]:
    pairs = {
        "htmlToDaphne": ("html", "daphne"),
        "htmlToFloor": ("html", "floor"),
        "htmlToFloorSized": ("html", "floorSized"),
        "jsonToFloor": ("json", "floor"),
        "stockToFloor": ("stock", "floor"),
        "splitToHtml": ("htmlSplit", "html"),
    }
    cost = {kind: figures["cpuMicroseconds"] for kind, figures in kinds.items()}
    return {
        name: round(cost[one] / cost[other], 2)
        for name, (one, other) in pairs.items()
        if one in cost and cost.get(other, 0) > 0
    }


def _table(report: dict[str, Any]) -> str:
    """The figures of each kind in columns, the ratios below."""
    columns = {
        "cpuMicroseconds": "µs/action",
        "actionsPerSecond": "actions/s",
        "coreShare": "cores",
        "p50Ms": "p50 ms",
        "p95Ms": "p95 ms",
        "p99Ms": "p99 ms",
        "frameBytes": "bytes",
        "residentKbPerSocket": "kB/socket",
    }
    rows = [["", *columns.values()]]
    for kind, figures in report["kinds"].items():
        rows.append([kind, *(str(figures[name]) for name in columns)])
    lines = ["".join(f"{cell:>12}" for cell in row) for row in rows]
    lines += [f"{name}: {ratio}" for name, ratio in report["ratios"].items()]
    return "\n".join(lines)


def _median(values: Any) -> float:
    values = list(values)
    return round(statistics.median(values), 1) if values else 0.0


if __name__ == "__main__":
    sys.exit(main())
