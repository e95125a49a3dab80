"""Every address of the site, from the resolver itself, so that a new page is met without anybody adding it here."""

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import StringConverter


class Address(NamedTuple):
    """A pattern: `pieces` are fixed text and names of parts in turn, `kinds` the converter of each part."""

    name: str
    pieces: tuple[str, ...]
    kinds: dict[str, str]

    def filled(self, parts: dict[str, str]) -> str:
        """The path with these parts."""
        return "/" + "".join(
            parts[piece] if number % 2 else piece for number, piece in enumerate(self.pieces)
        )


def every_address() -> list[Address]:
    """All patterns. Those of the admin that are no routes but regular expressions are left to `..` in `pages`."""
    return list(_walk(get_resolver().url_patterns, "", ""))


def shuffled(addresses: list[Address], rng: Random) -> deque[Address]:
    """The same in an order by chance, to be gone through in turn."""
    return deque(rng.sample(addresses, len(addresses)))


def _walk(patterns: list[URLPattern | URLResolver], before: str, space: str) -> Iterator[Address]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(
                pattern.url_patterns, route, f"{space}{pattern.namespace}:" if pattern.namespace else space
            )
        elif "(" not in route and "^" not in route:
            yield _address(f"{space}{pattern.name or route}", route)


def _address(name: str, route: str) -> Address:
    pieces: list[str] = []
    kinds: dict[str, str] = {}
    rest = route
    while "<" in rest:
        text, _, rest = rest.partition("<")
        part, _, rest = rest.partition(">")
        kind, _, label = part.rpartition(":")
        pieces += [text, label]
        kinds[label] = kind or StringConverter.__name__.removesuffix("Converter").lower()[:3]
    return Address(name, (*pieces, rest), kinds)
