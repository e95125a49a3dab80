"""Display names and usernames: how they are written, which are refused, and when two are the same."""

import re
import unicodedata
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

NAME_MIN = 2
NAME_MAX = 8
# Room in the column: eight letters, each with at most two marks of its own.
NAME_POINTS = 24
MARKS_IN_A_ROW = 2

# Letters and marks by category, yet nothing to see: fillers, joiners, variation selectors.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Conjoining jamo that composition left over: they melt into their neighbours instead of standing alone.
_LOOSE_JAMO = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
_SPACES = re.compile(" +")
# Alphabets with letters that look like each other's: of these a word has one. Hangul with any of them is no riddle.
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})

validate_username = RegexValidator(
    r"\A[a-z0-9]{4,20}\Z",
    _("Use 4–20 lowercase letters or numbers."),
    code="username",
)


def normalize_name(name: str) -> str:
    """The name as it is stored: composed (NFC), without outer spaces, runs of inner spaces made one."""
    return _SPACES.sub(" ", unicodedata.normalize("NFC", name).strip(" "))


def name_key(name: str) -> str:
    """The form in which two names are the same name: compatible letters, no case, no spaces."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    # Case folding can undo composition, so it is composed once more.
    return unicodedata.normalize("NFKC", folded).replace(" ", "")


def name_length(name: str) -> int:
    """How many characters a person sees: marks belong to the letter before them."""
    return sum(1 for char in name if not unicodedata.category(char).startswith("M"))


def name_variants(name: str) -> Iterator[str]:
    """Names like a valid `name` with a number at its end, 2–99, as short as a nickname has to be."""
    base = name.rstrip("0123456789") or name
    for number in range(2, 100):
        cut = base
        while name_length(cut) + len(str(number)) > NAME_MAX:
            cut = cut[:-1]
        variant = normalize_name(cut) + str(number)
        try:
            validate_display_name(variant)
        except ValidationError:
            continue
        yield variant


def validate_display_name(name: str) -> None:
    """Accepts what normalises to 2–8 seen characters: letters, digits, inner spaces.

    Raises: ValidationError with code `letters`, `alphabets`, `short` or `long`. Does not look whether it is taken.
    """
    name = normalize_name(name)
    if not _readable(name):
        raise ValidationError(_("Use only letters, numbers and single spaces."), code="letters")
    if any(len(_alphabets(word)) > 1 for word in name.split(" ")):
        raise ValidationError(_("Use letters of one alphabet in a word."), code="alphabets")
    length = name_length(name)
    if length < NAME_MIN:
        raise ValidationError(
            _("Nicknames are 2–8 characters. This one has %(count)d."), code="short", params={"count": length}
        )
    if length > NAME_MAX or len(unicodedata.normalize("NFKC", name)) > NAME_POINTS:
        raise ValidationError(
            _("Nicknames are 2–8 characters. This one has %(count)d."),
            code="long",
            params={"count": max(length, NAME_MAX + 1)},
        )


def _alphabets(word: str) -> set[str]:
    """Those of a word's alphabets that can be taken for each other."""
    return {
        unicodedata.name(char, "").partition(" ")[0] for char in unicodedata.normalize("NFKC", word)
    } & _ALIKE


def _readable(name: str) -> bool:
    """Whether every character can be seen and read: no control, bidi, joiner, symbol or stray mark."""
    if _UNSEEN.search(name) or _LOOSE_JAMO.search(name):
        return False
    marks = MARKS_IN_A_ROW  # a name may not begin with a mark
    for char in name:
        category = unicodedata.category(char)
        if category.startswith("M") and category != "Me":
            marks += 1
            if marks > MARKS_IN_A_ROW:
                return False
        elif category.startswith("L") or category == "Nd":
            marks = 0
        elif char == " ":
            marks = MARKS_IN_A_ROW
        else:
            return False
    return True
