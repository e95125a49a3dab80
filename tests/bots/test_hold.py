"""Hold probabilities: counted against every possible hand, and exact where there is no doubt."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.hold import fewer, hold_table, jesters


@pytest.mark.parametrize(("unseen", "size", "copies"), [(9, 4, 3), (7, 7, 2), (8, 1, 5), (6, 2, 0)])
def test_chances_are_those_of_every_possible_hand(unseen, size, copies):
    hands = list(combinations(range(unseen), size))
    for least in range(6):
        short = sum(sum(card < copies for card in hand) < least for hand in hands)
        assert fewer(unseen, size, copies)[least] == pytest.approx(short / len(hands))
    if copies <= 2:
        for number in range(3):
            exact = sum(sum(card < copies for card in hand) == number for hand in hands)
            assert jesters(unseen, size, copies)[number] == pytest.approx(exact / len(hands))


def test_a_single_card_holds_as_often_as_nobody_has_a_better_one():
    unseen = [0, 1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 3, 0]
    table = hold_table(unseen, [4], 1)
    assert table[1][1] == 1
    assert table[1][2] == pytest.approx(1 - 4 / 10)
    hands = list(combinations([1] * 1 + [2] * 2 + [4] * 4 + [12] * 3, 4))
    unbeaten = sum(min(hand) >= 4 for hand in hands) / len(hands)
    assert table[1][4] == pytest.approx(unbeaten, abs=0.06)  # ranks are taken as independent


def test_a_jester_helps_to_beat_but_not_alone():
    nothing_better = hold_table([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2], [6], 2)
    assert nothing_better[1][12] == nothing_better[2][12] == pytest.approx(1)
    with_a_three = hold_table([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2], [6], 3)
    assert with_a_three[2][4] == with_a_three[3][4] == pytest.approx(0)
    assert with_a_three[2][3] == pytest.approx(1)


counts = st.lists(st.integers(0, 4), min_size=12, max_size=12).map(lambda ranks: [0, *ranks, 2])


@settings(deadline=None)
@given(counts, st.lists(st.integers(1, 8), min_size=1, max_size=4))
def test_a_set_holds_better_by_a_better_rank_and_against_fewer(unseen, sizes):
    sizes = [size for size in sizes if size <= sum(unseen)] or [1]
    table, fewer_others = hold_table(unseen, sizes, 8), hold_table(unseen, sizes[:-1], 8)
    for count in range(1, 9):
        row = table[count]
        assert all(0 <= value <= 1 + 1e-9 for value in row)
        assert all(better >= worse - 1e-9 for better, worse in pairwise(row))
        assert all(few >= many - 1e-9 for few, many in zip(fewer_others[count], row, strict=True))
        if count > max(sizes):
            assert set(row) == {1}
