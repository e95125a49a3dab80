"""What bots cost a running server: rooms of one person and five bots at their usual pace, experts beside easy ones.

`python -m bench.bot_rooms --rooms 300` prints one JSON object; docs/bots.md says what its figures mean. For each level
a server of its own, one after the other, `--rounds` times: the person of each room has a page open and lets a bot play.
Beside them rooms of six people are driven, to see what thinking costs others.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from bench.load import cpu_seconds, metric, milliseconds, resident_kb
from bench.rooms import JSON_PROTOCOL, TableRoom, Tally
from bench.server import ROOT, environment, free_port, wait_for
from bench.sockets import Socket

LEVELS = ("easy", "expert")
_VERSION = re.compile(rb'"version":(\d+)')


def main() -> int:
    """Prints the figures; exit status 1 when a bot was replaced or a play of a person lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rooms", type=int, default=300, help="rooms of bots (default 300)")
    parser.add_argument("--people", type=int, default=5, help="rooms of six people beside them (default 5)")
    parser.add_argument(
        "--seconds", type=float, default=60, help="length of the measured window (default 60)"
    )
    parser.add_argument("--rounds", type=int, default=1, help="windows of each level (default 1)")
    parser.add_argument(
        "--levels", nargs="+", default=list(LEVELS), help="what to compare, the first as base"
    )
    parser.add_argument(
        "--smoke", action="store_true", help="as short as it can be: does everything still work?"
    )
    options = parser.parse_args()
    if options.smoke:
        options.rooms, options.people, options.seconds = min(options.rooms, 2), 1, 4.0
    windows: dict[str, list[dict[str, Any]]] = {level: [] for level in options.levels}
    for _ in range(options.rounds):
        for level in options.levels:
            windows[level].append(_window(level, options))
    report = _report(windows, options)
    print(json.dumps(report, indent=1))
    return int(any(row["replaced"] or row["lost"] for rows in windows.values() for row in rows))


def _window(level: str, options: argparse.Namespace) -> dict[str, Any]:
    """A server with rooms of this level, measured once."""
    with tempfile.TemporaryDirectory(prefix="kings-bench-") as var:
        env = environment(var, None, None)
        del env["BOT_DELAY_MS"]
        kind = f"bots-{level}-{options.rooms}"
        furnish = [sys.executable, "-m", "bench.furnish", str(options.people), "json", kind]
        plan = json.loads(subprocess.run(furnish, env=env, cwd=ROOT, check=True, capture_output=True).stdout)
        port = free_port()
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        server = subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            wait_for(server, port)
            return asyncio.run(_measure(plan, kind, port, server.pid, options))
        finally:
            server.terminate()
            server.wait(30)


async def _measure(
    plan: dict[str, Any], kind: str, port: int, pid: int, options: argparse.Namespace
) -> dict[str, Any]:
    versions: dict[int, int] = {}
    sockets, tally, people = [], Tally(), []
    for number, table in enumerate(plan["tables"][kind]):
        path = f"/ws/room/{table['code']}/"
        sockets.append(
            await Socket.open(
                port,
                path,
                listener=_follower(versions, number),
                cookie=table["cookie"],
                subprotocol=JSON_PROTOCOL,
            )
        )
        sockets[-1].send(b'{"type":"autoplay","on":true,"id":"away"}')
    for number in range(options.people):
        room = TableRoom(tally, plan["tables"]["json"][number], machine=True)
        await room.open([port], plan["cookies"][number])
        people.append(room)
    playing = [asyncio.ensure_future(room.play(1.0, number / 7)) for number, room in enumerate(people)]
    await asyncio.sleep(2 if options.smoke else 15)  # hands are seen, taxes paid
    thoughts, _, _ = await asyncio.to_thread(_thinking, port)
    tally.latencies.clear()
    before, acted, own, at = cpu_seconds(pid), sum(versions.values()), tally.actions, time.perf_counter()
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - at
    spent, actions = cpu_seconds(pid) - before, sum(versions.values()) - acted
    latencies = sorted(tally.latencies)
    thoughts_after, thought_for, replaced = await asyncio.to_thread(_thinking, port)
    figures = {
        "botActionsPerSecond": round(actions / seconds, 1),
        "thoughtsPerSecond": round((thoughts_after - thoughts) / seconds, 1),
        "cpuPerSecond": spent / seconds,
        "cpuMillisecondsAnAction": 1000 * spent / max(actions + tally.actions - own, 1),
        "playP50Ms": milliseconds(latencies, 0.5),
        "playP99Ms": milliseconds(latencies, 0.99),
        "thinkMeanMs": round(1000 * thought_for / max(thoughts_after, 1), 2),
        "replaced": replaced,
        "lost": tally.lost + tally.refused,
        "residentMb": round(resident_kb(pid) / 1024, 1),
        "load": os.getloadavg()[0],
    }
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for socket in [*sockets, *(socket for room in people for socket in room.sockets)]:
        socket.close()
    return figures


def _thinking(port: int) -> tuple[float, float, float]:
    """How often and how long bots have thought (in seconds), and how many were replaced. Not in the event loop: it
    would keep the bench itself from hearing anything.
    """
    stage = '{stage="think"}'
    return (
        metric(port, "kings_action_seconds_count" + stage),
        metric(port, "kings_action_seconds_sum" + stage),
        metric(port, "kings_bot_replacements_total"),
    )


def _follower(versions: dict[int, int], number: int) -> Any:
    def listen(payload: bytes) -> None:
        if payload.startswith(b'{"type":"view"') and (found := _VERSION.search(payload, 0, 60)):
            versions[number] = int(found[1])

    return listen


def _report(windows: dict[str, list[dict[str, Any]]], options: argparse.Namespace) -> dict[str, Any]:
    """Medians; `share`: what each level costs beyond the first, in parts of two cores, at the first one's rate."""
    levels = {
        level: {key: round(statistics.median(row[key] for row in rows), 3) for key in rows[0]}
        for level, rows in windows.items()
    }
    base = levels[options.levels[0]]
    for figures in levels.values():
        beyond = figures["cpuMillisecondsAnAction"] - base["cpuMillisecondsAnAction"]
        figures["millisecondsBeyond"] = round(beyond, 3)
        figures["shareOfTwoCores"] = round(beyond / 1000 * figures["botActionsPerSecond"] / 2, 4)
    return {"bench": "bot_rooms", "rooms": options.rooms, "seconds": options.seconds, "levels": levels}


if __name__ == "__main__":
    sys.exit(main())
