"""The commands for stored matches: one writes a match out, one checks them all."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.engine.record import replay_record
from game.models import Action, Match
from tests.game.stored import finished_match, open_stored, play_stored, tamper

pytestmark = pytest.mark.django_db


def export(name: object, *arguments: str) -> str:
    out = io.StringIO()
    call_command("export_match", str(name), *arguments, stdout=out)
    return out.getvalue()


def verify() -> tuple[list[str], str | None]:
    """The lines of `verify_matches` and its error, if it ends with one."""
    out = io.StringIO()
    error = None
    try:
        call_command("verify_matches", stdout=out)
    except CommandError as failed:
        error = str(failed)
    return out.getvalue().splitlines(), error


# export_match


def test_an_exported_match_is_one_json_object_that_replays_to_itself() -> None:
    match = finished_match(rounds=3)
    text = export(match.public_id)
    assert text.count("\n") == 1
    record = json.loads(text)
    assert record["match"] == match.public_id
    assert record["room"] == "AB23CD"
    assert record["seed"] == bytes(match.seed).hex()
    assert record["result"] == match.result
    assert len(record["actions"]) == match.version
    assert [player["name"] for player in record["players"]] == ["게일", "피아", "봇 하나", "봇 둘"]
    assert replay_record(record).version == match.version


def test_a_match_is_found_by_public_id_and_by_primary_key() -> None:
    match = finished_match()
    assert export(match.pk) == export(match.public_id)


def test_an_export_goes_to_a_file(tmp_path: Path) -> None:
    match = finished_match()
    path = tmp_path / "match.json"
    assert export(match.public_id, "--output", str(path)) == ""
    assert path.read_text("utf-8") == export(match.public_id)


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    match = finished_match()
    with pytest.raises(CommandError, match="cannot write"):
        export(match.public_id, "--output", str(tmp_path / "nowhere" / "match.json"))


def test_a_running_match_is_not_exported() -> None:
    match = open_stored()
    play_stored(match, until=lambda state: state.version == 20)
    with pytest.raises(CommandError, match=f"match {match.public_id} is still running"):
        export(match.public_id)


@pytest.mark.parametrize("name", ["0", "12", "nothing", "", "9" * 40, "f" * 32])
def test_no_such_match_is_said_plainly(name: str) -> None:
    with pytest.raises(CommandError, match="there is no match"):
        export(name)


def test_a_match_of_another_engine_is_not_exported() -> None:
    match = finished_match()
    Match.objects.update(engine="0")
    with pytest.raises(CommandError, match="engine 0"):
        export(match.public_id)


def test_a_damaged_log_is_not_exported() -> None:
    match = finished_match()
    tamper("DELETE FROM game_action WHERE version = 7")
    with pytest.raises(CommandError, match="does not replay"):
        export(match.public_id)


# verify_matches


def test_matches_as_they_were_played_are_verified(capsys: Any) -> None:
    finished_match(rounds=3)
    finished_match(players=8, passLocksOut=True)
    play_stored(open_stored(), until=lambda state: state.version == 30)
    open_stored()
    assert verify() == (["4 verified, 0 differ, 0 skipped"], None)
    assert "verifying" in capsys.readouterr().err


def test_nothing_stored_is_nothing_wrong() -> None:
    assert verify() == (["0 verified, 0 differ, 0 skipped"], None)


def test_a_match_of_another_engine_is_skipped_and_no_error() -> None:
    finished_match()
    old = finished_match()
    Match.objects.filter(pk=old.pk).update(engine="0.9", result=None)
    lines, error = verify()
    assert error is None
    assert lines == [
        f"match {old.public_id}: skipped: engine 0.9 is not known here",
        "1 verified, 0 differ, 1 skipped",
    ]


def test_a_changed_result_is_found() -> None:
    match = finished_match()
    finished_match()
    assert match.result is not None
    ranking = match.result["ranking"]
    ranking[0]["total"] += 1
    Match.objects.filter(pk=match.pk).update(result=match.result)
    lines, error = verify()
    assert error == "1 of 2 matches differ from their log"
    assert len(lines) == 2
    assert lines[0].startswith(f"match {match.public_id}: result.ranking: stored ")


def test_a_changed_place_of_a_seat_is_found() -> None:
    match, running = finished_match(), open_stored()
    first = match.seats.get(place=1)
    match.seats.filter(pk=first.pk).update(place=2)
    running.seats.filter(index=3).update(points=9)
    lines, error = verify()
    assert error == "2 of 2 matches differ from their log"
    assert lines[:2] == [
        f"match {match.public_id}: seat {first.index}.place: stored 2, replayed 1",
        f"match {running.public_id}: seat 3.points: stored 9, replayed None",
    ]


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("DELETE FROM game_action WHERE version = 7", "log: version 7 is missing, the next is 8"),
        (
            "UPDATE game_action SET payload = '{}' WHERE version = {play}",
            "log: version {play} cannot be read",
        ),
        (
            "UPDATE game_action SET type = 'next' WHERE version = {play}",
            "log: the engine refuses version {play}",
        ),
        ("UPDATE game_action SET seat = 9 WHERE version = {play}", "log: the engine refuses version {play}"),
        (
            "UPDATE game_action SET origin = 'thief' WHERE version = {play}",
            "log: version {play} cannot be read",
        ),
    ],
)
def test_a_tampered_log_is_found(statement: str, finding: str) -> None:
    match = finished_match()
    play = Action.objects.filter(type="play").order_by("version")[3].version
    tamper(statement.replace("{play}", str(play)))
    lines, error = verify()
    assert error == "1 of 1 matches differ from their log"
    assert len(lines) == 2
    assert lines[0].startswith(f"match {match.public_id}: {finding}".replace("{play}", str(play)))


def test_a_log_cut_short_is_found() -> None:
    match = finished_match()
    tamper("DELETE FROM game_action WHERE version = %s", match.version)
    lines, error = verify()
    assert error is not None
    named = [line.removeprefix(f"match {match.public_id}: ").split(":")[0] for line in lines[:-1]]
    assert named == ["version", "decision", "owing", "status", "finished_at", "result"]


def test_a_changed_seed_is_found() -> None:
    match = finished_match()
    Match.objects.update(seed=bytes(32))
    lines, error = verify()
    assert error is not None
    assert lines[0] == f"match {match.public_id}: seed: it is not what the secret and the nonces make"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"secret": bytes(32)}, ["commitment", "seed"]),
        ({"nonces": ["00" * 16, "", "", ""]}, ["seed"]),
        ({"commitment": "0" * 64}, ["commitment"]),
    ],
)
def test_a_changed_part_of_the_shuffle_is_found(change: dict[str, Any], named: list[str]) -> None:
    match = finished_match()
    Match.objects.update(**change)
    lines, error = verify()
    assert error is not None
    found = [line.removeprefix(f"match {match.public_id}: ").split(":")[0] for line in lines[:-1]]
    assert found[: len(named)] == named
    secret = "" if match.secret is None else bytes(match.secret).hex()
    assert secret not in "".join(lines) and bytes(match.seed).hex() not in "".join(lines)


@pytest.mark.parametrize("change", ["at = at + 1", "origin = 'player'", "link = 'beef'"])
def test_what_the_rules_would_not_notice_the_chain_does(change: str) -> None:
    match = finished_match()
    play = Action.objects.filter(type="play").order_by("version")[3].version
    tamper(f"UPDATE game_action SET {change} WHERE version = {play}")
    lines, error = verify()
    assert error == "1 of 1 matches differ from their log"
    finding = f"log: version {play} does not follow from what was logged before it"
    assert lines[0] == f"match {match.public_id}: {finding}"


@pytest.mark.parametrize("change", [{"decision": 99}, {"owing": 15}, {"version": 31}, {"status": "finished"}])
def test_a_running_match_that_differs_is_found(change: dict[str, Any]) -> None:
    match = open_stored()
    play_stored(match, until=lambda state: state.version == 30)
    Match.objects.filter(pk=match.pk).update(**change)
    lines, error = verify()
    assert error is not None
    (name,) = change
    assert lines[0].startswith(f"match {match.public_id}: {name}: stored ")
    assert len(lines) == 2


def test_what_is_said_of_a_running_match_names_no_card() -> None:
    match = open_stored()
    play_stored(match, until=lambda state: state.version == 30)
    tamper("UPDATE game_action SET seat = (seat + 1) % 4 WHERE version = 30")
    lines, error = verify()
    assert error is not None
    assert lines[0] == f"match {match.public_id}: log: the engine refuses version 30 (not_your_turn)"
    assert bytes(match.seed).hex() not in "".join(lines)
