"""Lines of tables with a bar beside the number: shares in whole percent, as wide as the largest of them allows."""

from collections.abc import Iterable

import msgspec


class Share(msgspec.Struct, frozen=True):
    """`count` of `of`, under a label; `title` names a picture."""

    label: str
    count: int
    of: int
    title: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A share with its bar: `percent` is said, `width` (0–100) drawn; `style` (1, 2, 3) is a pattern of its own."""

    label: str
    title: str
    count: int
    of: int
    percent: int
    width: int
    style: int


def figures(shares: Iterable[Share], *, patterns: bool = False) -> list[Figure]:
    """The lines for these shares; those of nothing at all are left out. `patterns`: every bar looks different."""
    there = [share for share in shares if share.of]
    most = max((share.count / share.of for share in there), default=0)
    return [
        Figure(
            label=share.label,
            title=share.title,
            count=share.count,
            of=share.of,
            percent=percent(share.count, share.of),
            width=round(100 * share.count / share.of / most) if most else 0,
            style=index % 3 + 1 if patterns else 1,
        )
        for index, share in enumerate(there)
    ]


def percent(count: int, of: int) -> int:
    """A share in whole percent; 0 of nothing."""
    return round(100 * count / of) if of else 0
