"""The rules on arrays are the engine's, and each bot's twin is the bot. `manage.py check_bots` plays many more."""

import pytest

from game.bots.network import WEIGHTS, Arrays, Integers
from game.simulation.mirror import CLOSE, Difference, Mirror
from game.simulation.release import released
from game.simulation.rounds import new_brains
from game.simulation.table import legal_moves

ROUNDS = 25


@pytest.mark.parametrize("kind", [Arrays, Integers])
def test_rounds_of_all_options_go_the_same_way_in_both_forms(kind):
    brains, network = new_brains(released(WEIGHTS)), kind(WEIGHTS)
    decisions, furthest = 0, 0.0
    for number in range(ROUNDS):
        mirror = Mirror(brains, network, name="suite", number=number)
        mirror.run()
        decisions += mirror.decisions
        furthest = max(furthest, mirror.furthest)
    assert decisions > 100 * ROUNDS
    assert 0 < furthest < CLOSE


@pytest.mark.parametrize("field", ["locks_out", "is_short"])
def test_a_difference_does_not_go_unseen(field):
    """With one option turned round on one side alone, some round goes another way."""
    brains = new_brains()
    with pytest.raises(Difference):
        for number in range(ROUNDS):
            mirror = Mirror(brains, None, name="suite", number=number)
            mirror._deal()
            setattr(mirror._table, field, 1 - getattr(mirror._table, field))
            mirror._deal = lambda: None
            mirror.run()


def test_who_must_lead_may_not_pass_and_who_follows_may():
    mirror = Mirror(new_brains(), None, name="suite", number=0)
    mirror._deal()
    moves = mirror._scratch.moves
    count = legal_moves(mirror._table, moves)
    assert count and all(moves[:count, 1])
    mirror._table.rank, mirror._table.count = 13, 1
    count = legal_moves(mirror._table, moves)
    assert not moves[count - 1].any()
