"""What parts of the bots are worth: the same deals with a part and without it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from game.simulation.estimates import Estimate, estimate
from game.simulation.levels import GREEDY
from game.simulation.pairing import SEED, Pairing
from game.simulation.rows import Found, Row
from game.simulation.table import Ints

FIELDS: Final = ("easy", "hard", GREEDY)

PARTS: Final = (
    ("reading passes", "hard-reads-passes", "hard"),
    ("hold probabilities", "hard", "hard-without-hold"),
    ("tax by value", "hard", "hard-gives-worst"),
    ("tax by value", GREEDY, "expert-gives-worst"),
)
"""A part, who has it and who has not."""


class Ablation(msgspec.Struct, frozen=True):
    """A `spread.Job`: `count` deals, each played by a hero with a part and by one without it among the same field."""

    part: str
    having: str
    lacking: str
    field: str
    players: int
    count: int
    seed: int = SEED

    def play(self, start: int, stop: int) -> Ints:
        """`ranks[deal, 0 with and 1 without, standing]`."""
        heroes = (self.having, self.lacking)
        pairings = (Pairing(hero, self.field, self.players, self.count, seed=self.seed) for hero in heroes)
        return np.stack([pairing.play(start, stop) for pairing in pairings], axis=1)

    def figures(self, ranks: Ints) -> dict[str, Estimate]:
        """Mean ranks, what the part gains in places deal by deal, and what it gains a greater dalmuti."""
        gains = (ranks[:, 1] - ranks[:, 0]).astype(float)
        return {
            "with": estimate(ranks[:, 0].mean(1)),
            "without": estimate(ranks[:, 1].mean(1)),
            "gain": estimate(gains.mean(1)),
            "gainOfGreater": estimate(gains[:, 0]),
        }

    def __str__(self) -> str:
        return f"{self.part}: {self.having} and {self.lacking} in {self.field}, {self.players} players"


def rows(*, players: int, deals: int, seed: int = SEED, trained: Path | None = None) -> Iterator[Row]:
    """Every part among every field. `trained` has two trainings, `full` and `without-hold`, to be compared, too."""
    parts = list(PARTS)
    if trained is not None:
        full, without = (str(trained / name / "training.npz") for name in ("full", "without-hold"))
        parts.append(("inputs of hold probabilities", full, without))
    for part, having, lacking in parts:
        for field in FIELDS:
            yield Row(Ablation(part, having, lacking, field, players, deals, seed))


def as_table(found: Sequence[Found]) -> str:
    """In Markdown, a line a row."""
    names = ("with", "without", "gain", "gainOfGreater")
    lines = ["| part | bot | among | with | without | gain | gain of the greater dalmuti |", "|---" * 7 + "|"]
    for each in found:
        job = each.row.job
        assert isinstance(job, Ablation)
        bot = Path(job.having).parent.name if job.having.endswith(".npz") else job.having
        cells = [job.part, bot, job.field, *(str(each.figures[name]) for name in names)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
