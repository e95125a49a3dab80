"""Which keys of the usual two-set Korean layout were pressed to write some Hangul."""

import unicodedata


def _keys(text: str) -> list[str]:
    return text.split()


_INITIALS = _keys("R RR S E EE F A Q QQ T TT D W WW C Z X V G")
_MEDIALS = _keys("K O I OO J P U PP H HK HO HL Y N NJ NP NL B M ML L")
_FINALS = _keys("R RR RT S SW SG E F FR FA FQ FT FX FV FG A Q QT T TT D W C Z X V G")
_LETTERS = _keys("R RR RT S SW SG E EE F FR FA FQ FT FX FV FG A Q QQ QT T TT D W WW C Z X V G")

_TABLE = {
    first + offset: keys
    for first, column in (
        (0x1100, _INITIALS),
        (0x1161, _MEDIALS),
        (0x11A8, _FINALS),
        (0x3131, [*_LETTERS, *_MEDIALS]),
    )
    for offset, keys in enumerate(column)
}


def to_keys(text: str) -> str:
    """The text with every Hangul letter replaced by its keys, e.g. `메7` by `AP7`; all else stays."""
    return unicodedata.normalize("NFD", text).translate(_TABLE)
