"""The levels that stray from what is best: by little, by their own generator, and each character by its liking."""

from random import Random

import pytest

from game import bots
from game.bots import expert
from game.bots.characters import CHARACTERS, WORTH, leaning, prefers
from game.bots.network import WEIGHTS, load
from game.engine.actions import Pass
from game.engine.sets import PlayedSet

from . import decisions

PASS = None
PAIR, TRIPLE, MIXED = PlayedSet(9, 2, 0), PlayedSet(9, 3, 0), PlayedSet(9, 3, 1)


def lost(seen, action):
    """How many places the action is worth less than the best one."""
    values, best = decisions.best(seen, load(WEIGHTS))
    moves = expert.moves_of(seen)
    for value, move in zip(values, moves, strict=True):
        if move is None:
            same = action == Pass()
        else:
            same = action != Pass() and expert.cards_for(seen.hand, move) == action.cards
        if same:
            return (values[best] - value) * (seen.public.players - 1)
    raise AssertionError(f"{action} is no move")


@pytest.mark.parametrize("level", bots.TEMPERATURES)
def test_mistakes_are_as_small_as_the_level_is_strong_and_never_absurd(level):
    losses = []
    for seen in decisions.open_choices(40, f"ladder {level}"):
        if expert.last_set(seen) is None:
            for number, character in enumerate((None, *CHARACTERS)):
                losses.append(lost(seen, bots.choose(level, seen, Random(number), character)))
    temperature = bots.TEMPERATURES[level]
    assert max(losses) <= expert.WORST_TEMPERATURES * temperature + 1e-9
    assert max(losses) > temperature / 4, "it never errs at all"


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_same_generator_gives_the_same_choice(level):
    for number, seen in enumerate(decisions.open_choices(20, "same")):
        for character in (None, *CHARACTERS):
            first = bots.choose(level, seen, Random(number), character)
            assert first == bots.choose(level, seen, Random(number), character)


@pytest.mark.parametrize(
    ("character", "liked", "disliked"),
    [
        ("patient", [PASS], [PAIR, TRIPLE]),
        ("bold", [TRIPLE, MIXED], [PAIR]),
        ("saver", [PASS, PAIR, TRIPLE], [MIXED]),
    ],
)
def test_what_characters_like(character, liked, disliked):
    leads = character == "bold"
    assert all(prefers(character, move, leads=leads) for move in liked)
    assert not any(prefers(character, move, leads=leads) for move in disliked)
    assert not prefers("bold", TRIPLE, leads=False)


def test_a_liking_is_worth_so_much_and_no_more():
    values, moves = [0.5, 0.5 - (WORTH - 0.01) / 5, 0.5 - (WORTH + 0.01) / 5], [PAIR, PASS, PASS]
    liked = leaning(values, moves, "patient", 6)
    assert liked[1] > liked[0] > liked[2]


@pytest.mark.parametrize("character", CHARACTERS)
def test_even_who_never_errs_has_a_character(character):
    """Greedy: it gives away what its liking is worth at most, and does so now and then."""
    changed = 0
    for seen in decisions.open_choices(150, "liking"):
        action = expert.choose(seen, Random(1), character=character)
        if expert.last_set(seen) is None:
            assert lost(seen, action) <= WORTH + 1e-9
        changed += action != expert.choose(seen, Random(1))
    assert changed > 0
