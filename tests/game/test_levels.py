"""Bots of every level in a match of the server."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.bots import LEVELS, network
from game.bots.blindness import shuffled_unseen
from game.engine.observation import observe_seat
from game.models import Match
from game.services import NewPlayer
from game.tables import tables
from game.thinking import candidates, prepare, secret_chance
from game.words import BOT_CHARACTERS, BOT_NAMES
from tests.engine.positions import playing
from tests.game.helpers import another_process, finish, open_match
from tests.ops.test_metrics import value

REASONS = ("late", "failing", "illegal")


def table() -> list[NewPlayer]:
    """A bot of every level."""
    return [NewPlayer(None, BOT_NAMES[level][number], level) for number, level in enumerate(LEVELS)]


def replacements() -> float:
    """How many bots' choices have been replaced."""
    return sum(value("kings_bot_replacements_total", reason=reason) for reason in REASONS)


@pytest.fixture
def _without_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    network.expert.cache_clear()
    monkeypatch.setitem(sys.modules, "numpy", None)
    yield
    network.expert.cache_clear()


async def _play_to_the_end() -> None:
    match = await open_match(table(), rounds=1)
    before = replacements()
    await finish(match.pk)
    assert (await Match.objects.aget(pk=match.pk)).status == Match.Status.FINISHED
    assert replacements() == before


async def test_bots_of_all_levels_play_a_match_to_its_end(server: None) -> None:
    await _play_to_the_end()
    assert isinstance(network.expert(), network.Arrays)


async def test_without_numpy_they_do_too(server: None, _without_numpy: None) -> None:
    await _play_to_the_end()
    assert isinstance(network.expert(), network.Integers)


async def test_processes_that_think_about_the_same_decision_choose_the_same(
    server: None,
) -> None:
    await prepare()
    match = await open_match(table(), rounds=1)
    here = await tables().get(match.pk)
    while here.version < 40:
        there = await another_process(match)
        for seat in here.public.owing:
            thoughts = [await anext(candidates(p.players[seat], p.state, seat)) for p in (here, there)]
            assert thoughts[0] == thoughts[1]
        await here.act()


def test_a_decisions_generator_is_its_own_and_nobody_can_tell_what_it_draws(settings: Any) -> None:
    match = playing("1 2 9 9", "12x3 4", "5 6", "5 J", top="1x10", by=3)
    drawn = secret_chance(observe_seat(match, 0)).random()
    assert drawn == secret_chance(observe_seat(match, 0)).random()
    assert drawn == secret_chance(observe_seat(shuffled_unseen(match, 0, Random(1)), 0)).random()
    assert drawn != secret_chance(observe_seat(match, 1)).random()
    settings.SECRET_KEY = "another site's"
    assert drawn != secret_chance(observe_seat(match, 0)).random()


def test_every_bot_has_a_character() -> None:
    for names in BOT_NAMES.values():
        assert len({BOT_CHARACTERS[name] for name in names}) == 3
