"""What somebody wrote becomes a line: composed and trimmed, with nothing in it that hides or turns text."""

import unicodedata

import pytest

from rooms.errors import EmptyLine, LineTooLong
from rooms.writing import parse_line


@pytest.mark.parametrize(
    "text",
    [
        "안녕하세요!",
        "ㅋㅋㅋ ㅠㅠ ㅇㅈ",
        "훈민정음 ᄒᆞᆫ글",
        "가족 👨‍👩‍👧‍👦 모두",
        "👍🏽 ❤️ 🏳️‍🌈 1️⃣",
        "잉글랜드 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f!",
        "می‌خواهم",
        "क्‍ष",
        "<img src=x onerror=alert(1)>",
        "2 > 1 & {name} %s https://example.com",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert parse_line(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  두  칸\t띄고\n줄 바꿈  ", "두 칸 띄고 줄 바꿈"),
        (unicodedata.normalize("NFD", "한글"), "한글"),
        ("왼\u202e쪽\u2066으\u2069로\u200f", "왼쪽으로"),
        ("숨\u200b은\u2060글\ufeff자\u00ad", "숨은글자"),
        ("a\u200d\u200d\u200d b", "a b"),
        ("\u200d시작", "시작"),
        ("\u3164빈\u115f칸\u2800", "빈칸"),
        ("소리\x07\x00", "소리"),
        ("z" + "\u0301" * 40, "ź" + "\u0301" * 4),
        ("flag \U000e0041\U000e0042", "flag"),
    ],
)
def test_what_hides_or_turns_text_is_dropped(text: str, line: str) -> None:
    assert parse_line(text) == line


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b\u200d\u202e", "\u3164\u3164", "\u0301"])
def test_a_line_with_nothing_to_see_is_refused(text: str) -> None:
    with pytest.raises(EmptyLine):
        parse_line(text)


def test_300_characters_are_taken_and_no_more() -> None:
    assert parse_line(" " + "가" * 300 + " ") == "가" * 300
    assert parse_line(unicodedata.normalize("NFD", "각" * 300)) == "각" * 300
    for text in ("가" * 301, "x" * 5000):
        with pytest.raises(LineTooLong):
            parse_line(text)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("a\u200db\u200cc 가\u200d나", "abc 가나"),
        ("\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbsct") + "\U000e007f", None),
        ("\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "meet me at nine"), "\U0001f3f4"),
        (
            "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbsctgbsct") + "\U000e007f",
            "\U0001f3f4",
        ),
        ("می\u200cخواهم", None),
        ("👩\u200d👩\u200d👧", None),
        ("क्\u200dष", None),
    ],
)
def test_what_draws_nothing_carries_nothing(typed: str, line: str | None) -> None:
    assert parse_line(typed) == (typed if line is None else line)
