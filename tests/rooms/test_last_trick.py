"""GET /r/CODE/trick/: for whoever may see the match, the same for all of them, and for nobody else."""

import pytest
from django.urls import reverse

from game.engine.actions import Origin
from game.engine.rules import open_match as open_state
from game.models import Match
from game.store import opening_of
from rooms import services
from rooms.models import Room
from tests.game.stored import append
from tests.rendering.scenes import easy_until


@pytest.fixture
def url(room: Room) -> str:
    return reverse("rooms:trick", args=[room.code])


@pytest.fixture
def played(room, gale) -> Match:
    """A match in the room in which a trick is over."""
    match = services.start_match(user=gale, code=room.code)
    opening = opening_of(match)
    state = open_state(
        players=opening.players, options=opening.options, seed=opening.seed, at=opening.at
    ).match
    for seat, wish in easy_until(state, lambda state: len(state.table.history) > 1):
        state = append(match, state, seat, wish, Origin.BOT)
    match.save()
    return match


def test_everybody_at_the_table_sees_the_same(url, played, browser_of, gale, pia, wim):
    answers = [browser_of(who).get(url) for who in (gale, pia, wim)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    html = answers[0].text
    assert "님이 가져갔어요" in html and "{name}" not in html
    assert "<html" not in html


def test_it_speaks_the_language_of_whoever_asks(url, played, browser_of, pia):
    pia.language = "en"
    pia.save()
    assert "took it" in browser_of(pia).get(url).text


def test_refuses_a_stranger_a_visitor_and_who_may_not_watch(url, played, browser_of, client, xan, wim, room):
    assert browser_of(xan).get(url).status_code == 404
    assert client.get(url).status_code == 302
    Room.objects.filter(pk=room.pk).update(spectators_allowed=False)
    assert browser_of(wim).get(url).status_code == 404


def test_without_a_match_there_is_nothing_to_see(url, browser_of, gale):
    assert browser_of(gale).get(url).status_code == 404


def test_it_changes_nothing(url, played, browser_of, gale):
    assert browser_of(gale).post(url).status_code == 405


def test_an_earlier_one_can_be_asked_for_by_number_also_by_watchers(url, played, browser_of, gale, wim):
    last = browser_of(gale).get(url).content
    for who in (gale, wim):
        first = browser_of(who).get(f"{url}?n=1")
        assert first.status_code == 200 and 'data-trick="2"' in first.text
        for odd in ("x", "-1", "0", "99", "9" * 40):
            assert browser_of(who).get(f"{url}?n={odd}").content == last
