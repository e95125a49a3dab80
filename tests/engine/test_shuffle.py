"""The generator: written down, so that the same seed means the same match for ever."""

from collections import Counter
from hashlib import sha256
from itertools import islice, permutations

import pytest

from game.engine.fairness import commitment
from game.engine.options import Options
from game.engine.shuffle import shuffle, stream

from .positions import SEED, fresh, time_out_to_end


@pytest.mark.rule("9-generator")
def test_a_stream_is_sha256_in_counter_mode():
    first = sha256(SEED + b"deal:3\x00" + (0).to_bytes(8, "big")).digest()
    second = sha256(SEED + b"deal:3\x00" + (1).to_bytes(8, "big")).digest()
    assert bytes(islice(stream(SEED, "deal:3"), 64)) == first + second


@pytest.mark.rule("9-generator")
def test_a_shuffle_is_fisher_yates_from_the_end_and_throws_unfair_bytes_away():
    # Below 3: 255 is unfair (a multiple of 3 ends there) and thrown away, 4 gives 1; below 2: 6 gives 0.
    items = ["a", "b", "c"]
    shuffle(items, iter([255, 4, 6]))
    assert items == ["c", "a", "b"]


@pytest.mark.rule("9-generator")
def test_every_order_is_about_equally_likely():
    source, seen = stream(SEED, "draw"), Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        shuffle(items, source)
        seen[tuple(items)] += 1
    assert set(seen) == set(permutations(range(3)))
    assert all(abs(count - 1000) < 5 * 29 for count in seen.values())  # 29: standard deviation


@pytest.mark.rule("9-generator")
@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        stream(seed, "draw")


@pytest.mark.rule("8-seed")
def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment(SEED) == sha256(SEED).hexdigest()


@pytest.mark.rule("9-labels")
def test_a_match_asks_for_chance_under_its_labels_only(monkeypatch):
    labels = []

    def listen(seed, label):
        labels.append(label)
        return stream(seed, label)

    monkeypatch.setattr("game.engine.standing.stream", listen)
    monkeypatch.setattr("game.engine.dealing.stream", listen)
    time_out_to_end(fresh())
    fresh(options=Options(first_ranking="random"))
    assert labels == ["draw", "deal:1", "deal:2", "deal:3", "order", "deal:1"]


@pytest.mark.rule("9-same-match")
def test_the_same_seed_gives_the_same_match_and_another_seed_another_one():
    assert fresh() == fresh()
    assert time_out_to_end(fresh()) == time_out_to_end(fresh())
    assert fresh(seed=bytes(32)).hands != fresh().hands
