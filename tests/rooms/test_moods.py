"""Bots show an emote now and then: about what everybody saw, seldom, and where people want it."""

import pytest

from game.bots import easy
from game.bots.selfplay import match_seed, play
from game.engine.observation import observe_public
from game.engine.options import Options
from game.engine.record import Opening
from rooms import services
from rooms.chat import recent
from rooms.chat_rendering import lines_html
from rooms.models import Line, Room
from rooms.moods import Mood, mood_after

CLAP = Mood(2, "clap", "1-out-1")


def moods(bots):
    """All of a few matches of six, with what everybody saw then."""
    for number in range(4):
        opening = Opening(6, Options(rounds=3), match_seed("moods", number), at=0)
        for _, step in play(opening, easy.choose):
            public = observe_public(step.match)
            if (mood := mood_after(public, bots)) is not None:
                yield public, mood


def test_they_show_what_they_think_of_others_and_only_of_what_happened():
    seen = list(moods((1, 3, 5)))
    assert {mood.emote for _, mood in seen} == {"wow", "clap", "fire"}
    for public, mood in seen:
        assert mood.seat in (1, 3, 5)
        if mood.emote == "clap":
            assert public.out[public.history[-1].turns[-1].seat] is not None
        about = public.revolution_by if mood.emote == "wow" else public.history[-1].turns[-1].seat
        assert mood.seat != about
        assert mood == mood_after(public, (5, 3, 1)), "another process shows the same"
    assert not list(moods(()))


@pytest.fixture
def match(room, gale):
    return services.start_match(user=gale, code=room.code)


def shown(room):
    return list(Line.objects.filter(room=room, kind="emote").values_list("seat", "text"))


def test_once_an_occasion_and_seldom(room, match):
    for mood in (CLAP, CLAP, CLAP._replace(occasion="1-out-2")):
        services.show_mood(match_id=match.pk, mood=mood, name="Chestnut")
    assert shown(room) == [(2, "clap")]
    Line.objects.update(at="2026-01-01T00:00Z")
    for occasion in ("1-out-1", "1-out-3"):
        services.show_mood(match_id=match.pk, mood=CLAP._replace(occasion=occasion), name="Chestnut")
    assert shown(room) == [(2, "clap")] * 2


@pytest.mark.parametrize("switch", ["orders", "spectators_allowed"])
def test_not_where_nobody_wants_it(room, match, switch):
    Room.objects.filter(pk=room.pk).update(**{switch: False})
    services.show_mood(match_id=match.pk, mood=CLAP, name="Chestnut")
    assert shown(room) == []


def test_everybody_reads_the_bots_name_and_hears_nothing_of_it(room, match, gale):
    services.show_mood(match_id=match.pk, mood=CLAP, name="Chestnut")
    lines = recent(room.code, gale.pk)[-1:]
    html = lines_html(lines, "ko", mine=False)
    assert "밤톨" in html and "Chestnut" not in html and 'class="said emote bot"' in html
    assert "Chestnut" in lines_html(lines, "en", mine=False)
