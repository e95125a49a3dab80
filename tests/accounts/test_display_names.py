"""Which display names there are, and which two are one."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import name_key, name_length, normalize_name, validate_display_name, validate_username


@pytest.mark.parametrize(
    "name",
    [
        "지우",
        "김이박최정강조윤",
        "Gale",
        "밤 톨",
        "ㅋㅋ",
        "9살 민준",
        "ゆき子",
        "Zoë",
        "नेहा",
        "a1",
        "두  부",
        "Ann지우",
        "Саша",
        "Саша Ann",
        "Ζωή",
        "ゆきA",
    ],
)
def test_letters_digits_and_inner_spaces_make_a_name(name):
    validate_display_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("지", "short"),
        ("", "short"),
        ("가나다라마바사아자", "long"),
        ("ﷺﷺ", "long"),
        ("지\u200b우", "letters"),
        ("지\u200d우", "letters"),
        ("\u202e지우", "letters"),
        ("\u2066지우\u2069", "letters"),
        ("지\x00우", "letters"),
        ("지\n우", "letters"),
        ("지\u00a0우", "letters"),
        ("지\u3000우", "letters"),
        ("\ue000\ue001", "letters"),
        ("\u3164\u3164", "letters"),
        ("\u1160지우", "letters"),
        ("\uffa0지우", "letters"),
        ("\u2800\u2800", "letters"),
        ("\u0301\u0302", "letters"),
        ("a\u0301\u0302\u0303\u0304", "letters"),
        ("a\ufe0fb", "letters"),
        ("a\u20ddb", "letters"),
        ("지우 \u0301", "letters"),
        ("🙂🙂", "letters"),
        ("<b>", "letters"),
        ("a_b", "letters"),
        ("\ud800ab", "letters"),
        ("G\u0430le", "alphabets"),
        ("\u0391nna", "alphabets"),
        ("Ga\uff4c\u0435", "alphabets"),
        ("지우 \u0410nn", "alphabets"),
        ("Са\u03bfша", "alphabets"),
        ("\u05d0\u200fb", "letters"),
    ],
)
def test_what_cannot_be_seen_or_read_is_refused(name, code):
    with pytest.raises(ValidationError) as refused:
        validate_display_name(name)
    assert refused.value.code == code


def test_a_name_is_counted_in_characters_a_person_sees():
    typed_in_pieces = unicodedata.normalize("NFD", "김이박최정강조윤")
    assert len(typed_in_pieces) > 16
    validate_display_name(typed_in_pieces)
    assert name_length("नेहा") == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("지우", unicodedata.normalize("NFD", "지우")),
        ("Gale", "gALE"),
        ("Gale", "Ｇａｌｅ"),
        ("밤 톨", "밤톨"),
        ("STRASSE", "straße"),
        ("Zoë", "zoe\u0308"),
    ],
)
def test_names_that_look_alike_are_the_same_name(one, other):
    assert name_key(normalize_name(one)) == name_key(normalize_name(other))


@given(st.text(max_size=12))
def test_a_name_that_passes_stays_as_it_is_and_shows_nothing_odd(text):
    name = normalize_name(text)
    try:
        validate_display_name(text)
    except ValidationError:
        return
    assert normalize_name(name) == name
    assert 2 <= name_length(name) <= 8
    assert not {unicodedata.category(char) for char in name} & {
        "Cc",
        "Cf",
        "Co",
        "Cs",
        "Cn",
        "Zl",
        "Zp",
        "Me",
    }
    assert len(name) <= User._meta.get_field("display_name").max_length
    assert 0 < len(name_key(name)) <= User._meta.get_field("display_key").max_length
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(
    "username", ["abc", "a" * 21, "Jiwoo", "지우지우", "ji woo", "jiwoo\n", "ji-woo", "ｊiwoo", "jiwoo١"]
)
def test_a_username_is_4_to_20_small_letters_and_digits(username):
    with pytest.raises(ValidationError):
        validate_username(username)


def test_the_model_stores_the_composed_name_and_refuses_its_double(gale):
    person = User.objects.create_user("jiwoo1", unicodedata.normalize("NFD", "지우"), "x")
    assert (person.display_name, person.display_key, str(person)) == ("지우", "지우", "지우")
    with pytest.raises(IntegrityError):
        User.objects.create_user("jiwoo2", "지우", "x")


def test_saving_only_the_name_saves_its_key(gale):
    gale.display_name = "GALE ä"
    gale.save(update_fields=["display_name"])
    gale.refresh_from_db()
    assert gale.display_key == "galeä"


def test_the_model_says_which_field_is_taken(gale):
    with pytest.raises(ValidationError) as refused:
        User(username="another1", display_name="gALE", password="x").full_clean()
    assert refused.value.message_dict["display_name"] == ["이미 쓰는 별명이에요. 다른 별명을 골라 주세요."]
