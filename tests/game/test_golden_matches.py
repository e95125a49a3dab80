"""Golden records in a database: stored as the server stores matches, they are verified and exported as they were."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.engine.fairness import next_link
from game.engine.record import opening_link, replay, replay_record
from game.facts import rebuild
from game.models import Action, Match, Seat
from game.store import opening_of, tail
from tests.engine.test_golden import exported
from tests.game.stored import finished_match, store_places, tamper

ROOT = Path(__file__).parents[2]


def stored(record: dict[str, Any]) -> Match:
    """A finished match in the database that has this record."""
    match = Match.objects.create(
        public_id=record["match"],
        room_code=record["room"],
        engine=record["engine"],
        options=record["options"],
        players=len(record["players"]),
        seed=bytes.fromhex(record["seed"]),
        secret=bytes.fromhex(record["secret"]),
        nonces=record["nonces"],
        commitment=record["commitment"],
        opened_at=record["openedAt"],
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=player["seat"], name=player["name"], bot=player["bot"])
        for player in record["players"]
    )
    link, rows = opening_link(match.public_id, opening_of(match)), []
    for action in record["actions"]:
        link = next_link(link, action)
        rows.append(Action(match=match, **action, link=link))
    Action.objects.bulk_create(rows)
    match.version, match.status, match.result = len(rows), Match.Status.FINISHED, record["result"]
    match.finished_at, match.owing = record["actions"][-1]["at"], 0
    match.decision = replay(opening_of(match), tail(match.pk, 0)).decision
    match.save()
    store_places(match)
    rebuild(match)
    return match


@pytest.mark.django_db
def test_golden_records_are_verified_and_exported_as_they_are() -> None:
    records = exported()
    for record in records:
        stored(record)
    out = io.StringIO()
    call_command("verify_matches", "--jobs", "1", stdout=out)
    assert out.getvalue() == f"{len(records)} verified, 0 differ, 0 skipped\n"
    for record in records:
        out = io.StringIO()
        call_command("export_match", record["match"], stdout=out)
        assert json.loads(out.getvalue()) == record


@pytest.mark.django_db
def test_many_matches_are_read_in_few_queries(django_assert_max_num_queries: Any) -> None:
    for record in exported():
        stored(record)
    with django_assert_max_num_queries(6):
        call_command("verify_matches", "--jobs", "1", stdout=io.StringIO())


@pytest.mark.django_db
def test_since_leaves_older_matches_out() -> None:
    old = finished_match()
    finished_match()
    Match.objects.filter(pk=old.pk).update(opened_at=0, result=None)
    for since in ("2020-01-01", "2020-01-01T12:00", "2020-01-01T12:00:00+09:00"):
        out = io.StringIO()
        call_command("verify_matches", "--since", since, stdout=out)
        assert out.getvalue() == "1 verified, 0 differ, 0 skipped\n"
    with pytest.raises(CommandError, match="1 of 2 matches differ"):
        call_command("verify_matches", "--since", "1960-01-01", stdout=io.StringIO())


@pytest.mark.parametrize("wrong", ["yesterday", "2026-02-30", "7"])
def test_a_since_that_is_no_date_is_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="--since"):
        call_command("verify_matches", "--since", wrong)


@pytest.mark.parametrize("jobs", ["0", "-1"])
def test_no_jobs_are_refused(jobs: str) -> None:
    with pytest.raises(CommandError, match="--jobs"):
        call_command("verify_matches", f"--jobs={jobs}")


@pytest.mark.django_db
@pytest.mark.parametrize("payload", ["[]", "7", '"next"'])
def test_a_payload_that_is_no_object_is_a_difference_and_stops_nothing(payload: str) -> None:
    first, second = finished_match(), finished_match()
    tamper("UPDATE game_action SET payload = %s WHERE version = 9 AND match_id = %s", payload, first.pk)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2"):
        call_command("verify_matches", stdout=out)
    assert f"match {first.public_id}: log: version 9 cannot be read" in out.getvalue()
    assert second.public_id not in out.getvalue()


FILL = """
import json, django
django.setup()
from tests.engine.test_golden import exported
from tests.game.test_golden_matches import stored
for number, record in enumerate(exported() * 3):
    stored(record | {"match": f"{number:032x}", "head": ""})
"""


DAMAGE = """
import django
django.setup()
from game.models import Match
Match.objects.filter(pk__in=[3, 31]).update(decision=7)
"""


def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    """With a database of its own: other processes see none of a test's."""
    place = {"KINGS_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(ROOT)}
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | place

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
        )

    assert run("manage.py", "migrate", "-v0").returncode == 0
    filled = run("-c", FILL)
    assert filled.returncode == 0, filled.stderr
    whole = run("manage.py", "verify_matches", "--jobs", "2")
    count = 3 * len(exported())
    assert (whole.returncode, whole.stdout) == (0, f"{count} verified, 0 differ, 0 skipped\n")
    assert "verifying" in whole.stderr
    assert run("-c", DAMAGE).returncode == 0
    for jobs in ("1", "2"):
        found = run("manage.py", "verify_matches", "--jobs", jobs)
        assert found.returncode == 1
        *lines, total = found.stdout.splitlines()
        assert total == f"{count} verified, 2 differ, 0 skipped"
        assert sorted(lines) == [
            f"match {number:032x}: decision: stored 7, replayed {replayed}"
            for number, replayed in ((2, _last_decision(2)), (30, _last_decision(30)))
        ]


def _last_decision(number: int) -> int:
    """The last decision of the golden record that is stored under this number."""
    records = exported()
    return replay_record(records[number % len(records)]).decision
