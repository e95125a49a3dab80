"""What more players need: `python bench/growth.py` writes the table of docs/scale.md and its chart.

`bench/measured.json` has what was measured, `Assumptions` what was not. `--check` changes nothing; exit status 1 where
the document is not what these say. The chart is an SVG of its own that follows the reader's light or dark.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from math import ceil, log10
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT, CHART = ROOT / "docs/scale.md", ROOT / "docs/pictures/growth.svg"
BEGIN, END = "<!-- growth: made by bench/growth.py -->\n", "<!-- /growth -->\n"
SIZES = (1_000, 10_000, 100_000, 1_000_000)


class Measured(NamedTuple):
    """From the benches, on one machine; docs/bench.md says how."""

    cpuMicrosecondsPerAction: float
    cpuMicrosecondsPerFloorFrame: float
    frameBytes: float
    residentKbPerSocket: float
    actionRowBytes: float


class Assumptions(NamedTuple):
    """What play is like, and what one machine of each kind is asked to carry."""

    players_a_room: int = 6
    actions_a_room: float = 0.5  # a second; 500 rooms make the 250 of the goals
    core_share: float = 0.5  # of a core that a process is given to use at the peak
    process_mb: int = 90  # before anybody connects
    heartbeat_seconds: float = 6
    lease_seconds: float = 10  # between two writes of a person's lease
    rows_an_action: int = 2  # the action, and its match
    connections_a_process: int = 8  # four readers, the leases', the writer, two for pages
    hints_of_split_rooms: float = 1.0  # of rooms that have people at more than one process
    primary_rows: int = 20_000  # row writes a second that one PostgreSQL primary is asked for
    redis_messages: int = 50_000  # a second that one Redis is asked for
    cores_a_machine: int = 8
    busy_share: float = 0.4  # of a day's peak that its mean is


class Growth(NamedTuple):
    """What a number of players at tables needs at the peak."""

    players: int
    rooms: int
    actions: float
    processes: int
    machines: int
    memory_gb: float
    sent_mb: float
    row_writes: float
    primaries: int
    connections: int
    hints: float
    redises: int
    log_gb_a_day: float


def growth(players: int, measured: Measured, given: Assumptions) -> Growth:
    """The needs of so many players. Bytes are of ten: a GB is 10⁹."""
    rooms = ceil(players / given.players_a_room)
    actions = rooms * given.actions_a_room
    pongs = players / given.heartbeat_seconds
    cores = (
        actions * measured.cpuMicrosecondsPerAction + pongs * measured.cpuMicrosecondsPerFloorFrame
    ) / 1e6
    processes = max(2, ceil(cores / given.core_share))
    row_writes = actions * given.rows_an_action + players / given.lease_seconds
    hints = actions * given.hints_of_split_rooms
    return Growth(
        players=players,
        rooms=rooms,
        actions=actions,
        processes=processes,
        machines=max(2, ceil(processes / given.cores_a_machine)),
        memory_gb=(players * measured.residentKbPerSocket / 1e6) + processes * given.process_mb / 1e3,
        sent_mb=actions * given.players_a_room * measured.frameBytes / 1e6,
        row_writes=row_writes,
        primaries=ceil(row_writes / given.primary_rows),
        connections=processes * given.connections_a_process,
        hints=hints,
        redises=ceil(hints / given.redis_messages),
        log_gb_a_day=actions * given.busy_share * 86_400 * measured.actionRowBytes / 1e9,
    )


ROWS: tuple[tuple[str, Callable[[Growth], float]], ...] = (
    ("rooms", lambda g: g.rooms),
    ("actions a second", lambda g: g.actions),
    ("processes", lambda g: g.processes),
    ("machines of 8 cores", lambda g: g.machines),
    ("memory of the processes, GB", lambda g: g.memory_gb),
    ("sent to pages, MB a second", lambda g: g.sent_mb),
    ("row writes a second", lambda g: g.row_writes),
    ("PostgreSQL primaries", lambda g: g.primaries),
    ("database connections without a pooler", lambda g: g.connections),
    ("hints through Redis a second, at most", lambda g: g.hints),
    ("Redis instances", lambda g: g.redises),
    ("growth of the log, GB a day", lambda g: g.log_gb_a_day),
)


def table(columns: Sequence[Growth]) -> str:
    """The table of the document, in Markdown."""
    head = "| players at tables | " + " | ".join(f"{column.players:,}" for column in columns) + " |"
    lines = [head, "|---|" + "--:|" * len(columns)]
    lines += [
        f"| {name} | " + " | ".join(_number(of(column)) for column in columns) + " |" for name, of in ROWS
    ]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 740, 400, 80, 20, 190, 40
CURVES: tuple[tuple[str, str, Callable[[Growth], float]], ...] = (
    ("row writes a second", "", lambda g: g.row_writes),
    ("actions a second", "8 4", lambda g: g.actions),
    ("database connections", "2 4", lambda g: g.connections),
    ("processes", "12 4 2 4", lambda g: g.processes),
    ("memory, GB", "1 5", lambda g: g.memory_gb),
    ("PostgreSQL primaries", "4 2", lambda g: g.primaries),
)
STYLE = """<style>
svg{color-scheme:light dark;--ink:#222;--faint:#ccc;--a:#005ea8;--b:#a33b00;--c:#006b3f;background:#fff}
@media (prefers-color-scheme:dark){svg{--ink:#eee;--faint:#444;--a:#7cc0ff;--b:#ffb083;--c:#7fe0b0;background:#161616}}
text{font:13px system-ui,sans-serif;fill:var(--ink)}.g{stroke:var(--faint)}.l{fill:none;stroke-width:2.5}
</style>"""


def chart(columns: Sequence[Growth]) -> str:
    """The curves over the numbers of players, both axes logarithmic."""
    most = ceil(max(log10(of(column)) for _, _, of in CURVES for column in columns))
    across = (WIDTH - LEFT - RIGHT) / (len(columns) - 1)
    up = (HEIGHT - TOP - BOTTOM) / most

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - max(0.0, log10(value)) * up

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-label="Needs by players at tables, both axes logarithmic; the table beside it has the numbers">',
        STYLE,
    ]
    for power in range(most + 1):
        at = y(10**power)
        parts.append(f'<path class="g" d="M{LEFT} {at:.0f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.0f}" text-anchor="end">{10**power:,}</text>')
    for index, column in enumerate(columns):
        x = LEFT + index * across
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 14}" text-anchor="middle">{column.players:,}</text>')
    lowest = 0.0
    ends = sorted(CURVES, key=lambda curve: -curve[2](columns[-1]))
    for number, (name, dashes, of) in enumerate(ends):
        colour = f"var(--{'abc'[number % 3]})"
        dots = " ".join(f"{LEFT + i * across:.1f},{y(of(column)):.1f}" for i, column in enumerate(columns))
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(f'<polyline class="l" points="{dots}" stroke="{colour}"{dash}/>')
        at = lowest = max(y(of(columns[-1])) + 4, lowest + 16)
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{at:.0f}" style="fill:{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> int:
    """Write, or check, the document and the chart."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only say whether they are as they should be")
    is_check = parser.parse_args().check
    measured = Measured(**json.loads((ROOT / "bench/measured.json").read_text()))
    columns = [growth(players, measured, Assumptions()) for players in SIZES]
    text = DOCUMENT.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    wanted = {DOCUMENT: before + BEGIN + table(columns) + END + after, CHART: chart(columns)}
    if is_check:
        stale = [path.name for path, content in wanted.items() if path.read_text() != content]
        print("\n".join(f"{name} is not what bench/growth.py makes" for name in stale))
        return 1 if stale else 0
    for path, content in wanted.items():
        path.write_text(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
