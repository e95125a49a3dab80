"""Room codes: hard to guess, easy to type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.codes import ALPHABET, CODE_LENGTH, new_code, new_token, parse_code
from rooms.hangul_keys import to_keys


def test_the_alphabet_has_no_look_alikes_and_no_vowels():
    assert not set(ALPHABET) & set("0O1ILAEIOUY")
    assert len(set(ALPHABET)) == len(ALPHABET) == 23
    for one, other in ("2Z", "5S", "8B", "DQ"):
        assert (one in ALPHABET) != (other in ALPHABET)


def test_new_codes_have_six_characters_of_the_alphabet():
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) for code in codes)


def test_a_token_has_at_least_128_bits_and_fits_an_address():
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    # 6 bits a character
    assert all(
        len(token) * 6 >= 128 and token.replace("-", "").replace("_", "").isalnum() for token in tokens
    )


@pytest.mark.parametrize(
    "typed",
    ["K7MW3D", "k7mw3d", " k7m w3d ", "K7M-W3D", "k7mw3o", "K7MW30", "K7MW3Q", "Ｋ７ＭＷ３Ｄ", "ㅏ7ㅡㅈ3ㅇ"],
)
def test_careless_typing_is_forgiven(typed):
    assert parse_code(typed) == "K7MW3D"


def test_look_alikes_that_are_not_in_the_alphabet_become_the_one_that_is():
    assert parse_code("ZSBOQ0uy") == "258DDDVV"


@pytest.mark.parametrize(
    ("hangul", "keys"),
    [("쾀", "ZHKA"), ("갋", "RKFQ"), ("메7", "AP7"), ("ㅎㅍㅌㅊ", "GVXC"), ("ㅘ", "HK"), ("abc", "abc")],
)
def test_hangul_is_read_as_the_keys_that_were_pressed(hangul, keys):
    assert to_keys(hangul) == keys


@given(st.text(max_size=200))
def test_whatever_is_typed_gives_something_harmless(text):
    code = parse_code(text)
    assert len(code) <= 20
    assert code == "" or (code.isascii() and code.isalnum())
    assert parse_code(code) == code


@given(st.text(alphabet=ALPHABET, min_size=6, max_size=6))
def test_a_code_typed_as_it_is_stays_as_it_is(code):
    assert parse_code(code) == code == parse_code(f"{code[:3].lower()}–{code[3:].lower()}")
