"""Notation: sets, hands and positions as text, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import ConfirmHand
from game.engine.cards import DECK, rank_counts
from game.engine.notation import format_hand, format_match, format_set, parse_hand, parse_set
from game.engine.sets import PlayedSet

from .positions import answer_all, dealt, do, fresh, lay, playing, time_out_to_end
from .walks import walks


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("2x7+J", PlayedSet(7, 3, 1)),
        ("1x1+2J", PlayedSet(1, 3, 2)),
        ("3x4", PlayedSet(4, 3, 0)),
        ("12x12", PlayedSet(12, 12, 0)),
        ("1xJ", PlayedSet(13, 1, 1)),
        ("2xJ", PlayedSet(13, 2, 2)),
    ],
)
def test_a_set_is_written_and_read(text, played):
    assert format_set(played) == text
    assert parse_set(text) == played


@pytest.mark.parametrize(
    "text", ["", "7", "x7", "0x7", "2x1", "1x13", "3xJ", "1xJ+J", "2x7+3J", "2x7+", "2x7+J "]
)
def test_other_texts_are_no_sets(text):
    with pytest.raises(ValueError, match=r"not|no such"):
        parse_set(text)


def test_a_hand_is_written_best_first_and_jesters_last():
    assert format_hand(parse_hand("J 7x3 2 1 2")) == "1 2 2 7x3 J"
    assert format_hand(0) == "-"
    assert parse_hand("-") == 0


@pytest.mark.parametrize("text", ["2x3", "J J J", "0", "13", "1,2", "x"])
def test_other_texts_are_no_hands(text):
    with pytest.raises(ValueError, match=r"only|no such|not a part"):
        parse_hand(text)


@given(st.integers(0, DECK))
def test_any_hand_reads_back_with_the_same_ranks(hand):
    assert rank_counts(parse_hand(format_hand(hand))) == rank_counts(hand)


def test_a_position_is_one_line():
    match = playing("3 3", "12x3 J", "-", "5", current=1, order=(3, 1, 0, 2), top="1x7+J", by=3, out={2: 1})
    line = "round 1/3 v0 d1 | playing seat 1 on 1x7+J by 3 | order 3 1 0 2 | 0: 3 3 | 1: 12x3 J | 2: - | 3: 5"
    assert format_match(match) == line


def test_every_phase_has_its_line():
    match = do(dealt("2 2 5 5", "3 3 6", "7 7 8", "4 4 9"), 2, ConfirmHand()).match
    assert "| revolutionCheck confirmed 2 |" in format_match(match)
    assert "| taxReturn 0>3:2 1>2:1 |" in format_match(answer_all(match, ConfirmHand()))
    over = lay(playing("4", "9 9", "-", "-", out={2: 1, 3: 2}), 0, "1x4")
    assert "| roundOver ready - | order 0 1 2 3 | 0: - | 1: 9 9 |" in format_match(over)
    assert "| finished " in format_match(time_out_to_end(fresh()))


@given(walks())
def test_any_position_can_be_written(played):
    assert format_match(played.match).count("|") == played.opening.players + 2
