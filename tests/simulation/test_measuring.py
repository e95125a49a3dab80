"""What measures bots: fair to equals, the same for the same seed, and a tripwire on their strength.

Duplicate and whole matches, expected places, and the commands; in one file, so that one process compiles for all.
"""

import json
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from game import bots
from game.bots.hard import Weights
from game.bots.network import WEIGHTS, Arrays
from game.engine.options import Options
from game.simulation import ablations, acceptance, blending, calibration, league
from game.simulation.calibration import Calibration, expected_places
from game.simulation.duplicate import Player, duplicate_match, play_deals
from game.simulation.estimates import Bar, Estimate
from game.simulation.fitting import START
from game.simulation.levels import player_named
from game.simulation.matches import Matches, _Table
from game.simulation.release import released
from game.simulation.rounds import (
    HARD,
    VARIANT,
    choose_move,
    new_brains,
    new_recorder,
    new_scratch,
    new_seats,
)
from game.simulation.rows import Found, Row, as_table
from game.simulation.table import deal, new_table, play, shuffled_deck


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


def test_a_match_is_won_by_points_and_among_equals_by_the_last_round(monkeypatch):
    finishes = [(0, 1, 2, 3), (3, 2, 1, 0), (1, 2, 3, 0)]
    places = {}
    for rounds in (1, 2, 3):
        orders = iter(finishes)
        monkeypatch.setattr(_Table, "_play_round", lambda *_, orders=orders, **__: np.array(next(orders)))
        places[rounds] = int(Matches("easy", "easy", 4, 1, rounds=rounds).play(0, 1)[0])
    # After two rounds all have three points, after three 3, 6, 5 and 4.
    assert places == {1: 1, 2: 4, 3: 4}


def test_the_next_round_opens_with_the_finish_order_and_the_easy_bot_shy_in_the_first(monkeypatch):
    opened = []
    play_round = _Table._play_round

    def watched(table, order, rng, *, is_first):
        finish = play_round(table, order, rng, is_first=is_first)
        opened.append((tuple(order), tuple(finish), is_first))
        return finish

    monkeypatch.setattr(_Table, "_play_round", watched)
    Matches("hard", "easy", 5, 2).play(0, 2)
    assert [is_first for _, _, is_first in opened] == [True, False, False] * 2
    for (_, finish, _), (order, _, is_first) in pairwise(opened):
        assert sorted(order) == list(range(5))
        assert is_first or order == finish
    assert [order.index(0) for order, _, is_first in opened if is_first] == [0, 1]


def test_matches_are_the_same_however_they_are_cut():
    job = Matches("expert", "easy", 6, 12)
    assert np.concatenate([job.play(0, 5), job.play(5, 12)]).tolist() == job.play(0, 12).tolist()
    assert job.figures(np.array([1, 1, 3, 5]))["wins"].mean == 0.5


def test_expected_places_are_those_of_the_network_that_the_server_asks(monkeypatch):
    asked = []

    def watched(*arguments):
        asked.append((arguments, expected_places(*arguments)))
        return asked[-1][1]

    monkeypatch.setattr(calibration, "expected_places", watched)
    Calibration(5, 1).play(0, 1)
    (((_, inputs, labels), found),) = asked
    assert len(found) > 40 and labels[:, 1].max() > 1
    arrays = Arrays(WEIGHTS)
    for row, (_, finished, players, _), expected in zip(inputs, labels, found, strict=True):
        first, *rest = [(int(index), float(row[index])) for index in np.flatnonzero(row)]
        chances = arrays.places([first], [rest], int(finished), int(players))[0]
        assert expected == pytest.approx(
            sum(place * chance for place, chance in enumerate(chances, 1)), abs=1e-3
        )


def test_expected_places_are_compared_with_what_came_in_ten_bins():
    job = Calibration(6, 2)
    rows = np.array([[1.2, 1.0], [1.4, 2.0], [5.9, 6.0], [6.0, 5.0], [3.4, 3.0]])
    found = job.figures(rows)
    assert set(found) == {"gap", "bin1", "bin5", "bin10"}
    assert found["bin1"].mean == pytest.approx(0.2) and found["bin10"].mean == pytest.approx(-0.45)
    assert found["gap"].mean == pytest.approx(0.45)
    played = job.play(0, 2)
    assert np.concatenate([job.play(0, 1), job.play(1, 2)]).tolist() == played.tolist()
    assert ((played >= 1) & (played <= 6)).all() and len(played) > 60


def test_the_bots_are_accepted_by_every_row_of_the_table(capsys):
    """At a hundredth of the size intervals are wide: what is looked at is that all is there, and told."""

    def accept():
        with pytest.raises(CommandError, match="of 15 rows are missed"):
            call_command("accept_bots", "--share=0.01", "--json=-")
        return json.loads(capsys.readouterr().out)

    found = accept()
    assert [row["row"] for row in found] == [
        "1",
        "2",
        "3",
        "3",
        "4",
        "4",
        "5",
        "5",
        "5",
        "6",
        "6",
        "7",
        "7",
        "8",
        "10",
    ]
    assert all(row["bars"] and row["seed"] == 20260101 for row in found)
    assert found == accept()


def test_the_bots_are_accepted_where_every_bar_is_cleared(monkeypatch, capsys):
    job = acceptance.ROWS[1].job
    rows = (Row(job, (Bar("rank", "≤", 5), Bar("first", "≥", 0)), "2"), Row(job, (Bar("last", "≤", 1),), "x"))
    monkeypatch.setattr(acceptance, "ROWS", rows)
    call_command("accept_bots", "--share=0.01")
    assert capsys.readouterr().out.count("to spare") == 3


def test_the_table_of_the_document_says_what_is_missed():
    job = acceptance.ROWS[1].job
    figures = job.figures(np.array([[1, 2, 3, 4, 5, 6]] * 3))
    table = as_table([Found(Row(job, (Bar("rank", "≤", 3), Bar("first", "≥", 0.1)), "2"), figures)])
    assert table.splitlines()[2:] == [
        "| 2 | hard in easy, 6 players | rank | 3.500 ± 0.000 | ≤ 3 | **missed by 0.500** |",
        "| 2 | hard in easy, 6 players | first | 0.167 ± 0.000 | ≥ 0.1 | 0.067 |",
    ]


def test_the_same_seed_gives_the_same_league(capsys):
    def play(seed):
        call_command("league", "--players=4", "--deals=3", f"--seed={seed}", "--json=-")
        return json.loads(capsys.readouterr().out)

    found = play(1)
    assert found == play(1) != play(2)
    assert set(found["ranks"]) == {*bots.LEVELS, "expert-greedy"}
    assert all(hero not in among and len(among) == 5 for hero, among in found["ranks"].items())
    ranks = [rank["mean"] for among in found["ranks"].values() for rank in among.values()]
    assert min(ranks) >= 1 and max(ranks) <= 4


def test_a_league_is_a_table_and_a_picture():
    ranks = {("weak", "strong"): Estimate(3.0, 0.1), ("strong", "weak"): Estimate(1.5, 0.2)}
    assert league.as_table(ranks).splitlines() == [
        "| hero, among | weak | strong |",
        "|---|---|---|",
        "| weak | – | 3.000 ± 0.100 |",
        "| strong | 1.500 ± 0.200 | – |",
    ]
    picture = ElementTree.fromstring(league.chart(ranks, 4))
    lines = [line.get("points") for line in picture.iter("{http://www.w3.org/2000/svg}polyline")]
    first, last = league.TOP, league.HEIGHT - league.BOTTOM
    unit = (last - first) / 3
    left, right = league.LEFT, league.WIDTH - league.RIGHT
    assert lines == [
        f"{left:.1f},{first + unit / 2:.1f} {right:.1f},{first + 1.5 * unit:.1f}",
        f"{left:.1f},{first + 1.5 * unit:.1f} {right:.1f},{first + 2 * unit:.1f}",
    ]


def greedy_rank(hero, field="easy", deals=30):
    return duplicate_match(hero, player_named(field), players=6, deals=deals, seed=4).rank


def test_a_variant_with_the_hard_bots_weights_is_the_hard_bot_and_another_one_is_not():
    hard = greedy_rank(Player("hard"))
    assert greedy_rank(Player("variant")) == hard != greedy_rank(Player("variant", weights=START))
    assert greedy_rank(Player("easy"), "hard") != greedy_rank(Player("easy"), "hard-without-hold")
    with pytest.raises(ValueError, match="one kind of variant"):
        greedy_rank(player_named("hard-reads-passes"), "hard-without-hold")


def test_who_passed_on_a_set_is_taken_to_have_none_that_beats_it():
    """Seat 0 asks about sets of two; seat 2 passed on two eights."""
    table, seats, scratch = new_table(), new_seats(), new_scratch()
    rng, recorder = np.random.default_rng(1), new_recorder()
    deal(table, shuffled_deck(rng, 0), 4, 0, 0)
    table.current, table.rank, table.count, table.owner = 2, 8, 2, 1
    play(table, 0, 0, 0)
    assert table.refused[2, 2] == 8 and table.refused.sum() == 8
    table.current = 0

    def hold(kind, trust=0.0):
        seats.kind[0] = kind
        choose_move(table, seats, new_brains(trust=trust), scratch, rng, recorder)
        return scratch.hold[:3].copy()

    plain, read, half = hold(HARD), hold(VARIANT, 1.0), hold(VARIANT, 0.5)
    assert hold(VARIANT, 1e-12) == pytest.approx(plain)
    assert read[1] == pytest.approx(plain[1])
    # Two of three opponents are as before; the third beats nothing up to eights, and less above them.
    assert read[2, 2:9] == pytest.approx(plain[2, 2:9] ** (2 / 3))
    assert (read[2, 10:] > plain[2, 10:]).all()
    assert (half[2, 3:] > plain[2, 3:]).all() and (half[2, 3:] < read[2, 3:]).all()


def test_the_worst_cards_are_given_back_on_request_and_that_costs_places():
    for level, other in (("hard", "hard-gives-worst"), ("expert-greedy", "expert-gives-worst")):
        ranks = [
            play_deals(player_named(name), Player("hard"), players=6, deals=range(60), seed=9)
            for name in (level, other)
        ]
        # Only the two who are paid choose anything.
        assert (ranks[0][:, 2:] == ranks[1][:, 2:]).all()
        assert ranks[0][:, 0].mean() < ranks[1][:, 0].mean()


def test_parts_are_measured_on_the_same_deals_with_and_without():
    job = ablations.Ablation("none", "hard", "hard", "easy", 5, 4)
    assert job.figures(job.play(0, 4))["gain"] == Estimate(0.0, 0.0)
    ranks = np.array([[[1, 2, 3], [2, 2, 3]], [[3, 2, 1], [2, 2, 2]]])
    found = job.figures(ranks)
    assert found["with"].mean == 2 and found["without"].mean == pytest.approx(2 + 1 / 6)
    assert found["gain"].mean == pytest.approx(1 / 6) and found["gainOfGreater"].mean == 0


def test_all_parts_are_measured_among_all_fields_and_trainings_where_there_are_some(capsys, tmp_path):
    call_command("ablate", "--deals=2", "--json=-")
    found = json.loads(capsys.readouterr().out)
    assert len(found) == 12 and {row["part"] for row in found} == {part for part, _, _ in ablations.PARTS}
    with pytest.raises(CommandError, match=r"training\.npz"):
        call_command("ablate", "--deals=2", f"--trained={tmp_path}")
    rows = ablations.rows(players=6, deals=2, trained=tmp_path)
    names = ("with", "without", "gain", "gainOfGreater")
    table = ablations.as_table([Found(row, dict.fromkeys(names, Estimate(1, 0))) for row in rows])
    assert table.splitlines()[-1].startswith(
        "| inputs of hold probabilities | full | expert-greedy | 1.000 ± 0.000 |"
    )


def test_blends_lie_between_both_ends_and_are_measured_by_the_bars_of_the_hard_bot():
    fitted = Weights(*(value + 1 for value in START))
    assert blending.blend(fitted, 0) == START and blending.blend(fitted, 1) == pytest.approx(fitted)
    rows = blending.tried_rows(START, deals=10, seed=1)
    assert [row.number for row in rows] == ["1", "2", "4", "4", "5", "5", "5", "6", "6", "7", "7"]
    tried = rows[1].job
    assert tried.count == 10
    ranks = tried.play(0, 10)
    hero = Player("variant", weights=START)
    assert (ranks == play_deals(hero, Player("easy"), players=6, deals=range(10), seed=1)).all()
    made = blending.blends(Weights(*START), deals=10, seed=1, threads=1, shares=(0, 1))
    assert made[0].clearance == made[1].clearance and made[0].worst.startswith("row ")
