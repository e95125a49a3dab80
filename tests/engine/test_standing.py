"""The first standing: by drawn cards or by lot."""

import pytest

from game.engine import standing
from game.engine.cards import DECK, RANK_OF, parse_card_id
from game.engine.observation import observe_public
from game.engine.options import Options
from game.engine.standing import drawn_order, drawn_ranks, random_order

from .positions import SEED, fresh, time_out


def bit(name):
    return parse_card_id(name).bit_length() - 1


@pytest.fixture
def stack(monkeypatch):
    """Puts cards on top of the deck that is drawn from, in this order."""

    def put(*names):
        monkeypatch.setattr(
            standing, "_endless_cards", lambda deck, seed: iter([bit(name) for name in names])
        )

    return put


@pytest.mark.rule("4-draw")
def test_the_lower_card_stands_better_and_a_jester_is_13(stack):
    stack("13-01", "12-03", "01-01", "05-02")
    order, drawings = drawn_order(DECK, 4, seed=SEED)
    assert order == (2, 3, 1, 0)
    assert [[seat for seat, _ in drawing] for drawing in drawings] == [[0, 1, 2, 3]]
    assert drawn_ranks(drawings, 4) == ((13,), (12,), (1,), (5,))


@pytest.mark.rule("4-draw-ties")
def test_tied_seats_draw_again_among_themselves_down_to_the_end(stack):
    # 0 and 2 tie at 7; 1 and 3 at 9. The better tie draws first, ties once more, and is settled before the other.
    stack("07-01", "09-01", "07-02", "09-02", "04-01", "04-02", "11-01", "02-01", "13-01", "01-01")
    order, drawings = drawn_order(DECK, 4, seed=SEED)
    assert order == (2, 0, 3, 1)
    assert [[seat for seat, _ in drawing] for drawing in drawings] == [[0, 1, 2, 3], [0, 2], [0, 2], [1, 3]]
    assert drawn_ranks(drawings, 4) == ((7, 4, 11), (9, 13), (7, 4, 2), (9, 1))


@pytest.mark.rule("4-draw-ties")
def test_a_redraw_moves_nobody_outside_the_tie(stack):
    stack("03-01", "05-01", "05-02", "08-01", "13-01", "12-01")
    order, _ = drawn_order(DECK, 4, seed=SEED)
    assert order == (0, 2, 1, 3)


@pytest.mark.rule("4-draw-ties")
@pytest.mark.parametrize("players", range(4, 9))
def test_drawing_always_settles_the_order_and_no_card_is_drawn_twice(players):
    tied = 0
    for number in range(50):
        seed = number.to_bytes(32, "big")
        order, drawings = drawn_order(DECK, players, seed=seed)
        drawn = [card for drawing in drawings for _, card in drawing]
        assert sorted(order) == list(range(players))
        assert len(set(drawn)) == len(drawn)
        ranks = drawn_ranks(drawings, players)
        assert sorted(range(players), key=lambda seat: ranks[seat]) == list(order)
        tied += len(drawings) > 1
        assert (order, drawings) == drawn_order(DECK, players, seed=seed)
    assert tied


@pytest.mark.rule("4-draw-anew")
def test_a_deck_that_has_run_out_is_shuffled_anew():
    three = parse_card_id("05-01") | parse_card_id("07-01") | parse_card_id("09-01")
    order, drawings = drawn_order(three, 4, seed=SEED)
    first = [card for _, card in drawings[0]]
    assert len(set(first[:3])) == 3
    assert first[3] in first[:3]
    assert sorted(order) == [0, 1, 2, 3]
    assert len(drawings) > 1


@pytest.mark.rule("4-draw")
def test_draws_are_public_in_round_1_and_gone_in_round_2():
    match = fresh()
    shown = observe_public(match).draws
    assert shown is not None
    assert [RANK_OF[card] for _, card in match.setup.drawings[0]] == [ranks[0] for ranks in shown]
    while match.round.number == 1:
        assert observe_public(match).draws == shown
        match = time_out(match)
    assert observe_public(match).draws is None


@pytest.mark.rule("4-random")
def test_a_random_order_is_shuffled_and_nothing_is_drawn():
    match = fresh(5, Options(first_ranking="random"))
    assert match.round.order == random_order(5, seed=SEED)
    assert sorted(match.round.order) == [0, 1, 2, 3, 4]
    assert observe_public(match).draws is None
    assert len({random_order(5, seed=number.to_bytes(32, "big")) for number in range(40)}) > 20
