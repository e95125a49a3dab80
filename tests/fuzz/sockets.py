"""A whole storm: a server of its own, its tables, the messages, the verdict."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.server import ROOT, Server, environment, migrate
from tests.fuzz.storm import Storm

COMPLAINTS = (" ERROR ", " CRITICAL ", "Traceback", "Exception", "could not be answered", "Unhandled")
PACE = {"BOT_DELAY_MS": "50", "BOT_DELAY_ALONE_MS": "10", "LOG_LEVEL": "INFO"}


class Report(NamedTuple):
    """What was found, and what happened."""

    faults: list[str]
    figures: dict[str, Any]


def call(var: Path, module: str, *arguments: str, given: Any = None) -> Any:
    """What a module that prints JSON says about the database in `var`."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment(var),
        input=json.dumps(given),
        text=True,
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout.splitlines()[-1])


def storm(var: Path, *, messages: int, seed: int, tables: int) -> Report:
    """Send so many messages to a fresh server whose data lie in `var` (made here where it is not there yet)."""
    if not var.exists():
        migrate(var)
    plan = call(var, "tests.fuzz.furnish", str(tables))
    before = call(var, "tests.fuzz.verdict", given={"heard": []})["rows"]
    server = Server(var, **PACE)
    server.command[1:2] = ["-m", "tests.fuzz.serve"]
    server.start()
    fuzz = Storm(server.port, plan, messages=messages, seed=seed)
    began = time.monotonic()
    try:
        asyncio.run(fuzz.run())
    finally:
        seconds = time.monotonic() - began
        server.stop()
    after = call(var, "tests.fuzz.verdict", given={"heard": _told(fuzz, plan)})
    faults = fuzz.faults + after["faults"]
    faults += complaints(server)
    faults += [f"{name} changed" for name, rows in before.items() if rows != after["rows"][name]]
    faults += _told_secrets(fuzz, plan)
    return Report(faults, {"seconds": round(seconds, 1), **dict(sorted(fuzz.figures.items()))})


def complaints(server: Server) -> list[str]:
    """The lines of a server's log that tell of a fault, with what was logged before them."""
    faults, before = [], ""
    for line in server.log.read_text().splitlines():
        if any(complaint in line for complaint in COMPLAINTS):
            faults.append(f"the server: {line} (after: {before[:300]})")
        if line.strip():
            before = line
    return faults


def _told(fuzz: Storm, plan: dict[str, Any]) -> list[dict[str, Any]]:
    """What every account heard on all its sockets, as the verdict wants it."""
    told: dict[int, dict[str, Any]] = {}
    for table, who, heard in fuzz.heard:
        user = plan["tables"][table]["people"][who]["id"]
        keys = fuzz.innocent_keys.get(heard.name)
        line = told.setdefault(
            user, {"user": user, "name": heard.name, "accepted": [], "cards": [], "hands": [], "hexes": []}
        )
        line["keys"] = sorted(keys) if keys is not None else None
        line["accepted"] += heard.accepted
        line["cards"] += heard.cards
        line["hands"] += heard.hands
        line["hexes"] += heard.hexes
    return list(told.values())


def _told_secrets(fuzz: Storm, plan: dict[str, Any]) -> list[str]:
    """Sessions of anybody, and invitations of rooms that are not one's own, in what anybody heard."""
    faults = []
    sessions = {person["cookie"] for table in plan["tables"] for person in table["people"].values()}
    for number, _, heard in fuzz.heard:
        foreign = {table["token"] for other, table in enumerate(plan["tables"]) if other != number}
        if heard.tokens & (sessions | foreign):
            faults.append(f"{heard.name} heard a session or another room's invitation")
    return faults
