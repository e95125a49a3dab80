"""Every text has both languages, no text names the trademark, and every refusal has its sentence."""

import re
from pathlib import Path

import msgspec
import pytest
from django.conf import settings

from game.engine import errors
from game.engine.events import events_for
from game.refusals import SENTENCES, refusal_text
from game.rendering import SeatInfo, private_fragments, public_fragments, stage
from game.rendering.language import language_for
from game.words import CARDS, TITLES, titles
from tests.rendering.markup import read, text_of
from tests.rendering.scenes import table_for

HANGUL = re.compile("[가-힣]")


def subclasses(kind):
    return {kind, *(deeper for sub in kind.__subclasses__() for deeper in subclasses(sub))}


def test_every_refusal_code_has_a_sentence():
    codes = {kind.code for kind in subclasses(errors.Refusal) if kind is not errors.Refusal}
    assert len(codes) == 19
    assert codes <= set(SENTENCES)


PARAMS = {"count": 2, "below": 5}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_refusal_is_told_in_the_viewers_language(code):
    korean, english = refusal_text(code, PARAMS, "ko"), refusal_text(code, PARAMS, "en")
    assert HANGUL.search(korean) and not HANGUL.search(english)
    assert "{" not in korean + english


def test_a_refusal_says_the_number_that_is_needed():
    assert refusal_text("count_mismatch", {"count": 3}, "en") == "Play exactly 3 cards, like the set before"
    assert refusal_text("count_mismatch", {"count": 1}, "en") == "Play exactly 1 card, like the set before"
    assert refusal_text("rank_too_high", {"below": 5}, "ko") == "5보다 낮은 숫자만 낼 수 있어요"
    assert refusal_text("wrong_tax_count", {"count": 2}, "ko") == "2장을 골라야 해요"


def test_an_unknown_code_is_an_apology_and_not_an_error():
    assert refusal_text("no_such_code", {}, "en") == "Something went wrong. Please try again."


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_screen_mixes_languages(scenes, language):
    """With Latin names every Hangul letter would be ours, and with Hangul names every English word."""
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
    for scene in scenes.values():
        table = table_for(scene.match, names=names, room_name="Den")
        html = stage(scene.public, scene.own, table, language)
        html += "".join(
            public_fragments(scene.public, table, events_for(scene.events, None), language).values()
        )
        html += "".join(private_fragments(scene.own, scene.public, table, language).values())
        html = re.sub(r"<code>.*?</code>", "", html)  # a hash is no language
        said = [text_of(read(html))]
        said += [
            e.attributes[a]
            for e in read(html).walk()
            for a in ("aria-label", "data-say")
            if e.attributes.get(a)
        ]
        words = " ".join(said)
        assert "dalmuti" not in words.lower() and "달무티" not in words
        if language == "en":
            assert not HANGUL.search(words)
        else:
            kbd = {"Enter", "J", "P", "R"}
            assert set(re.findall("[A-Za-z]+", words)) <= {*names, "Den", *kbd}


def test_titles_by_size_of_the_table():
    assert titles(4) == ("king", "noble", "tenant", "serf")
    assert titles(8) == ("king", "noble", "common", "common", "common", "common", "tenant", "serf")
    korean = language_for("ko")
    assert [korean(TITLES[key]) for key in titles(5)] == ["왕", "귀족", "평민", "소작농", "농노"]
    assert [korean(name) for name in CARDS[1:]] == (
        [
            "왕",
            "왕비",
            "재상",
            "장군",
            "학자",
            "상인",
            "약사",
            "목수",
            "도공",
            "어부",
            "나무꾼",
            "농부",
            "광대",
        ]
    )


def test_an_unknown_language_falls_back_to_the_default():
    assert language_for("fr") is language_for(settings.LANGUAGE_CODE)


def test_every_word_the_scripts_ask_for_is_on_the_page():
    """A missing key would show its name to a player."""
    offered = set(re.findall(r'data-word="(\w+)"', (settings.BASE_DIR / "templates/_words.html").read_text()))
    asked = set()
    for script in Path(settings.BASE_DIR, "static/js/table").glob("*.js"):
        text = script.read_text()
        asked |= set(re.findall(r"word\('(\w+)'", text))
        asked |= {name for pair in re.findall(r"word\([^()?]*\? '(\w+)' : '(\w+)'", text) for name in pair}
    asked |= {
        "say10",
        "say5",
        "gone",
        "removed",
        "closed",
        "some1",
        "some2",
        "someJester1",
        "someJester2",
    }  # asked for by a computed key
    assert asked <= offered
    assert offered <= asked


def test_every_sentence_calls_a_bot_by_its_name_in_the_viewers_language(scenes):
    """Seats, log, pile, status, speech and results; people keep their names, also where a bot has such a one."""
    for scene in scenes.values():
        players = scene.match.setup.players
        names = ("Tofu", "Barley", "Cookie", "Acorn", "Yam", "Snail", "Melon", "Oats")
        seats = tuple(
            SeatInfo(name, None if seat == 0 else "easy") for seat, name in enumerate(names[:players])
        )
        table = msgspec.structs.replace(table_for(scene.match), seats=seats)
        html = {language: stage(scene.public, scene.own, table, language) for language in ("ko", "en")}
        korean = ["두부", "보리", "약과", "도토리", "고구마", "다슬기", "참외", "미숫"][:players]
        assert "Tofu" in html["ko"] and korean[0] not in html["ko"], "a person"
        for bot, said in zip(names[1:players], korean[1:], strict=True):
            assert said in html["ko"] and bot not in html["ko"]
            assert bot in html["en"] and said not in html["en"]
