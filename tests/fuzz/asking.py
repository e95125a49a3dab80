"""Requests nobody's browser makes: every address with good and bad parts, queries, forms, cookies and headers."""

import json
import re
from collections import deque
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import quote, urlencode

from tests.browser.server import ROOT
from tests.fuzz import junk
from tests.fuzz.addresses import Address
from tests.fuzz.site import Site, Things

METHODS = ("GET",) * 9 + ("POST",) * 9 + ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO", "get")
# What must not come back as it was: it would be an element, or leave its attribute.
REFLECTED = ("<zq7 onload=alert(1)>", "zq\"zq8='1")
FORM = "application/x-www-form-urlencoded"
TYPES = (
    FORM, f"{FORM}; charset=nonsense", f"{FORM}; charset=utf-16", "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x", f"multipart/form-data; boundary={'y' * 300}", "application/json",
    "text/plain", "",
    "application/x-www-form-urlencoded; charset=\x00", "image/png", ";;;=", "multipart/mixed; boundary=x",
)  # fmt: skip
HEADERS = {
    "Host": ("evil.example", "testserver:99999", "a b", "[::1", "testserver@evil.example", "<zq7>", "..",
    "x" * 300, ""),
    "Referer": ("http://evil.example/", "http://testserver/\"><zq7>", "x" * 3000, "%00", "javascript:1", "http://["),
    "Origin": ("null", "http://[", "http://evil.example", "http://testserver", "<zq7>"),
    "Accept-Language": ("en", "ko;q=nan", "xx-" * 500, "*" * 99, "en;q=-1", "ko-KR-\x7f", "en,,;;==", "../en"),
    "Accept-Encoding": ("gzip", "br;q=x", "gzip" * 300, "identity;q=0"),
    "X-Forwarded-For": ("1.2.3.4", "::1", "x, y", "'" * 99, "fe80::1%eth0", "1" * 999),
    "X-Forwarded-Host": ("evil.example", "<zq7>"),
    "X-Forwarded-Proto": ("https", "javascript"),
    "X-Forwarded-Port": ("443", "x"),
    "Forwarded": ("for=_x;host=evil.example",),
    "HX-Request": ("true", "false", "<zq7>"),
    "HX-Boosted": ("true",),
    "HX-Target": ("<zq7>", "stage"),
    "HX-Current-URL": ("http://testserver/", "http://[", "%", "//evil.example/", "\x7f"),
    "HX-Trigger": ("x\"y",),
    "HX-Prompt": ("%E2%28%A1",),
    "If-None-Match": ('"x"', "*", "W/" * 99),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "0"),
    "Range": ("bytes=0-", "bytes=-1", "bytes=99999999999999999999-", "x=1", "bytes=0-0,1-1" * 99),
    "X-CSRFToken": ("x" * 32, "<zq7>", ""),
    "Content-Encoding": ("gzip",),
    "X-HTTP-Method-Override": ("DELETE",),
    "Expect": ("x",),
}  # fmt: skip
# What no form makes: bytes that are no UTF-8, halves of characters, broken escapes, numbers no database has.
ODD_VALUES = (
    "%ff", "a%fe", "%ed%a0%80", "%c0%80", "%00", "a%00b", "%", "%zz", "%u0000", "%5b", "%D9%A3", "%C2%B2", "%0d%0aX:y",
    "9" * 400, "-" + "9" * 400, "9223372036854775808", "2147483648", "1e400", "1,", "a;b", "1&1", "+",
)  # fmt: skip
FILES = ("", "; filename=x", "; filename*=x")
COOKIES = ("sessionid", "csrftoken", "messages", "django_language", "__Host-x", "")


WAYS_OUT = ("//evil.example", "https://evil.example/", "/\\evil.example", "\\\\evil.example", "javascript:1",
            "///evil.example", "/rules/")  # fmt: skip


class Request(NamedTuple):
    """What is asked. `path` has its query; `headers` no names twice."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Asker:
    """Makes requests as one kind of visitor, who may name `ours` anywhere and `theirs` in addresses and numbers."""

    def __init__(self, site: Site, rng: Random, addresses: deque[Address], *, with_doors: bool) -> None:
        self.site, self.rng, self.addresses, self.with_doors = site, rng, addresses, with_doors

    def ask(self) -> Request:
        """The next request."""
        rng = self.rng
        if rng.random() < 0.25:
            return self._odd_query()
        address = rng.choice(self.addresses)
        path = self._path(address)
        if rng.random() < 0.05:
            path = self._bent(path)
        if rng.random() < 0.4:
            path += "?" + urlencode(self._fields(3, query_names()), errors="replace")
        method = rng.choice(METHODS)
        kind, body = self._body() if method not in ("GET", "HEAD") or rng.random() < 0.05 else ("", b"")
        headers = {
            name: rng.choice(HEADERS[name]) for name in rng.sample(sorted(HEADERS), rng.choice((0, 0, 1, 3)))
        }
        if kind:
            headers["Content-Type"] = kind
        if rng.random() < 0.3:
            headers["HX-Request"] = "true"
        if rng.random() < 0.05:
            headers["Cookie"] = f"{rng.choice(COOKIES)}={_header_text(rng)}"
        return Request(method, path, headers, body)

    def _odd_query(self) -> Request:
        """The next address in turn, asked for nearly all that any code reads of a query, each of it odd."""
        rng = self.rng
        self.addresses.rotate()
        values = [
            rng.choice(ODD_VALUES) if rng.random() < 0.5 else quote(self._value(), errors="replace")
            for _ in query_names()
        ]
        pairs = [
            f"{name}={value}" for name, value in zip(query_names(), values, strict=True) if rng.random() < 0.8
        ]
        if rng.random() < 0.2:
            pairs += [*pairs, "=", *ODD_VALUES]
        return Request("GET", f"{self._path(self.addresses[0])}?{'&'.join(pairs)}", {}, b"")

    def _path(self, address: Address) -> str:
        return address.filled({label: self._part(label, kind) for label, kind in address.kinds.items()})

    def _things(self) -> Things:
        return self.site.ours if self.rng.random() < 0.5 else self.site.theirs

    def _part(self, label: str, kind: str) -> str:
        rng, things = self.rng, self._things()
        if rng.random() < 0.1:
            return quote(self._word(), safe="")[:300]
        match kind:
            case "match":
                return rng.choice(things.matches)
            case "token":
                return rng.choice(self._tokens())
            case "int":
                return str(rng.choice((*things.numbers, 0, 10**9, 2**63, 2**64, 10**30)))
        if label == "code":
            return rng.choice(things.codes)
        return str(rng.choice(things.numbers)) if rng.random() < 0.7 else quote(self._word(), safe="")

    def _tokens(self) -> list[str]:
        ours = self.site.ours
        return [*ours.shares, *(ours.tokens if self.with_doors else ()), "x" * 32]

    def _word(self) -> str:
        rng = self.rng
        word = rng.choice(REFLECTED) if rng.random() < 0.3 else junk.string(rng)
        return re.sub(r"(\d\d)-(\d\d)", r"\1_\2", word)  # an answer that names a card has it from elsewhere

    def _fields(self, most: int, likely: list[str] | None = None) -> list[tuple[str, str]]:
        """Some fields of any name; half of them of those that are likely read."""
        rng = self.rng
        names = [
            rng.choice(likely if likely and rng.random() < 0.5 else field_names())
            for _ in range(rng.randrange(1, most + 1))
        ]
        return [
            (name, rng.choice(WAYS_OUT) if name == "next" and rng.random() < 0.5 else self._value())
            for name in names
        ]

    def _value(self) -> str:
        rng, things = self.rng, self._things()
        match rng.randrange(6):
            case 0:
                return str(rng.choice(things.numbers))
            case 1:
                return rng.choice(
                    (
                        "on",
                        "1",
                        "0",
                        "7",
                        "easy",
                        "expert",
                        "true",
                        "ko",
                        "en",
                        "slow",
                        "people",
                        "all",
                        "sure",
                    )
                )
            case 2:
                ours = self.site.ours
                return rng.choice(
                    [
                        *(ours.codes + ours.tokens if self.with_doors else ()),
                        *things.matches,
                        "/",
                        "//evil.example",
                    ]
                )
            case _:
                return self._word()

    def _body(self) -> tuple[str, bytes]:
        rng = self.rng
        pairs = self._fields(12)
        match rng.randrange(12):
            case 0:
                return rng.choice(TYPES), rng.randbytes(rng.choice((0, 10, 3000)))
            case 1:
                return "application/json", json.dumps(dict(pairs)).encode()
            case 2:
                return f"multipart/form-data; boundary={rng.choice(('b', 'c'))}", _multipart(pairs, rng)
            case 3 if rng.random() < 0.1:
                return FORM, b"name=" + b"x" * 2_700_000
            case 4 if rng.random() < 0.2:
                return FORM, b"&".join(b"a%d=1" % number for number in range(1100))
            case 5:
                return rng.choice(TYPES), urlencode(pairs, errors="replace").encode()
            case _:
                return FORM, urlencode(pairs, errors="replace").encode()

    def _bent(self, path: str) -> str:
        rng = self.rng
        return rng.choice((
            path.rstrip("/"), path.replace("/", "//", 1), "/" + path, path + "../../", path + "%00",
            path.upper(), path + ";a=1",
            "/static" + path, "/static/../manage.py", "/static/%2e%2e/manage.py", "/ws/room/x/", path + "%ff",
            "//evil.example" + path,
            "/%2f%2fevil.example" + path, path + quote(junk.string(rng)),
        ))  # fmt: skip


@cache
def query_names() -> list[str]:
    """The names under which code of ours reads a query."""
    read = re.compile(r"""(?:GET|query)(?:\.get|\.getlist)?[\[(]\s*["'](\w+)["']""")
    return sorted(
        {
            name
            for app in ("accounts", "rooms", "game", "config")
            for file in Path(ROOT, app).rglob("*.py")
            for name in read.findall(file.read_text())
        }
    )


@cache
def field_names() -> list[str]:
    """The names under which any code of ours reads a form or a query, and some that it does not."""
    names = {"csrfmiddlewaretoken", "_method", "q", "o", "e", "p", "all", "_popup", "_to_field", "next",
    "_selected_action",
             "action", "index", "post", "select_across", "_save", "password1", "is_staff", "is_superuser",
             "user", "id", ""}  # fmt: skip
    for app in ("accounts", "rooms", "game", "config"):
        for file in Path(ROOT, app).rglob("*.py"):
            text = file.read_text()
            names |= set(re.findall(r"""(?:POST|GET|form)\.get\(\s*["'](\w+)["']""", text))
            names |= set(re.findall(r"""posted_number\(request, ["'](\w+)["']\)""", text))
            names |= (
                set(re.findall(r"^    (\w+) = (?:\w+Field|forms\.\w+Field)\(", text, re.M))
                if "forms" in file.name
                else set()
            )
    from game.engine.options import CHOICES

    return sorted(names | set(CHOICES) | {"kids", "spectators", "pace", "orders"})


def _multipart(pairs: list[tuple[str, str]], rng: Random) -> bytes:
    """A form in parts, most of the time broken somewhere."""
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"{rng.choice(FILES)}\r\n\r\n{value}\r\n'
        for name, value in pairs
    ]
    text = ("".join(parts) + "--b--\r\n").encode("utf-8", "replace")
    return text if rng.random() < 0.4 else text[: rng.randrange(len(text) + 1)]


def _header_text(rng: Random) -> str:
    """Something that can stand in a header line."""
    return re.sub(r"[^\x20-\x7e]", "?", junk.string(rng))[:200]
