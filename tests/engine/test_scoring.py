"""Scoring: points, ties, both ways to the ranking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from game.engine.history import RoundResult
from game.engine.observation import observe_public
from game.engine.options import Options
from game.engine.record import result_of
from game.engine.scoring import add_points, final_ranking

from .positions import fresh, lay, playing, time_out_to_end


def ranking(*orders, scoring="rank-points"):
    """(seat, rank, total, places) lines after rounds that ended in these orders."""
    totals = (0,) * len(orders[0])
    for order in orders:
        totals = add_points(totals, order)
    results = tuple(RoundResult(order, "none") for order in orders)
    lines = final_ranking(Options(scoring=scoring), results, totals)
    return [astuple(line) for line in lines]


@pytest.mark.rule("6-points")
@pytest.mark.parametrize("players", range(4, 9))
def test_place_r_of_n_scores_n_minus_r(players):
    order = tuple(reversed(range(players)))
    assert add_points((0,) * players, order) == tuple(range(players))


@pytest.mark.rule("6-ranking")
def test_three_rounds_of_five_are_added_up():
    lines = ranking((0, 1, 2, 3, 4), (1, 0, 2, 4, 3), (2, 0, 1, 3, 4))
    assert lines == [
        (0, 1, 10, (1, 2, 2)),
        (1, 2, 9, (2, 1, 3)),
        (2, 3, 8, (3, 3, 1)),
        (3, 4, 2, (4, 5, 4)),
        (4, 5, 1, (5, 4, 5)),
    ]


@pytest.mark.rule("6-ranking")
def test_equal_totals_go_by_the_place_in_the_last_round():
    lines = ranking((0, 1, 2, 3, 4), (4, 3, 2, 1, 0))
    assert [line[2] for line in lines] == [4] * 5
    assert [line[0] for line in lines] == [4, 3, 2, 1, 0]


@pytest.mark.rule("6-last-round")
def test_the_last_round_alone_may_decide_and_totals_are_still_kept():
    orders = (0, 1, 2, 3), (0, 1, 2, 3), (3, 2, 1, 0)
    lines = ranking(*orders, scoring="last-round")
    assert [(line[0], line[2]) for line in lines] == [(3, 3), (2, 4), (1, 5), (0, 6)]
    assert [line[0] for line in ranking(*orders)] == [0, 1, 2, 3]


@pytest.mark.rule("6-ranking")
@given(
    st.lists(st.permutations(range(6)).map(tuple), min_size=1, max_size=7),
    st.sampled_from(["rank-points", "last-round"]),
)
def test_there_is_never_a_tie(orders, scoring):
    lines = ranking(*orders, scoring=scoring)
    assert sorted(line[0] for line in lines) == list(range(6))
    assert [line[1] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert sum(line[2] for line in lines) == 15 * len(orders)


@pytest.mark.rule("6-points")
def test_the_points_are_there_when_the_round_has_ended():
    match = playing("-", "4", "9 9", "-", current=1, top="1x5", by=2, out={3: 1, 0: 2})
    assert observe_public(match).totals == (0, 0, 0, 0)
    assert observe_public(lay(match, 1, "1x4")).totals == (2, 1, 0, 3)


@pytest.mark.rule("6-result")
def test_the_result_lists_everybody_and_the_winner_is_the_first():
    match = time_out_to_end(fresh(5))
    result = result_of(match)
    lines = observe_public(match).ranking
    assert lines is not None
    assert result["ranking"] == [
        {"seat": line.seat, "rank": line.rank, "total": line.total, "places": list(line.places)}
        for line in lines
    ]
    assert result["winner"] == [lines[0].seat]
    assert [len(line.places) for line in lines] == [3] * 5
    assert [done["order"] for done in result["rounds"]] == [list(done.order) for done in match.results]
