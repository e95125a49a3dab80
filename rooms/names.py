"""Names of rooms and of bots."""

import random
import unicodedata
from collections.abc import Collection

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from game.words import ALL_BOT_NAMES, BOT_NAMES
from rooms.errors import BadRoomName
from rooms.models import NAME_LENGTH

# Characters that draw nothing (or turn the line around) although their category says letter or symbol.
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# The joiner inside an emoji is the one invisible character that people type without knowing.
_JOINERS = frozenset("\u200d\ufe0f")


def parse_room_name(text: str) -> str:
    """The name as stored: NFC, spaces trimmed and joined; 1–30 characters, all visible.

    Raises: BadRoomName.
    """
    name = unicodedata.normalize("NFC", " ".join(text[:500].split()))
    if not 1 <= len(name) <= NAME_LENGTH or not all(_is_visible(c) for c in name):
        raise BadRoomName(limit=NAME_LENGTH)
    if not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        raise BadRoomName(limit=NAME_LENGTH)
    return name


def new_bot_name(level: str, taken: Collection[str]) -> str:
    """A name of this level's bots that nobody in the room bears, in no language; another level's if all are taken."""
    own, others = BOT_NAMES[level], sorted(ALL_BOT_NAMES)
    free = [name for name in (*own, *others) if not _in_all_languages(name) & set(taken)]
    return random.choice([name for name in free if name in own] or free or others)


def _in_all_languages(name: str) -> set[str]:
    shown = set()
    for code, _label in settings.LANGUAGES:
        with translation.override(code):
            shown.add(gettext(name))
    return shown


def _is_visible(character: str) -> bool:
    if character in _JOINERS:
        return True
    return character not in _INVISIBLE and unicodedata.category(character) not in {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Cn",
        "Zl",
        "Zp",
    }
