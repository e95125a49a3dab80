"""Integers side by side in one."""

from hypothesis import given
from hypothesis import strategies as st

from game.bots.lanes import pack, unpack

numbers = st.integers(-(2**63), 2**63 - 1)
small = st.integers(-(2**20), 2**20)


@given(st.lists(numbers, min_size=1, max_size=130))
def test_what_is_packed_comes_out_again(values):
    assert unpack(pack(values), len(values)) == tuple(values)


@given(st.lists(st.tuples(small, small), min_size=1, max_size=130), small, small)
def test_sums_and_products_are_those_of_every_lane(pairs, factor, other):
    left, right = zip(*pairs, strict=True)
    wanted = tuple(factor * a + other * b for a, b in pairs)
    assert unpack(factor * pack(left) + other * pack(right), len(pairs)) == wanted
