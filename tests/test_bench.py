"""The benches still run: as short as they can be, for what they print and not for how fast it was."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"html", "json", "floor", "floorSized", "daphne", "stock"}


def run(script: str, *arguments: str) -> dict[str, Any]:
    env = {key: value for key, value in os.environ.items() if key not in ("DJANGO_SETTINGS_MODULE", "BENCH")}
    command = [sys.executable, f"bench/{script}.py", "--smoke", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_the_engines_bench_runs() -> None:
    assert run("engine")


def test_the_bench_of_writing_runs_and_misses_no_deadline() -> None:
    report = run("writing")
    assert report["append"]["ratio"] > 0
    assert report["beside"]["batches"] > 0
    assert report["warm"]["missed"] == report["cold"]["missed"] == 0


def test_the_servers_bench_drives_every_kind_of_room_and_loses_nothing() -> None:
    report = run("server", "--rooms", "2")
    assert set(report["kinds"]) == KINDS
    assert report["sockets"] == 2 * 6 * len(KINDS)
    for kind, figures in report["kinds"].items():
        assert figures["actionsPerSecond"] > 0, kind
        assert (figures["lost"], figures["refused"], figures["closed"]) == (0, 0, 0), kind
        assert figures["endedMatches"] == 0, kind
    assert report["kinds"]["html"]["frameBytes"] > report["kinds"]["floor"]["frameBytes"]


@pytest.mark.parametrize(("flag", "status"), [(None, 1), ("0", 1), ("1", 0)])
def test_the_floor_exists_only_where_the_bench_asks_for_it(
    flag: str | None, status: int, tmp_path: Path
) -> None:
    env = {key: value for key, value in os.environ.items() if key != "BENCH"} | {"KINGS_VAR": str(tmp_path)}
    env |= {} if flag is None else {"BENCH": flag}
    code = (
        "from config.asgi import sockets\n"
        "paths = [str(entry.pattern) for entry in sockets]\n"
        "assert any(path.startswith('ws/room/') for path in paths)\n"
        "raise SystemExit(0 if any('bench' in path for path in paths) else 1)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (status, "")


def test_the_floor_cannot_be_imported_by_accident() -> None:
    env = {key: value for key, value in os.environ.items() if key != "BENCH"}
    code = "import django; django.setup(); import bench.floor"
    env["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode != 0
    assert "the floor exists only where BENCH=1" in done.stderr


def test_the_bench_of_rooms_of_bots_runs_and_no_bot_is_replaced() -> None:
    env = {key: value for key, value in os.environ.items() if key not in ("DJANGO_SETTINGS_MODULE", "BENCH")}
    command = [sys.executable, "-m", "bench.bot_rooms", "--smoke"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    levels = json.loads(done.stdout)["levels"]
    assert all(levels[level]["botActionsPerSecond"] > 0 for level in ("easy", "expert"))
