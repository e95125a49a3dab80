"""`manage.py generate_matches`: a past of many finished matches that all replay, for measurements."""

import os
import random
import secrets
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections, transaction
from tqdm import tqdm

from game.generation import Plan, Played, play_planned, write_played
from game.models import Match
from rooms import generation
from rooms.generation import Table

BATCH = 200


class Command(BaseCommand):
    """Plays in all cores, writes in one transaction a batch. Refuses a database in which real people have accounts."""

    help = (
        "Fill an empty database with made-up people, rooms and finished matches. Every match is played by the real "
        "engine (easy bots choose for everybody), has its log and its links, and is verified by verify_matches."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much of everything."""
        parser.add_argument("--matches", type=int, required=True, help="how many")
        parser.add_argument(
            "--users", type=int, help="how many people (default: one for 100 matches, at least 12)"
        )
        parser.add_argument("--rooms", type=int, help="how many rooms (default: one for 6 people)")
        parser.add_argument(
            "--rounds", type=int, default=1, choices=(1, 3, 5, 7, 20), help="of a match (default 1)"
        )
        parser.add_argument("--seed", help="any text: the same one makes the same matches")
        parser.add_argument("--processes", type=int, help="that play (default: one a core; 0: this one)")
        parser.add_argument("--force", action="store_true", help="also beside real people")

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes people and rooms, then their matches."""
        if (real := generation.real_people()) and not options["force"]:
            raise CommandError(f"{real} real people have accounts here: this is no place for made-up matches")
        count = options["matches"]
        users = options["users"] or max(12, count // 100)
        if count < 1 or users < 4:
            raise CommandError("at least one match and four people, please")
        seed = options["seed"] or secrets.token_hex(8)
        if Match.objects.exists():
            seed = f"{seed}+{Match.objects.order_by('-pk').values_list('pk', flat=True)[0]}"
        chance = random.Random(seed)
        people = generation.make_people(users)
        tables = generation.make_tables(people, options["rooms"] or max(1, users // 6), chance)
        plans = generation.plan_matches(tables, count, rounds=options["rounds"], seed=seed, chance=chance)
        processes = os.cpu_count() or 1 if options["processes"] is None else options["processes"]
        with tqdm(total=count, desc="playing", unit="match") as bar:
            self._write(_played(plans, processes), bar)
        self.stdout.write(f"{count} matches of {users} people in {len(tables)} rooms, seed {seed}")

    def _write(self, played: Iterator[list[tuple[Table, Played]]], bar: Any) -> None:
        numbers = generation.Numbers()
        for batch in played:
            with transaction.atomic():
                matches = write_played([one for _, one in batch])
                numbers.give([table for table, _ in batch], matches)
            bar.update(len(batch))


def _played(plans: Iterator[tuple[Table, Plan]], processes: int) -> Iterator[list[tuple[Table, Played]]]:
    """The matches in the order of their plans, in batches."""
    if not processes:
        while batch := list(islice(plans, BATCH)):
            yield [(table, play_planned(plan)) for table, plan in batch]
        return
    connections.close_all()  # a connection must not be shared with the processes that play
    with ProcessPoolExecutor(processes) as pool:
        ahead: list[tuple[list[Table], Any]] = []
        while True:
            while len(ahead) < 2 * processes and (batch := list(islice(plans, BATCH))):
                ahead.append(
                    ([table for table, _ in batch], pool.submit(_play_all, [plan for _, plan in batch]))
                )
            if not ahead:
                return
            tables, future = ahead.pop(0)
            yield list(zip(tables, future.result(), strict=True))


def _play_all(plans: list[Plan]) -> list[Played]:
    return [play_planned(plan) for plan in plans]
