"""Golden matches replay for ever: a change here is a change of the rules and needs a new engine version."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from game.engine.actions import Origin
from game.engine.record import RecordError, replay_record
from game.engine.rules import ENGINES

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted(GOLDEN.glob("*.json"))
EXPORTS = sorted(GOLDEN.glob("*.jsonl"))


def exports_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def exported():
    return [record for path in EXPORTS for record in exports_of(path)]


@pytest.mark.rule("9-same-match")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_match_replays_to_its_result(path):
    record = json.loads(path.read_text())
    match = replay_record(record)
    assert match.version == len(record["actions"])


def test_the_golden_matches_cover_the_rules():
    records = [json.loads(path.read_text()) for path in FILES]
    assert {len(record["players"]) for record in records} == {4, 5, 6, 7, 8}
    declared = {done["revolution"] for record in records for done in record["result"]["rounds"]}
    assert declared == {"none", "revolution", "great"}
    for key in ("passLocksOut", "removeHighCards", "jesterTaxable", "firstRoundTax", "revolution"):
        assert {record["options"][key] for record in records} == {True, False}, key
    assert {record["options"]["firstRanking"] for record in records} == {"draw", "random"}
    assert {record["options"]["scoring"] for record in records} == {"rank-points", "last-round"}
    assert any(len(record["draws"]) > 1 for record in records)
    assert {action["origin"] for record in records for action in record["actions"]} >= {
        "bot",
        "player",
        "timeout",
    }
    assert sum(path.stat().st_size for path in FILES) <= 300_000


@pytest.mark.rule("9-same-match")
@pytest.mark.parametrize("record", exported(), ids=lambda record: f"{record['engine']}-{record['match'][:6]}")
def test_a_golden_export_replays_to_all_it_says(record):
    assert replay_record(record).setup.engine == record["engine"]


def test_every_engine_has_golden_exports_and_no_other_has():
    assert {path.name for path in EXPORTS} == {f"engine-{version}.jsonl" for version in ENGINES}
    for path in EXPORTS:
        assert {f"engine-{record['engine']}" for record in exports_of(path)} == {path.stem}


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_the_golden_exports_of_an_engine_cover_what_may_happen(path):
    records = exports_of(path)
    assert {len(record["players"]) for record in records} == {4, 5, 6, 7, 8}
    for key in ("passLocksOut", "removeHighCards", "jesterTaxable", "firstRoundTax", "revolution"):
        assert {record["options"][key] for record in records} == {True, False}, key
    assert {record["options"]["scoring"] for record in records} == {"rank-points", "last-round"}
    assert {record["options"]["firstRanking"] for record in records} == {"draw", "random"}
    declared = {done["revolution"] for record in records for done in record["result"]["rounds"]}
    assert declared == {"none", "revolution", "great"}
    assert any(len(record["draws"]) > 1 for record in records), "a tie in the draw"
    actions = [action for record in records for action in record["actions"]]
    assert {action["origin"] for action in actions} == {origin.value for origin in Origin}
    assert {action["type"] for action in actions} == {
        "confirmHand", "returnTax", "play", "pass", "next", "autoplay", "pause", "resume",
    }  # fmt: skip
    assert {action["payload"]["on"] for action in actions if action["type"] == "autoplay"} == {True, False}
    for record in records:
        assert record["secret"] and record["head"] and any(record["nonces"])
    assert path.stat().st_size <= 400_000


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_verify_shuffle_confirms_the_golden_exports(path):
    out = io.StringIO()
    call_command("verify_shuffle", str(path), stdout=out)
    assert out.getvalue().count("deals and log agree; its seed is made of the secret") == len(
        exports_of(path)
    )


def test_a_record_of_an_engine_nobody_knows_is_refused_by_name():
    record = exported()[0] | {"engine": "99"}
    with pytest.raises(RecordError, match="engine: recorded '99', replayed '1'"):
        replay_record(record)
