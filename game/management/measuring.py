"""What the commands that measure bots have in common: their options, a progress bar, and JSON on request."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

if TYPE_CHECKING:  # needs requirements-dev.txt, and seconds
    from game.simulation.rows import Found, Row


def add_measuring_arguments(parser: CommandParser) -> None:
    """`--seed`, `--threads` and `--json`."""
    parser.add_argument("--seed", type=int, default=20260101)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="change no figure")
    parser.add_argument("--json", metavar="FILE", help="where to write it all as JSON; - prints only that")


def find_rows(rows: "Sequence[Row]", options: dict[str, Any]) -> "list[Found]":
    """Plays the rows with a progress bar, where there is a terminal to draw it on."""
    from game.simulation.rows import find

    with tqdm(total=sum(row.job.count for row in rows), unit="play", disable=None) as bar:
        return find(rows, threads=options["threads"], progress=bar.update)


def report(command: BaseCommand, options: dict[str, Any], lines: Sequence[object], made: object) -> None:
    """Prints the lines, and writes or prints the JSON, as `--json` says."""
    text = json.dumps(made, indent=1, ensure_ascii=False)
    if options["json"] == "-":
        command.stdout.write(text)
        return
    for line in lines:
        command.stdout.write(str(line))
    if options["json"]:
        Path(options["json"]).write_text(text + "\n")
