"""Duplicate matches and `manage.py tournament`: fair to equals, the same for the same seed, and a tripwire on strength.

All in one file, so that one process compiles the simulation for them.
"""

import json

import pytest
from django.core.management import CommandError, call_command

from game import bots
from game.bots.network import WEIGHTS
from game.engine.options import Options
from game.simulation.duplicate import Player, duplicate_match
from game.simulation.release import released


def test_among_equals_every_place_comes_equally_often():
    outcome = duplicate_match(Player("easy"), Player("easy"), players=5, deals=40, seed=1)
    assert outcome.rounds == 200
    assert outcome.rank.mean == pytest.approx(3) and outcome.rank.margin == pytest.approx(0)
    assert outcome.first.mean == pytest.approx(0.2) and outcome.last.mean == pytest.approx(0.2)


def test_the_same_seed_gives_the_same_outcome_and_another_one_another():
    def outcome(seed, **options):
        return duplicate_match(
            Player("hard"), Player("easy"), players=6, deals=30, seed=seed, options=Options(**options)
        )

    assert outcome(1) == outcome(1) != outcome(2)
    assert outcome(1) != outcome(1, pass_locks_out=True) != outcome(1, remove_high_cards=True)


def test_tripwire_hard_beats_easy_and_the_expert_beats_both():
    """Far below the figures of docs/bots.md, above what chance can do in 100 deals."""
    expert = Player("network", released(WEIGHTS))

    def rank(hero, field):
        return duplicate_match(hero, field, players=6, deals=100, seed=20260101).rank.mean

    assert rank(Player("hard"), Player("easy")) <= 2.65
    assert rank(expert, Player("easy")) <= 2.4
    assert rank(expert, Player("hard")) <= 3.4
    assert rank(Player("easy"), Player("hard")) >= 3.7


def test_temperature_makes_an_expert_weaker():
    expert = released(WEIGHTS)

    def rank(temperature):
        hero = Player("network", expert, temperature)
        return duplicate_match(hero, Player("hard"), players=6, deals=60, seed=2).rank.mean

    assert rank(0.0) < rank(0.8) - 0.5


def tournament(tmp_path, hero, field, *arguments):
    """What the command writes as JSON."""
    path = tmp_path / "found.json"
    call_command("tournament", f"--hero={hero}", f"--field={field}", f"--json={path}", *arguments)
    return json.loads(path.read_text())


def test_a_tournament_is_the_duplicate_match_of_its_levels_however_it_is_cut(tmp_path):
    options = ["--players=5", "--deals=60", "--seed=3", "--options=passLocksOut,removeHighCards"]
    found = tournament(tmp_path, "normal", "expert", "--threads=1", *options)
    assert found == tournament(tmp_path, "normal", "expert", "--threads=3", *options)
    network = released(WEIGHTS)
    outcome = duplicate_match(
        Player("network", network, 0.4),
        Player("network", network, 0.05),
        players=5,
        deals=60,
        seed=3,
        options=Options(pass_locks_out=True, remove_high_cards=True),
    )
    assert found["rank"] == {"mean": round(outcome.rank.mean, 5), "margin": round(outcome.rank.margin, 5)}
    assert found["last"]["mean"] == round(outcome.last.mean, 5)


def test_a_tournament_takes_every_level_and_files_of_weights(tmp_path):
    weights = tournament(tmp_path, str(WEIGHTS), "easy", "--deals=25")
    greedy = tournament(tmp_path, "expert-greedy", "easy", "--deals=25")
    assert weights["rank"] == greedy["rank"]
    ranks = [tournament(tmp_path, level, "easy", "--deals=25")["rank"]["mean"] for level in bots.LEVELS]
    assert ranks[1] == pytest.approx(3.5)
    assert ranks[4] < ranks[2] < ranks[0]


def test_a_missed_bar_fails_after_the_figures_are_told(tmp_path, capsys):
    tournament(tmp_path, "hard", "easy", "--deals=25", "--bar=rank<=3.4", "--bar=first>=.17")
    assert "to spare" in capsys.readouterr().out
    with pytest.raises(CommandError, match="missed") as failed:
        tournament(tmp_path, "hard", "easy", "--deals=25", "--bar=rank<=1.5")
    assert failed.value.returncode == 1
    assert "missed by" in capsys.readouterr().out
    bars = json.loads((tmp_path / "found.json").read_text())["bars"]
    assert [(bar["bar"], bar["holds"]) for bar in bars] == [("rank ≤ 1.5", False)]


def test_a_tournament_times_its_hero_on_request(capsys):
    arguments = ["--hero=hard", "--field=easy", "--deals=1", "--json=-"]
    call_command("tournament", *arguments)
    assert "cpuMsADecision" not in json.loads(capsys.readouterr().out)
    call_command("tournament", *arguments, "--decisions=5")
    times = json.loads(capsys.readouterr().out)["cpuMsADecision"]
    assert 0 < times["play"]["p50"] <= times["play"]["p99"]


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("--hero=nobody", "no such level"),
        ("--hero=none.npz", "none.npz"),
        ("--options=moon", "unknown: moon"),
        ("--bar=rank<3", "not a bar"),
        ("--bar=luck<=3", "unknown: luck"),
    ],
)
def test_a_tournament_of_what_does_not_exist_is_refused(argument, says):
    with pytest.raises(CommandError, match=says):
        call_command("tournament", "--hero=easy", "--field=easy", "--deals=1", argument)
