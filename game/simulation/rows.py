"""A row of a table of strength: what is played, the bars for what comes out, and whether they are cleared."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from game.simulation.estimates import Bar, Estimate
from game.simulation.spread import Job, run


class Row(msgspec.Struct, frozen=True):
    """A job, the bars for its figures, and a number to find it by."""

    job: Job
    bars: tuple[Bar, ...] = ()
    number: str = ""


class Found(msgspec.Struct, frozen=True):
    """A row with the figures that were found."""

    row: Row
    figures: dict[str, Estimate]

    @property
    def holds(self) -> bool:
        """Whether every bar is cleared."""
        return all(bar.slack(self.figures[bar.figure]) >= 0 for bar in self.row.bars)

    def __str__(self) -> str:
        bars = {bar.figure: bar for bar in self.row.bars}
        told = [
            f"{name} {found}" + (f" ({_verdict(bars[name], found)})" if name in bars else "")
            for name, found in self.figures.items()
            if name in bars or not name.startswith("bin")
        ]
        return f"{self.row.number:3}{self.row.job}: {'; '.join(told)}"

    def as_dict(self) -> dict[str, Any]:
        """Plain values, rounded to five digits after the point."""
        made: dict[str, Any] = {"row": self.row.number} if self.row.number else {}
        made |= {"what": str(self.row.job), **msgspec.to_builtins(self.row.job)}
        for name, found in self.figures.items():
            made[name] = {"mean": round(found.mean, 5), "margin": round(found.margin, 5)}
        made["bars"] = [
            {"bar": str(bar), "slack": round(slack, 5), "holds": slack >= 0}
            for bar in self.row.bars
            for slack in (bar.slack(self.figures[bar.figure]),)
        ]
        return made


def find(
    rows: Sequence[Row], *, threads: int, progress: Callable[[int], object] | None = None
) -> list[Found]:
    """Plays all rows, in portions beside each other."""
    found = run([row.job for row in rows], threads=threads, progress=progress)
    return [Found(row, row.job.figures(values)) for row, values in zip(rows, found, strict=True)]


def as_table(found: Sequence[Found]) -> str:
    """A table in Markdown with a line for each bar."""
    lines = ["| row | who | figure | found | bar | to spare |", "|---|---|---|---|---|---|"]
    for each in found:
        for bar in each.row.bars:
            figure = each.figures[bar.figure]
            slack = bar.slack(figure)
            spare = f"{slack:.3f}" if slack >= 0 else f"**missed by {-slack:.3f}**"
            lines.append(
                f"| {each.row.number} | {each.row.job} | {bar.figure} | {figure} | {bar.sign} {bar.bound:g} | {spare} |"
            )
    return "\n".join(lines) + "\n"


def _verdict(bar: Bar, found: Estimate) -> str:
    slack = bar.slack(found)
    return f"{bar.sign} {bar.bound:g}: " + (
        f"{slack:.3f} to spare" if slack >= 0 else f"missed by {-slack:.3f}"
    )
