"""What somebody wrote becomes a line of chat: composed, trimmed, without characters that hide or turn other text."""

import re
import unicodedata

from rooms.errors import EmptyLine, LineTooLong

LINE_LENGTH = 300
READ_AT_MOST = 2000
MARKS_IN_A_ROW = 4

ZWNJ, ZWJ = "\u200c", "\u200d"
_SPACES = re.compile(r"\s+")
# Letters by category that draw nothing.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# The flag of a region: a black flag, the region in tags that draw nothing, and the tag that ends it.
_REGION = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_JOINED_SCRIPTS = range(
    0x0600, 0x1100
)  # Arabic to Georgian: where a joiner between letters changes how they look


def parse_line(text: str) -> str:
    """The line as stored and shown: NFC, one line, 1–300 characters, something to see in it.

    Controls, bidirectional marks, zero-width characters and private letters are dropped; joiners stay where they
    join (emoji, Persian, Indic scripts). Marks beyond four on one letter are dropped.

    Raises: EmptyLine, LineTooLong.
    """
    composed = unicodedata.normalize("NFC", text[:READ_AT_MOST])
    line = _SPACES.sub(" ", _seen(composed)).strip()
    if not any(unicodedata.category(character)[0] in "LNPS" for character in line):
        raise EmptyLine()
    if len(line) > LINE_LENGTH or len(text) > READ_AT_MOST:
        raise LineTooLong(limit=LINE_LENGTH)
    return line


def _seen(text: str) -> str:
    kept: list[str] = []
    marks = 0
    in_flags = {index for flag in _REGION.finditer(text) for index in range(*flag.span())}
    for index, character in enumerate(text):
        category = unicodedata.category(character)
        if character.isspace():
            kept.append(" ")
        elif character in (ZWNJ, ZWJ):
            if _joins(text, index):
                kept.append(character)
        elif index in in_flags:
            kept.append(character)
        elif category in {"Mn", "Me"} and character not in _BLANK:
            marks += 1
            if marks <= MARKS_IN_A_ROW and kept and kept[-1] != " ":
                kept.append(character)
            continue
        elif category not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} and character not in _BLANK:
            kept.append(character)
        marks = 0
    return "".join(kept)


def _joins(text: str, index: int) -> bool:
    """Whether a joiner stands between two things that can be joined."""
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    return bool(before and after) and all(_is_joinable(neighbour) for neighbour in (before, after))


def _is_joinable(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "MS" or (category[0] == "L" and ord(character) in _JOINED_SCRIPTS)
