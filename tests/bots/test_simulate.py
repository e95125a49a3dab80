"""`manage.py simulate`: the same seed gives the same output, records replay, wrong input is refused."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from game.bots import sanity
from game.bots.sanity import Known
from game.engine.options import DEFAULTS
from game.engine.record import replay_record


def simulate(*arguments: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def test_the_same_seed_gives_the_same_output_and_another_seed_another_one(capsys):
    arguments = ("--players", "5", "--matches", "3", "--json", "--seed")
    assert simulate(*arguments, "a") == simulate(*arguments, "a")
    assert simulate(*arguments, "a") != simulate(*arguments, "b")


def test_the_figures_are_one_json_object():
    figures = json.loads(simulate("--players", "4", "--matches", "2", "--seed", "a", "--json"))
    assert (figures["players"], figures["matches"], figures["rounds"]) == (4, 2, 6)
    assert figures["options"] == DEFAULTS
    assert figures["turnsPerRound"]["mean"] > figures["passesPerRound"]["mean"] > 0
    assert 0 <= figures["greaterDalmutiStays"]["mean"] <= 1


def test_the_figures_can_be_read_by_people():
    assert "plays and passes a round" in simulate("--players", "4", "--matches", "1", "--seed", "a")


def test_every_exported_line_is_a_record_that_replays(tmp_path):
    path = tmp_path / "matches.jsonl"
    options = '{"rounds": 1, "passLocksOut": true}'
    simulate("--players", "6", "--matches", "4", "--seed", "a", "--options", options, "--export", str(path))
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(records) == len({record["match"] for record in records}) == 4
    for record in records:
        assert replay_record(record).setup.options.pass_locks_out


@pytest.mark.parametrize("options", ['{"rounds": 2}', '{"lateJoin": true}', "{", "[1]", '{"x": 1}'])
def test_wrong_options_are_refused(options):
    with pytest.raises(CommandError, match="--options"):
        simulate("--options", options)


def test_a_player_number_out_of_range_is_refused():
    with pytest.raises(CommandError, match="players"):
        simulate("--players", "3")


@pytest.mark.rule("11-figures")
def test_the_comparison_fails_when_a_figure_is_far_off(monkeypatch):
    monkeypatch.setattr(sanity, "KNOWN", {4: sanity.KNOWN[4]})
    rows = json.loads(simulate("--sanity", "--matches", "10", "--seed", "a", "--json"))["sanity"]
    assert [(row["players"], row["rounds"], row["figure"]) for row in rows] == [
        (4, 200, "turns"),
        (4, 200, "stays"),
    ]
    monkeypatch.setattr(sanity, "KNOWN", {4: Known(70.0, 0.476)})
    with pytest.raises(CommandError, match="standard errors away"):
        simulate("--sanity", "--matches", "10", "--seed", "a")
