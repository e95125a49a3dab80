"""What a page costs on a database with many matches: its queries and the server's time, asked for in this process.

The busiest person and room are asked for, and ones in the middle. Needs a database that `generate_matches` has filled.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game.matchlog import moment
from game.models import Match
from rooms.models import Room

ADMIN = "gen-admin"


class Page(NamedTuple):
    """A page and who asks for it."""

    name: str
    client: Client
    path: str


class Cost(NamedTuple):
    """What one request costs: milliseconds of CPU (this process and its database's), and of the clock; queries; size.

    The clock counts what else the machine is doing; on a busy one only `cpu_ms` means anything.
    """

    name: str
    cpu_ms: float
    clock_ms: float
    queries: int
    kilobytes: float


def pages() -> list[Page]:
    """Every page that is measured."""
    return [*_peoples(), *_rooms(), *_admins()]


def _logged_in(user: Any) -> Client:
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(user)
    return client


def _peoples() -> Iterator[Page]:
    people = get_user_model().objects.filter(username__startswith="gen-", is_staff=False)
    ranked = list(people.annotate(n=Count("match_seats")).order_by("-n", "pk"))
    for which, user in (("busiest", ranked[0]), ("middle", ranked[len(ranked) // 2])):
        client = _logged_in(user)
        match = Match.objects.filter(seats__user=user, people__gt=1).order_by("-pk")[0]
        other = match.seats.filter(user__isnull=False).exclude(user=user)[0].user_id
        yield Page(f"lobby, {which} person", client, reverse("rooms:lobby"))
        yield Page(f"my record, {which} person", client, reverse("rooms:my_profile"))
        yield Page(f"my record with bots, {which} person", client, reverse("rooms:my_profile") + "?with=bots")
        yield Page(f"another’s record, {which} person", client, reverse("rooms:profile", args=[other]))
        yield Page(f"a match, {which} person", client, reverse("rooms:match", args=[match.public_id]))


def _rooms() -> Iterator[Page]:
    ranked = list(Room.objects.annotate(n=Count("room_matches")).order_by("-n", "pk"))
    for which, room in (("busiest", ranked[0]), ("middle", ranked[len(ranked) // 2])):
        client = _logged_in(room.host)
        standings = reverse("rooms:standings", args=[room.code])
        yield Page(f"waiting room, {which}", client, reverse("rooms:room", args=[room.code]))
        yield Page(f"room’s standings, {which}", client, standings)
        yield Page(f"room’s last page of matches, {which}", client, f"{standings}?page=999999")


def _admins() -> Iterator[Page]:
    users = get_user_model().objects
    admin = users.filter(username=ADMIN).first() or users.create_superuser(ADMIN, "관리자12", None)
    client, matches = _logged_in(admin), reverse("admin:game_match_changelist")
    some = Match.objects.order_by("pk")[Match.objects.count() // 2]
    person = some.seats.filter(user__isnull=False)[0]
    yield Page("admin: matches", client, matches)
    yield Page(
        "admin: matches, the last page there is",
        client,
        f"{matches}?p={min(40, Match.objects.count() // 50)}",
    )
    yield Page("admin: finished matches", client, f"{matches}?status=finished")
    yield Page("admin: running matches", client, f"{matches}?status=playing")
    yield Page("admin: matches of the month", client, f"{matches}?opened=month")
    yield Page("admin: stuck matches", client, f"{matches}?anomaly=any")
    for what, text in (
        ("public id", some.public_id),
        ("a room’s code", some.room_code),
        ("a room’s name", some.room_name),
        ("a player", person.name),
        ("a part of many names", person.name[:1]),
        ("a day", f"{moment(some.opened_at):%Y-%m-%d}"),
        ("nothing there", "zzzz"),
    ):
        yield Page(f"admin: search for {what}", client, f"{matches}?q={text}")
    yield Page("admin: a match", client, reverse("admin:game_match_change", args=[some.pk]))
    yield Page("admin: a table", client, reverse("admin:game_match_step", args=[some.pk, some.version]))
    yield Page("admin: acts", client, reverse("admin:admin_logentry_changelist"))
    yield Page("admin: rooms", client, reverse("admin:rooms_room_changelist"))
    yield Page("admin: accounts", client, reverse("admin:accounts_user_changelist"))


def cost(page: Page, *, times: int = 7) -> Cost:
    """Ask once to warm up, once to count queries, then so often with a watch. Raises: AssertionError if refused.

    Times are medians.
    """
    answer = page.client.get(page.path)
    assert answer.status_code == 200, (page.name, page.path, answer.status_code)
    with CaptureQueriesContext(connection) as captured:
        page.client.get(page.path)
    queries = len(captured)  # the next request empties the list
    backend = _backend()
    timed = [_timed(lambda: page.client.get(page.path), backend) for _ in range(times)]
    cpu, clock = (median(each) for each in zip(*timed, strict=True))
    return Cost(page.name, cpu, clock, queries, len(answer.content) / 1024)


def _backend() -> Path | None:
    """Where Linux says how long PostgreSQL's process for us has been on a CPU; SQLite has none of its own."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return Path(f"/proc/{cursor.fetchone()[0]}/schedstat")


def _timed(act: Callable[[], object], backend: Path | None) -> tuple[float, float]:
    """Milliseconds of CPU and of the clock."""
    started, spent = perf_counter(), _cpu_seconds(backend)
    act()
    return (_cpu_seconds(backend) - spent) * 1000, (perf_counter() - started) * 1000


def _cpu_seconds(backend: Path | None) -> float:
    database = int(backend.read_text().split()[0]) / 1e9 if backend else 0.0
    return process_time() + database
