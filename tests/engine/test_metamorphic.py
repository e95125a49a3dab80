"""Matches that must come out alike although something about them was changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.bots import easy
from game.bots.selfplay import match_seed, play
from game.engine.events import SetPlayed, TrickWon
from game.engine.options import Options
from game.engine.record import Opening
from game.engine.rules import open_match

from .positions import time_out_to_end
from .walks import openings


def easy_table(opening):
    """Sets in order, tricks won, and the finish orders of a match of easy bots."""
    sets, match = [], None
    for _, step in play(opening, easy.choose):
        match = step.match
        sets += [event for event in step.events if isinstance(event, SetPlayed | TrickWon)]
    return sets, match.results, match.totals


@pytest.mark.rule("11-lock-out")
@given(openings())
def test_tables_of_easy_bots_play_alike_with_and_without_lock_out(opening):
    """An easy bot passes only when it cannot follow; a lower top does not change that, so a lock takes nothing away."""
    off = replace(opening, options=replace(opening.options, pass_locks_out=False))
    on = replace(opening, options=replace(opening.options, pass_locks_out=True))
    assert easy_table(on) == easy_table(off)


@pytest.mark.rule("11-lock-out")
@pytest.mark.parametrize("players", range(4, 9))
def test_a_lock_out_saves_passes(players):
    """So that the test above compares two different things."""

    def actions(lock):
        opening = Opening(players, Options(rounds=3, pass_locks_out=lock), match_seed("lock", players), at=0)
        return sum(1 for _ in play(opening, easy.choose))

    assert actions(True) < actions(False)


@pytest.mark.rule("7-reaches-end")
@given(openings())
def test_matches_in_which_every_deadline_passes_never_change_the_order(opening):
    """Leads are whole groups, follows are passed: each in turn plays out a hand, the best standing first."""
    match = open_match(players=opening.players, options=opening.options, seed=opening.seed, at=0).match
    ended = time_out_to_end(match)
    assert {done.order for done in ended.results} == {match.round.order}
    assert {done.revolution for done in ended.results} == {"none"}


@pytest.mark.rule("9-same-match")
@given(openings(), st.sampled_from([15, 30, 45]))
def test_the_time_for_a_turn_changes_nothing_but_deadlines(opening, seconds):
    other = replace(opening, options=replace(opening.options, turn_seconds=seconds))
    assert easy_table(opening) == easy_table(other)


@pytest.mark.rule("6-last-round")
@given(openings())
def test_the_way_of_scoring_changes_nothing_but_the_ranking(opening):
    by_points = replace(opening, options=replace(opening.options, scoring="rank-points"))
    by_last = replace(opening, options=replace(opening.options, scoring="last-round"))
    assert easy_table(by_points) == easy_table(by_last)
