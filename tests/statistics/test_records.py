"""What the database adds up is what loops over replayed logs add up."""

from collections.abc import Iterator
from io import StringIO
from itertools import groupby
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from game.models import Match
from game.words import titles
from rooms.models import Membership, Room
from rooms.room_statistics import WEEK_MS, WEEKS, statistics_of
from rooms.statistics import RIVALS, TITLES, TREND, record_of, rivals_of, sizes_of
from tests.game.stored import open_stored, play_stored
from tests.statistics.naive import naive_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["a", "b"])
def past(request: Any) -> list[tuple[Match, list[dict[str, Any]]]]:
    """Some finished matches with the lines of their rounds, oldest first, and one that is still played."""
    for rounds, matches in ((1, 20), (3, 8)):
        call_command(
            "generate_matches", "--processes", "0", "--matches", str(matches), "--rounds", str(rounds),
            "--users", "9", "--rooms", "2", "--seed", request.param, stdout=StringIO(),
        )  # fmt: skip
    people = list(User.objects.order_by("pk")[:4])
    play_stored(open_stored(users=people), until=lambda state: state.version > 20)
    matches = Match.objects.filter(status="finished").order_by("pk")
    return [(match, naive_rounds(match)) for match in matches]


def mine(past: Any, user: User, *, practice: bool) -> Iterator[tuple[Match, int, int, list[dict[str, Any]]]]:
    """(match, place, seat, my lines) for every match of somebody, oldest first."""
    for match, lines in past:
        seats = {seat.user_id: seat.index for seat in match.seats.all() if seat.user_id}
        if user.pk in seats and (len(seats) == 1) == practice:
            index = seats[user.pk]
            place = next(line["rank"] for line in match.result["ranking"] if line["seat"] == index)
            yield match, place, index, [line for line in lines if line["seat"] == index]


def runs(places: list[int]) -> list[int]:
    """The lengths of runs of first places, in order."""
    return [len(list(run)) for is_first, run in groupby(places, key=lambda place: place == 1) if is_first]


@pytest.mark.parametrize("practice", [False, True])
def test_a_record_is_what_loops_over_the_logs_say(past: Any, practice: bool) -> None:
    checked = 0
    for user in User.objects.order_by("pk"):
        found = list(mine(past, user, practice=practice))
        lines = [line for *_, own in found for line in own]
        places = [place for _, place, *_ in found]
        record = record_of(user.pk, sizes_of(user.pk)[practice], practice=practice)
        assert record.matches == len(found)
        assert record.rounds == len(lines)
        assert record.wins == places.count(1)
        assert record.average == pytest.approx(sum(places) / len(places) if places else 0)
        assert [(m.public_id, m.place, m.players) for m in record.recent] == [
            (match.public_id, place, match.players) for match, place, *_ in reversed(found)
        ][:TREND]
        for name in ("mixed", "alone", "kept", "timeouts"):
            assert getattr(record, name) == sum(line[name] for line in lines)
        assert record.revolutions == sum(line["revolution"] > 0 for line in lines)
        assert record.great_revolutions == sum(line["revolution"] == 2 for line in lines)
        assert record.kings.longest == max(runs([line["place"] for line in lines]), default=0)
        assert record.victories.longest == max(runs(places), default=0)
        assert record.victories.current == (runs(places)[-1] if places and places[-1] == 1 else 0)
        named = [
            (titles(line["players"])[line["standing"] - 1], titles(line["players"])[line["place"] - 1])
            for line in lines
        ]
        assert [(line.title, line.earned, line.held, line.kept) for line in record.titles] == [
            (
                title,
                sum(end == title for _, end in named),
                sum(start == title for start, _ in named),
                named.count((title, title)),
            )
            for title in TITLES
        ]
        by_size: dict[int, list[int]] = {}
        for match, place, *_ in found:
            by_size.setdefault(match.players, []).append(place)
        assert [(s.players, s.matches, round(s.average, 6), s.wins) for s in record.sizes] == [
            (size, len(all_), round(sum(all_) / len(all_), 6), all_.count(1))
            for size, all_ in sorted(by_size.items())
        ]
        checked += len(found)
    assert checked > 0


def test_company_is_what_loops_say(past: Any) -> None:
    for user in User.objects.order_by("pk"):
        together: dict[int, list[bool]] = {}
        for match, place, index, _ in mine(past, user, practice=False):
            for seat in match.seats.exclude(index=index).filter(user__isnull=False):
                together.setdefault(seat.user_id, []).append(place < seat.place)
        found = {rival.user_id: (rival.matches, rival.ahead) for rival in rivals_of(user.pk)}
        expected = {other: (len(all_), sum(all_)) for other, all_ in together.items()}
        assert len(expected) <= RIVALS
        assert found == expected
        for other, figures in expected.items():
            (only,) = rivals_of(user.pk, only=other)
            assert (only.matches, only.ahead) == figures
            assert only.name == User.objects.get(pk=other).display_name


def test_a_room_is_what_loops_say(past: Any) -> None:
    assert past
    for room in Room.objects.order_by("pk"):
        members = dict(Membership.objects.filter(room=room).values_list("user", "user__display_name"))
        here = [(match, lines) for match, lines in past if match.room_code == room.code]
        now_ms = max((match.finished_at for match, _ in here), default=0) + 5
        found = statistics_of(room, now_ms=now_ms)
        if not here:  # the dice of a seed may leave a room out
            assert found is None
            continue
        assert found is not None
        weeks = [0] * WEEKS
        for match, _ in here:
            back = (now_ms - match.finished_at) // WEEK_MS
            if back < WEEKS:
                weeks[WEEKS - 1 - back] += 1
        assert [week.matches for week in found.weeks] == weeks
        places: dict[int, list[tuple[int, int]]] = {}
        declared: dict[int, int] = {}
        for match, lines in here:
            users = {seat.index: seat.user_id for seat in match.seats.all()}
            for line in lines:
                if (user := users[line["seat"]]) in members:
                    places.setdefault(user, []).append((line["players"], line["place"]))
                    declared[user] = declared.get(user, 0) + (line["revolution"] > 0)
        assert {holder.name: holder.titles for holder in found.holders} == {
            members[user]: tuple(
                [titles(players)[place - 1] for players, place in all_].count(title) for title in TITLES
            )
            for user, all_ in places.items()
        }
        longest = max(max(runs([place for _, place in all_]), default=0) for all_ in places.values())
        assert (found.kings.times if found.kings else 0) == longest
        assert (found.revolutions.times if found.revolutions else 0) == max(declared.values())


def test_many_matches_are_counted_in_as_many_queries_as_one(past: Any) -> None:
    user = User.objects.order_by("pk")[0]
    for act, queries in (
        (lambda: sizes_of(user.pk), 1),
        (lambda: record_of(user.pk, ()), 4),
        (lambda: rivals_of(user.pk), 1),
        (lambda: statistics_of(Room.objects.all()[0], now_ms=0), 5),
    ):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            act()
        assert len(captured) <= queries, [query["sql"] for query in captured]


def test_nobody_who_never_played_has_figures(xan: User) -> None:
    record = record_of(xan.pk, sizes_of(xan.pk)[False])
    assert (record.matches, record.rounds, record.average, record.recent) == (0, 0, 0.0, ())
    assert (record.kings, record.victories) == ((0, 0), (0, 0))
    assert sizes_of(xan.pk) == {False: (), True: ()}
    assert rivals_of(xan.pk) == []


def test_annulled_matches_count_nothing(past: Any) -> None:
    user = User.objects.filter(match_seats__match__people__gt=1).order_by("pk")[0]
    before = record_of(user.pk, sizes_of(user.pk)[False])
    match = Match.objects.filter(status="finished", seats__user=user, people__gt=1)[0]
    Match.objects.filter(pk=match.pk).update(status="annulled")
    after = record_of(user.pk, sizes_of(user.pk)[False])
    assert (after.matches, after.rounds) == (before.matches - 1, before.rounds - len(match.result["rounds"]))
    assert match.public_id not in {one.public_id for one in after.recent}
