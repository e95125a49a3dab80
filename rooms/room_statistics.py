"""What a room's finished matches add up to beside its standings: counted by the database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec
from django.db.models import Count, F

from accounts.models import User
from game.models import Match
from game.moment import moment
from rooms.lobby import title_of
from rooms.models import Room, RoomMatch
from rooms.statistics import TITLES
from rooms.streaks import Earned, earned_in_room

WEEKS = 12
WEEK_MS = 7 * 24 * 3600 * 1000


class Week(msgspec.Struct, frozen=True):
    """Seven days, the first of them, and how many matches ended in them."""

    since: datetime
    matches: int


class Holder(msgspec.Struct, frozen=True):
    """A member and how often they earned each title, in the order of `TITLES`."""

    name: str
    rounds: int
    titles: tuple[int, ...]


class Best(msgspec.Struct, frozen=True):
    """Who has most of something."""

    name: str
    times: int


class RoomStatistics(msgspec.Struct, frozen=True):
    """A room's figures: the last weeks, oldest first; its members, most rounds first; and who holds a best."""

    weeks: tuple[Week, ...]
    holders: tuple[Holder, ...]
    kings: Best | None
    revolutions: Best | None


def statistics_of(room: Room, *, now_ms: int) -> RoomStatistics | None:
    """The figures of a room in three queries; None while no match has ended here."""
    weeks = _weeks(room, now_ms)
    rows = earned_in_room(room.pk)
    if not rows and not any(week.matches for week in weeks):
        return None
    names = dict(User.objects.filter(memberships__room=room).values_list("pk", "display_name"))
    rows = [row for row in rows if row.user_id in names]
    declared: dict[int, int] = defaultdict(int)
    for row in rows:
        declared[row.user_id] += row.revolutions
    return RoomStatistics(
        weeks=weeks,
        holders=_holders(rows, names),
        kings=_best({row.user_id: row.longest or 0 for row in rows}, names),
        revolutions=_best(declared, names),
    )


def _weeks(room: Room, now_ms: int) -> tuple[Week, ...]:
    since = now_ms - WEEKS * WEEK_MS
    rows = (
        RoomMatch.objects.filter(
            room=room,
            match__status=Match.Status.FINISHED,
            match__finished_at__gt=since,
            match__finished_at__lte=now_ms,
        )
        .order_by()
        .annotate(week=(now_ms - F("match__finished_at")) / WEEK_MS)
        .values("week")
        .annotate(n=Count("pk"))
    )
    found = {int(row["week"]): row["n"] for row in rows}
    return tuple(
        Week(moment(now_ms - (back + 1) * WEEK_MS), found.get(back, 0)) for back in reversed(range(WEEKS))
    )


def _holders(rows: Iterable[Earned], names: Mapping[int, str]) -> tuple[Holder, ...]:
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        counts[row.user_id][title_of(row.place, row.players)] += row.rounds
    holders = [
        Holder(names[user], earned.total(), tuple(earned[title] for title in TITLES))
        for user, earned in counts.items()
    ]
    return tuple(sorted(holders, key=lambda holder: (-holder.rounds, holder.name)))


def _best(times: Mapping[int, int], names: Mapping[int, str]) -> Best | None:
    """Who has most; the first to have come to the site where several have as many."""
    user = min(times, key=lambda user: (-times[user], user), default=None)
    return Best(names[user], times[user]) if user is not None and times[user] else None
