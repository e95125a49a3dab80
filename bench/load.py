"""The load generator, a process of its own: opens all sockets, then drives one kind of room after the other.

Run by `bench.server`: reads a plan as JSON from standard input, writes what it measured as JSON to standard output.
The server's CPU time comes from /proc and covers all its threads.
"""

import asyncio
import gc
import json
import os
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from bench.rooms import FloorRoom, TableRoom, Tally

SPLIT = ("htmlSplit",)
FLOORS = {"floor": "floor", "floorSized": "floor", "daphne": "daphne", "stock": "stock"}
OPENING = 8  # rooms at once
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, in seconds, to a hundredth."""
    return _spent(Path(f"/proc/{pid}/stat"))


def event_loop_seconds(pid: int) -> float:
    """The part of it that the main thread spent, where the event loop runs; the rest is database work."""
    return _spent(Path(f"/proc/{pid}/task/{pid}/stat"))


def _spent(stat: Path) -> float:
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_kb(pid: int) -> int:
    """Resident memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def metric(port: int, name: str) -> float:
    """The sum of a process's samples whose lines in /metrics begin like this; 0 where there are none."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


class Load:
    """All rooms of a run. `plan`: ports, pids, seconds, warmUp, rate, rounds, kinds, cookies, tables.

    Kinds of `SPLIT` have their sockets at all processes in turn, the others at the first one.
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.pids: list[int] = plan["pids"]
        self.resident_kb: dict[str, float] = {}
        self.rooms: dict[str, list[Any]] = {}
        self.tallies: dict[str, Tally] = {}
        self.windows: dict[str, list[dict[str, float]]] = {}

    async def run(self) -> dict[str, Any]:
        """Open, measure, report."""
        sockets = 0
        for kind in self.plan["kinds"]:
            before = self._resident_kb()
            await self._open(kind)
            await self._quiet()
            opened = sum(len(room.sockets) for room in self.rooms[kind])
            self.resident_kb[kind] = (self._resident_kb() - before) / opened
            sockets += opened
        gc.collect()
        gc.freeze()
        for number in range(self.plan["rounds"]):
            await self._idle()
            kinds = self.plan["kinds"]
            first = number % len(kinds)
            for kind in (*kinds[first:], *kinds[:first]):
                await self._window(kind)
        return {
            "windows": self.windows,
            "kinds": {kind: self._figures(kind) for kind in self.plan["kinds"]},
            "sockets": sockets,
            "residentMb": round(self._resident_kb() / 1024, 1),
        }

    def _cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self.pids))

    def _resident_kb(self) -> int:
        return sum(map(resident_kb, self.pids))

    async def _open(self, kind: str) -> None:
        tally = self.tallies[kind] = Tally()
        ports = self.plan["ports"] if kind in SPLIT else self.plan["ports"][:1]
        a_few = asyncio.Semaphore(OPENING)

        async def opened(number: int, cookies: list[str]) -> Any:
            async with a_few:
                if kind in self.plan["tables"]:
                    room: Any = TableRoom(tally, self.plan["tables"][kind][number], machine=kind == "json")
                    await room.open(ports, cookies)
                    return room
                # The floors share paths, so their rooms must not share numbers.
                room = FloorRoom(
                    tally, deflate=FLOORS[kind] == "floor"
                )  # Autobahn would compress all it sends
                path = FLOORS[kind]
                unique = number + 10_000 * list(FLOORS).index(kind)
                await room.open(ports, f"/ws/bench/{path}/{unique}/", cookies)
                return room

        rooms = enumerate(self.plan["cookies"])
        self.rooms[kind] = list(await asyncio.gather(*(opened(*room) for room in rooms)))

    async def _quiet(self) -> None:
        """Wait until the server has told everybody of everybody's arrival, 30 s at most."""
        for _ in range(100):
            before = self._cpu_seconds()
            await asyncio.sleep(0.3)
            if self._cpu_seconds() - before <= 0.02:
                return

    async def _idle(self) -> None:
        """What the open sockets cost when nobody acts."""
        before, at = self._cpu_seconds(), time.perf_counter()
        await asyncio.sleep(self.plan["seconds"])
        spent = (self._cpu_seconds() - before) / (time.perf_counter() - at)
        self.windows.setdefault("idle", []).append({"cpuPerSecond": spent})

    async def _window(self, kind: str) -> None:
        """Drive the rooms of a kind and measure all but the first moment."""
        rooms, tally = self.rooms[kind], self.tallies[kind]
        if kind == "floorSized":
            for room in rooms:
                room.size = self._frame_bytes("html") or 4096
        period = len(rooms) / self.plan["rate"]
        playing = [
            asyncio.ensure_future(room.play(period, period * i / len(rooms))) for i, room in enumerate(rooms)
        ]
        await asyncio.sleep(self.plan["warmUp"])
        tally.latencies.clear()
        before, actions, at = self._cpu_seconds(), tally.actions, time.perf_counter()
        loop_before, own_before = sum(map(event_loop_seconds, self.pids)), time.process_time()
        stalled = await longest_stall(self.plan["seconds"])
        loop_spent = sum(map(event_loop_seconds, self.pids)) - loop_before
        own_spent = time.process_time() - own_before
        spent, seconds = self._cpu_seconds() - before, time.perf_counter() - at
        done = tally.actions - actions
        latencies = sorted(tally.latencies)
        for task in playing:
            task.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        await asyncio.gather(*(room.settle() for room in rooms))
        await asyncio.sleep(0.2)
        self.windows.setdefault(kind, []).append(
            {
                "actions": done,
                "actionsPerSecond": round(done / seconds, 1),
                "cpuSeconds": round(spent, 2),
                "cpuPerSecond": spent / seconds,
                "eventLoopShare": loop_spent / spent if spent else 0.0,
                "benchCoreShare": own_spent / seconds,
                "benchStallMs": round(stalled * 1000, 1),
                "p50Ms": milliseconds(latencies, 0.5),
                "p95Ms": milliseconds(latencies, 0.95),
                "p99Ms": milliseconds(latencies, 0.99),
            }
        )

    def _frame_bytes(self, kind: str) -> int:
        sockets = [socket for room in self.rooms.get(kind, ()) for socket in room.sockets]
        frames = sum(socket.frames for socket in sockets)
        return sum(socket.bytes for socket in sockets) // frames if frames else 0

    def _figures(self, kind: str) -> dict[str, Any]:
        tally = self.tallies[kind]
        closed = sum(socket.closed is not None for room in self.rooms[kind] for socket in room.sockets)
        figures: dict[str, Any] = {
            "frameBytes": self._frame_bytes(kind),
            "residentKbPerSocket": round(self.resident_kb[kind], 1),
            "reopened": tally.reopened,
            "late": tally.late,
            "lost": tally.lost,
            "refused": tally.refused,
            "closed": closed,
            "endedMatches": tally.ended,
        }
        return figures | ({"refusedExample": tally.example} if tally.example else {})


async def longest_stall(seconds: float) -> float:
    """Wait so long, and return for how many seconds at most this process itself was kept from answering."""
    longest, end = 0.0, time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        wanted = time.perf_counter() + min(0.02, left)
        await asyncio.sleep(min(0.02, left))
        longest = max(longest, time.perf_counter() - wanted)
    return longest


def milliseconds(values: list[float], part: float) -> float:
    """The value that so large a part of sorted seconds does not reach, in ms."""
    return round(values[min(len(values) - 1, int(len(values) * part))] * 1000, 2) if values else 0.0


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Load(json.load(sys.stdin)).run())))
