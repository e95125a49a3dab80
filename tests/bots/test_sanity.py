"""Tables of easy bots show the known figures. `manage.py simulate --sanity --seed full` runs twenty times as many."""

import pytest

from game.bots import sanity
from game.bots.figures import Figures, Mean

ROUNDS = 1000


@pytest.mark.rule("11-figures")
@pytest.mark.parametrize("players", sanity.KNOWN)
def test_easy_tables_show_the_known_figures(players):
    figures = Figures()
    for number in range(ROUNDS // sanity.ROUNDS_A_MATCH):
        sanity.play_match(figures, players=players, name="suite", number=number)
    assert figures.rounds == ROUNDS
    for verdict in sanity.judge(players, figures):
        assert verdict.deviation <= 4, verdict


def test_a_mean_has_its_standard_error():
    mean = Mean()
    for value in (1, 2, 3, 4):
        mean.add(value)
    assert mean.mean == 2.5
    assert mean.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert (Mean().mean, Mean().error) == (0, 0)
