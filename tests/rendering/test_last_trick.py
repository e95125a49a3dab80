"""The trick before, as everybody saw it: all sets and passes with names, and who took it."""

import pytest

from game.rendering import past_trick
from tests.rendering.markup import read, text_of
from tests.rendering.scenes import first, phase_is, table_for


def finished_before(scene):
    return [trick for trick in scene.public.history if trick.winner is not None]


def test_it_is_the_last_one_that_was_finished_not_the_running_one(scenes):
    scene = first(
        lambda match: (
            phase_is("playing", 1)(match) and match.table.top is not None and len(match.table.history) > 2
        )
    )
    table = table_for(scene.match)
    trick = finished_before(scene)[-1]
    assert scene.public.history[-1].winner is None
    (items,) = [
        element for element in read(past_trick(scene.public, table, "ko")).walk() if element.tag == "ol"
    ]
    *turns, end = items.children
    assert len(turns) == len(trick.turns)
    for item, turn in zip(turns, trick.turns, strict=True):
        said = text_of(item)
        assert table.name(turn.seat) in said and item.attributes["data-slot"] == str(turn.seat)
        assert ("패스" in said) == (turn.set is None)
        if turn.set is not None:
            assert f"{turn.set.rank} × {turn.set.count}" in said or "광대" in said
    assert all(part in text_of(end) for part in (table.name(trick.winner), "님이 가져갔어요"))


def test_before_the_first_is_over_it_says_so(scenes):
    assert "아직 끝난 트릭이 없어요" in past_trick(
        scenes["draw"].public, table_for(scenes["draw"].match), "ko"
    )


@pytest.mark.parametrize("language", ["ko", "en"])
def test_every_screen_has_one_or_says_that_there_is_none(scenes, language):
    for scene in scenes.values():
        html = past_trick(scene.public, table_for(scene.match), language)
        assert ("<ol" in html) == bool(finished_before(scene))


def test_every_trick_of_the_round_can_be_shown_and_leads_to_its_neighbours():
    scene = first(lambda match: phase_is("playing", 1)(match) and len(match.table.history) > 3)
    table = table_for(scene.match)
    finished = finished_before(scene)
    for number, trick in enumerate(finished, start=1):
        html = past_trick(scene.public, table, "ko", number)
        assert f"{number} / {len(finished)}" in html
        assert html.count("<li") == len(trick.turns) + 1
        buttons = [e for e in read(html).walk() if e.tag == "button"]
        assert [b.attributes["data-trick"] for b in buttons] == [str(number - 1), str(number + 1)]
        assert ["disabled" in b.attributes for b in buttons] == [number == 1, number == len(finished)]
    last = past_trick(scene.public, table, "ko")
    assert {past_trick(scene.public, table, "ko", odd) for odd in (0, -1, len(finished) + 1)} == {last}
