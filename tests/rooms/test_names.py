"""Names of rooms and bots."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from game.names import shown_name
from game.words import ALL_BOT_NAMES, BOT_LEVELS, BOT_NAMES, CARDS, CLASSIC_CARDS, KIND_TITLES, TITLES
from rooms.errors import BadRoomName
from rooms.names import new_bot_name, parse_room_name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("주말 가족방", "주말 가족방"),
        ("  우리   집 ", "우리 집"),
        ("\u1107\u1161\u11bc", "방"),  # typed in pieces, as some systems do
        ("Café 7", "Café 7"),
        ("게임 👨‍👩‍👧", "게임 👨‍👩‍👧"),
        ("가" * 30, "가" * 30),
        ("<img src=x>", "<img src=x>"),
    ],
)
def test_a_room_name_is_composed_and_trimmed(typed, stored):
    assert parse_room_name(typed) == stored


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b", "\u3164", "가\u202e나", "a\x00b", "\u200d\ufe0f", "가" * 31, "x" * 5000]
)
def test_an_empty_long_or_invisible_room_name_is_refused(typed):
    with pytest.raises(BadRoomName):
        parse_room_name(typed)


def shown(language):
    with translation.override(language):
        return [shown_name(name, "easy") for names in BOT_NAMES.values() for name in names]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_bots_have_friendly_names_that_mean_nothing_else(language):
    names = shown(language)
    assert len(set(names)) == len(names) == len(ALL_BOT_NAMES)
    with translation.override(language):
        words = {
            gettext(word)
            for group in (
                CARDS[1:],
                CLASSIC_CARDS[1:],
                TITLES.values(),
                KIND_TITLES.values(),
                BOT_LEVELS.values(),
            )
            for word in group
        }
    assert not words & set(names)
    assert all(2 <= len(name) <= 8 for name in names), "as long as a person's"
    assert all(name.isascii() is (language == "en") for name in names)


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_a_bot_never_takes_a_name_of_the_room_in_any_language(level):
    own = BOT_NAMES[level]
    for language in ("ko", "en"):
        with translation.override(language):
            taken = {shown_name(name, level) for name in own[1:]}
        assert {new_bot_name(level, taken) for _ in range(20)} == {own[0]}


def test_bots_of_a_level_have_names_of_their_own_as_far_as_people_leave_them_any():
    taken = list(BOT_NAMES["hard"])
    assert {new_bot_name("hard", taken[:1]) for _ in range(100)} == set(taken[1:])
    assert new_bot_name("hard", taken) in ALL_BOT_NAMES - set(taken)
    assert new_bot_name("hard", ALL_BOT_NAMES) in ALL_BOT_NAMES


def test_a_bot_of_an_older_room_keeps_the_name_it_has():
    with translation.override("en"):
        assert shown_name("두부", "easy") == "두부"
