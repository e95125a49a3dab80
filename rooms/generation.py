"""A made-up past for measurements: people, rooms, and who sat with whom in which finished match."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import msgspec

from accounts.models import User
from accounts.names import name_key
from game.engine.options import Options
from game.generation import Chair, Plan
from rooms.models import Membership, Room, RoomMatch

PREFIX = "gen-"
"""How the usernames of made-up people begin. Nobody can register one: it has a hyphen."""

BOT_NAMES = ("두부", "호박", "단추", "구름", "만두", "도토리", "감자")
DAYS = 365
PRACTICE = 0.1
"""Which part of the matches somebody plays with bots alone."""


class Table(msgspec.Struct, frozen=True):
    """A room and the people who play there."""

    room: Room
    people: tuple[User, ...]


def make_people(count: int) -> list[User]:
    """So many accounts that nobody can log in to, numbered on from those that are there."""
    there = User.objects.filter(username__startswith=PREFIX).count()
    people = [
        User(
            username=f"{PREFIX}{number:05}",
            display_name=f"누리{number:05}",
            display_key=name_key(f"누리{number:05}"),
            password="!",
        )
        for number in range(there + 1, there + count + 1)
    ]
    return User.objects.bulk_create(people)


def make_tables(people: Sequence[User], count: int, chance: random.Random) -> list[Table]:
    """So many rooms, each of four to twelve of these people (or of all, if they are fewer)."""
    rooms, tables = [], []
    for number in range(1, count + 1):
        members = chance.sample(people, min(len(people), chance.randint(4, 12)))
        rooms.append(Room(name=f"모임 {number}", host=members[0]))
        tables.append(Table(rooms[-1], tuple(members)))
    Room.objects.bulk_create(rooms)
    Membership.objects.bulk_create(
        Membership(room=table.room, user=user, seat=seat if seat < 8 else None)
        for table in tables
        for seat, user in enumerate(table.people)
    )
    return tables


def plan_matches(
    tables: Sequence[Table], count: int, *, rounds: int, seed: str, chance: random.Random
) -> Iterator[tuple[Table, Plan]]:
    """So many matches, oldest first, spread over the last year. Some rooms play ten times as much as others."""
    now = datetime.now(UTC)
    weights = list(accumulate(1 / (rank + 10) for rank in range(len(tables))))
    for number in range(count):
        (table,) = chance.choices(tables, cum_weights=weights)
        opened = now - timedelta(days=DAYS) * ((count - number) / count)
        yield (
            table,
            Plan(
                name=f"{seed}:{number}",
                room_code=table.room.code,
                room_name=table.room.name,
                chairs=_chairs(table.people, chance),
                options=Options(rounds=rounds),
                at=int(opened.timestamp() * 1000),
            ),
        )


def _chairs(people: Sequence[User], chance: random.Random) -> tuple[Chair, ...]:
    players = chance.choice((4, 4, 5, 5, 6, 6, 7, 8))
    wanted = 1 if chance.random() < PRACTICE else chance.randint(3, players)
    seated = chance.sample(people, min(wanted, len(people)))
    chairs = [Chair(user.pk, user.display_name) for user in seated]
    chairs += [Chair(None, name) for name in BOT_NAMES[: players - len(chairs)]]
    chance.shuffle(chairs)
    return tuple(chairs)


class Numbers:
    """Puts matches into new rooms, numbered one after the other."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}

    def give(self, tables: Sequence[Table], matches: Sequence[int]) -> None:
        """The next numbers for these matches (by key), each in the room of the same index."""
        links = []
        for table, match in zip(tables, matches, strict=True):
            number = self._last[table.room.pk] = self._last.get(table.room.pk, 0) + 1
            links.append(RoomMatch(room=table.room, match_id=match, number=number))
        RoomMatch.objects.bulk_create(links)


def real_people() -> int:
    """How many accounts were not made here."""
    return User.objects.exclude(username__startswith=PREFIX).count()
