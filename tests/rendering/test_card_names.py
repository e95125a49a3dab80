"""Both sets of card names are in what one viewer gets, and a stylesheet shows one; what all get has numbers only."""

import re

import pytest
from django.conf import settings

from game.engine.events import events_for
from game.rendering import private_fragments, public_fragments
from game.rendering.language import language_for
from game.words import CARDS, CLASSIC_CARDS, card_names
from tests.rendering.markup import read, text_of
from tests.rendering.scenes import table_for

CLASSIC_KOREAN = ["왕", "대주교", "시종장", "남작부인", "수녀원장", "기사", "재봉사"]
CLASSIC_KOREAN += ["석공", "요리사", "양치기", "광부", "일꾼", "광대"]


def test_the_classic_names_are_those_of_the_rules_without_the_trademark():
    korean = language_for("ko")
    assert [korean(name) for name in CLASSIC_CARDS[1:]] == CLASSIC_KOREAN
    assert len(CLASSIC_CARDS) == len(CARDS) == 14


def test_a_group_has_its_name_in_both_sets_after_its_number(scenes):
    scene = scenes["follow"]
    hand = private_fragments(scene.own, scene.public, table_for(scene.match), "ko")["hand"]
    korean = language_for("ko")
    for group in read(hand).find(class_="grp"):
        rank = int(group.attributes["data-rank"])
        ours, classic = map(korean, card_names(rank, kids=False))
        words = next(e for e in group.find(class_="vh") if str(rank) in text_of(e))
        if ours == classic:
            assert f"{rank} {ours}" in text_of(words)
            continue
        assert [text_of(e) for e in words.find(class_="ours")] == [ours]
        assert [text_of(e) for e in words.find(class_="classic")] == [classic]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_public_fragments_name_no_card(scenes, language):
    """But king and jester: a title is called so, and a set of jesters has no number."""
    words = language_for(language)
    names = {words(name) for name in (*CARDS[2:13], *CLASSIC_CARDS[2:12])}
    for scene in scenes.values():
        table = table_for(scene.match, names=("A1", "B2", "C3", "D4", "E5", "F6", "G7", "H8"))
        events = events_for(scene.events, None)
        html = "".join(public_fragments(scene.public, table, events, language).values())
        said = text_of(read(html)) + " ".join(re.findall(r'data-say="([^"]*)"', html))
        assert not [name for name in names if re.search(rf"\b{name}\b", said)]


def test_s84_a_card_is_told_by_its_number_its_shape_and_words(scenes):
    """Without colour: each face has a numeral and an emblem of its own, and an edge that tells its tier."""
    sprite = (settings.BASE_DIR / "templates" / "_sprite.svg").read_text()
    faces = {
        int(rank): set(re.findall(r'href="#(\w[\w-]*)"', face))
        for rank, face in re.findall(r'<symbol id="c(\d+)"(.*?)</symbol>', sprite, re.S)
    }
    assert sorted(faces) == list(range(1, 14))
    for rank, parts in faces.items():
        assert f"e{rank}" in parts
        assert {f"d{digit}" for digit in str(rank)} <= parts
    tiers = [next(part for part in faces[rank] if part.startswith("f-")) for rank in (1, 4, 7, 10, 13)]
    assert len(set(tiers)) == 5
    hand = private_fragments(
        scenes["follow"].own, scenes["follow"].public, table_for(scenes["follow"].match), "ko"
    )
    for group in read(hand["hand"]).find(class_="grp"):
        assert f"#c{group.attributes['data-rank']}" in {e.attributes.get("href") for e in group.walk()}
        assert any(
            word in text_of(group) for word in ("낼 수 있음", "지금은 못 냄", "광대를 섞으면 낼 수 있음")
        )
