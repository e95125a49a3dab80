"""Values nobody sends in earnest, as texts of JSON and as plain strings. Everything comes from the given generator."""

import json
from random import Random

STRINGS = (
    "", " ", "\0", "a\0b", "\n", "\r\nSet-Cookie: a=b", "null", "true", "NaN", "-1", "1e400", "0x10", "٣", "²", "1_0",
    "\u202egnp.exe", "\u2066x", "\u200b", "\u200d" * 40, "\ufeff", "\u3164", "ᄀ", "ᅡᆨ", "가" * 50, "ᄀ" * 300,
    "e\u0301" * 100, "\u0300" * 300, "ﷺ" * 50, "𝕬", "🏳️‍🌈" * 20, "İı", "ß", "ﬁ", "А", "＜script＞",
    "<img src=x onerror=alert(1)>", "\"><svg/onload=alert(1)>", "{{7*7}}", "{% debug %}", "${7*7}", "%s%n",
    "{0.__class__}",
    "' OR 1=1 --", "; DROP TABLE game_action", "../../../../etc/passwd", "..%2f", "%00", "\\", "=cmd|' /C calc'!A0",
    "javascript:alert(1)", "//evil.example", "https://evil.example/", "01-01", "13-02", "07-03,07-03", "00-00", "13-99",
    "x" * 299, "x" * 300, "x" * 301, "x" * 2001, "\U0010ffff", "\ufffe", "\x7f", "\x1b[31m", "id", "__proto__",
)  # fmt: skip

# Not all of these are JSON: that is the point.
RAW = (
    "null", "true", "false", "0", "-0", "-1", "1.5", "1e3", "1e400", "-1e400", "1E-400", "NaN", "Infinity", "-Infinity",
    "2147483648", "9007199254740993", "18446744073709551616", "9" * 400, "-" + "9" * 400, "0." + "1" * 400,
    "01", "+1", ".5",
    "{}", "[]", "[[]]", '{"a":{"b":[{}]}}', '[null,true,"x"]', '{"$ref":"#"}', r'"\ud800"', r'"\udfff\ud800"',
    r'"\u0000"',
    r'"\u202e"', '"\ufeff"', '"unfinished', "undefined", "'x'", "", "\ud7ff", "/*x*/1", '"\t"', '"\\x"', r'"\uZZZZ"',
)  # fmt: skip


def string(rng: Random) -> str:
    """A string that is trouble somewhere, or two of them, or random letters of all planes."""
    match rng.randrange(4):
        case 0:
            points = (
                rng.randrange(0x20, rng.choice((0x80, 0x3000, 0xD800))) for _ in range(rng.randrange(30))
            )
            return "".join(map(chr, points))
        case 1:
            return rng.choice(STRINGS) + rng.choice(STRINGS)
        case _:
            return rng.choice(STRINGS)


def raw(rng: Random, depth: int = 0) -> str:
    """The text of a JSON value of any type, now and then of none."""
    kind = rng.randrange(8 if depth < 4 else 5)
    if kind < 2:
        return rng.choice(RAW)
    if kind < 4:
        return json.dumps(string(rng), ensure_ascii=rng.random() < 0.5)
    if kind == 4:
        return str(rng.choice((rng.randrange(-3, 100), rng.getrandbits(64), -rng.getrandbits(31))))
    if kind == 5:
        return "[" + ",".join(raw(rng, depth + 1) for _ in range(rng.randrange(4))) + "]"
    if kind == 6:
        pairs = (f"{json.dumps(string(rng))}:{raw(rng, depth + 1)}" for _ in range(rng.randrange(4)))
        return "{" + ",".join(pairs) + "}"
    deep = rng.choice((10, 300, 1500))
    return rng.choice(("[" * deep + "]" * deep, '{"a":' * (deep // 3) + "1" + "}" * (deep // 3), "[" * deep))
