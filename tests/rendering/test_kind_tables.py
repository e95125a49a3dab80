"""At a kind table nobody is called last, a serf or a tenant: in no text of any screen, seen or heard."""

import re

import pytest
from django.template import engines
from django.utils import translation

from game.engine.events import events_for
from game.refusals import SENTENCES, refusal_text
from game.rendering import late_words, private_fragments, public_fragments, stage
from game.words import KIND_TITLES, TITLES, card_names
from tests.rendering.markup import read, text_of
from tests.rendering.scenes import table_for

# "The last set" of a trick is nobody's place.
UNKIND = {
    "ko": re.compile("농노|소작농|꼴찌|꼴등|마지막"),
    "en": re.compile(r"serf|tenant|peasant|\blast\b(?! set)", re.I),
}
SEEN = ("aria-label", "data-say", "title", "alt", "data-why-rank", "data-why-count")


def said_in(html):
    root = read(html)
    attributes = [e.attributes[name] for e in root.walk() for name in SEEN if e.attributes.get(name)]
    return " ".join([text_of(root), *attributes])


def all_said(scene, language, *, kids):
    """Everything one scene says to its viewer, on a whole stage and in a frame of its last step."""
    table = table_for(scene.match, kids=kids)
    html = stage(scene.public, scene.own, table, language)
    html += "".join(public_fragments(scene.public, table, events_for(scene.events, None), language).values())
    own = events_for(scene.events, scene.viewer)
    html += "".join(private_fragments(scene.own, scene.public, table, language, own).values())
    return said_in(html) + late_words(scene.events, table, language)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_screen_of_a_kind_table_calls_anybody_last_or_a_serf(scenes, language):
    for name, scene in scenes.items():
        for seat in (scene.viewer, *range(scene.match.setup.players)):
            words = all_said(scene.seen_by(seat), language, kids=True)
            assert not UNKIND[language].search(words), (name, UNKIND[language].search(words), seat)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_same_search_finds_the_words_of_an_ordinary_table(scenes, language):
    found = [
        name
        for name, scene in scenes.items()
        if UNKIND[language].search(all_said(scene, language, kids=False))
    ]
    assert {"follow", "round", "tax", "revolution"} <= set(found)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_refusal_at_a_kind_table_is_unkind(language):
    for code in SENTENCES:
        assert not UNKIND[language].search(refusal_text(code, {"count": 2, "below": 5}, language, kids=True))


def test_a_refused_card_is_answered_kindly_and_with_the_reason():
    text = refusal_text("rank_too_high", {"below": 5}, "ko", kids=True)
    assert text == "이 카드는 지금 못 내요. 다른 카드를 골라 볼까요? 5보다 낮은 숫자만 낼 수 있어요"
    assert refusal_text("not_your_turn", {}, "ko", kids=True) == refusal_text("not_your_turn", {}, "ko")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_rules_on_a_kind_table_show_the_kind_words_only(language):
    with translation.override(language):
        html = engines["pages"].get_template("_dialogs.html").render({})
    rules = html[html.index('<dialog id="rules"') : html.index("</dialog>")]
    shown = re.sub(r'<(span|b) class="plain">.*?</\1>', "", rules)
    assert shown != rules
    # The app's own name and how a trick ends stay.
    words = (
        text_of(read(shown + "</dialog>"))
        .replace("the last player to play leads", "")
        .replace("마지막에 낸 사람", "")
    )
    assert not UNKIND[language].search(words)


def test_only_the_two_lowest_titles_have_other_names():
    assert {key for key in TITLES if TITLES[key] != KIND_TITLES[key]} == {"tenant", "serf"}
    assert [rank for rank in range(1, 14) if card_names(rank, kids=True) != card_names(rank, kids=False)] == [
        12
    ]


def test_the_last_one_reads_that_the_next_round_is_theirs(scenes):
    assert "다음엔 역전!" in all_said(scenes["round"], "ko", kids=True)


def test_a_kind_table_says_so_to_stylesheets_and_scripts(scenes):
    scene = scenes["follow"]
    assert " data-kids " in stage(scene.public, scene.own, table_for(scene.match, kids=True), "ko")
    assert "data-kids" not in stage(scene.public, scene.own, table_for(scene.match), "ko")
