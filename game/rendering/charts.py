"""Charts as inline SVG: direct labels and patterns beside colour, numbers the table beside them says in words."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

WIDTH = 340
DASHES = ("", "7 4", "2 4", "12 4 2 4", "1 5", "16 5", "4 2", "9 3 3 3")
FILLS = ("var(--ch-1)", "url(#stripes)", "url(#dots)")
ROW = 34

_PATTERNS = (
    '<defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="6" height="6" fill="var(--ch-2)"/><path d="M0 0V6" stroke="var(--surface)" stroke-width="2"/>'
    '</pattern><pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="6" height="6" fill="var(--ch-3)"/><circle cx="3" cy="3" r="1.3" fill="var(--surface)"/>'
    "</pattern></defs>"
)


def points_chart(
    *, label: str, names: Sequence[str], points: Sequence[Sequence[int]], rounds: Sequence[str]
) -> Markup:
    """Bars of points, a part for every round; without `rounds` there is one part and no key."""
    return _svg(label, len(names) * ROW + (24 if rounds else 6), _point_parts(names, points, rounds))


def place_chart(
    *,
    label: str,
    slots: Sequence[int],
    names: Sequence[str],
    places: Sequence[Sequence[int]],
    rounds: Sequence[str],
) -> Markup:
    """A line through each player's places, best on top; needs two rounds. The viewer's own is marked by its slot."""
    return _svg(label, len(names) * ROW + 34, _place_parts(slots, names, places, rounds))


def _svg(label: str, height: int, parts: Iterator[str]) -> Markup:
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def _point_parts(
    names: Sequence[str], points: Sequence[Sequence[int]], rounds: Sequence[str]
) -> Iterator[str]:
    left = 92
    unit = (WIDTH - left - 36) / max(1, *(sum(row) for row in points))
    yield _PATTERNS
    for index, (name, row) in enumerate(zip(names, points, strict=True)):
        top, start = index * ROW + 4, float(left)
        yield f'<text class="lab" x="0" y="{top + 17}">{escape(name)}</text>'
        for part, value in enumerate(row):
            if value:
                yield _bar(start, top, value * unit, FILLS[part % len(FILLS)], value)
                start += value * unit
        yield f'<text class="lab" x="{start + 6:.1f}" y="{top + 17}">{sum(row)}</text>'
    for part, text in enumerate(rounds):
        x, y = left + part * 40, len(names) * ROW + 6
        yield f'<rect x="{x}" y="{y}" width="12" height="12" rx="3" fill="{FILLS[part % len(FILLS)]}"/>'
        yield f'<text x="{x + 16}" y="{y + 10.5}">{escape(text)}</text>'


def _bar(x: float, y: int, width: float, fill: str, value: int) -> str:
    bar = f'<rect x="{x:.1f}" y="{y}" width="{max(width - 2, 1):.1f}" height="24" rx="4" fill="{fill}"/>'
    if width < 20:
        return bar
    middle = x + width / 2 - 1
    return (
        f'{bar}<rect x="{middle - 9:.1f}" y="{y + 4}" width="18" height="16" rx="8" fill="var(--surface)"/>'
        f'<text class="val" x="{middle:.1f}" y="{y + 16.5}" text-anchor="middle">{value}</text>'
    )


def _place_parts(
    slots: Sequence[int], names: Sequence[str], places: Sequence[Sequence[int]], rounds: Sequence[str]
) -> Iterator[str]:
    left, right, top = 30, 84, 24
    step = (WIDTH - left - right) / (len(rounds) - 1)
    for place in range(1, len(names) + 1):
        y = top + (place - 1) * ROW
        yield f'<path class="g" d="M{left} {y}H{WIDTH - right}"/>'
        yield f'<text x="{left - 14}" y="{y + 4}" text-anchor="middle">{place}</text>'
    every = 1 if len(rounds) <= 7 else 5
    for index, text in enumerate(rounds):
        if (index + 1) % every == 0 or every == 1:
            x = left + index * step
            yield f'<text x="{x:.1f}" y="{len(names) * ROW + 28}" text-anchor="middle">{escape(text)}</text>'
    for index, (slot, name, row) in enumerate(zip(slots, names, places, strict=True)):
        colour = f"var(--ch-{index % 6 + 1})"
        dots = [(left + at * step, top + (place - 1) * ROW) for at, place in enumerate(row)]
        dash = f' stroke-dasharray="{DASHES[index % len(DASHES)]}"' if DASHES[index % len(DASHES)] else ""
        points = " ".join(f"{x:.1f},{y}" for x, y in dots)
        yield f'<g data-slot="{slot}"><polyline class="ln" points="{points}" stroke="{colour}"{dash}/>'
        for x, y in dots:
            yield (
                f'<circle cx="{x:.1f}" cy="{y}" r="4.5" fill="var(--surface)" stroke="{colour}"'
                ' stroke-width="2.5"/>'
            )
        x, y = dots[-1]
        yield f'<text class="lab" x="{x + 13:.1f}" y="{y + 5}">{escape(name)}</text></g>'


def trend_chart(*, label: str, places: Sequence[int], players: int, since: str, until: str) -> Markup:
    """A line through places, oldest first, 1 on top and `players` at the bottom; first places are large rings."""
    return _svg(label, players * 23 + 22, _trend_parts(places, players, since, until))


def _trend_parts(places: Sequence[int], players: int, since: str, until: str) -> Iterator[str]:
    left, right, row = 24, WIDTH - 8, 23
    yield from _place_rows(players, left, right, top=10, row=row)
    step = (right - left) / max(1, len(places) - 1)
    dots = [(left + at * step, 10 + (place - 1) * row, place) for at, place in enumerate(places)]
    line = " ".join(f"{x:.1f},{y}" for x, y, _ in dots)
    yield f'<polyline class="ln" points="{line}" stroke="var(--ch-1)"/>'
    for x, y, place in dots:
        look = 'r="5" fill="var(--gold)" stroke-width="1.6"' if place == 1 else 'r="3" fill="var(--ch-1)"'
        yield f'<circle cx="{x:.1f}" cy="{y}" {look} stroke="var(--ch-1)"/>'
    y = players * row + 16
    yield f'<text x="{left}" y="{y}">{escape(since)}</text>'
    yield f'<text x="{right}" y="{y}" text-anchor="end">{escape(until)}</text>'


def _place_rows(players: int, left: int, right: int, *, top: int, row: int) -> Iterator[str]:
    """A line and a number for each place, 1 on top."""
    for place in range(1, players + 1):
        y = top + (place - 1) * row
        yield f'<path class="g" d="M{left} {y}H{right}"/><text x="10" y="{y + 4}" text-anchor="middle">{place}</text>'


def columns_chart(*, label: str, values: Sequence[int], since: str, until: str) -> Markup:
    """A column for each number, which stands above it; nothing is drawn for 0."""
    return _svg(label, 128, _column_parts(values, since, until))


def _column_parts(values: Sequence[int], since: str, until: str) -> Iterator[str]:
    bottom, height, step = 106, 84, WIDTH / len(values)
    yield f'<path class="g" d="M0 {bottom}H{WIDTH}"/>'
    for index, value in enumerate(values):
        if value:
            tall, x = max(2, height * value / max(values)), index * step + 3
            top = bottom - tall
            yield (
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{step - 6:.1f}" height="{tall:.1f}" rx="3" '
                f'fill="var(--ch-1)"/>'
                f'<text x="{x + step / 2 - 3:.1f}" y="{top - 5:.1f}" text-anchor="middle">{value}</text>'
            )
    yield f'<text x="0" y="124">{escape(since)}</text>'
    yield f'<text x="{WIDTH}" y="124" text-anchor="end">{escape(until)}</text>'


def course_chart(*, label: str, points: Sequence[tuple[float, float]], players: int, ended: int) -> Markup:
    """A line through the places one could expect along a round, 1 on top; `points` are (0–1 of the round, place).

    The place it ended with is the ring on the right, none for 0.
    """
    return _svg(label, players * 20 + 4, _course_parts(points, players, ended))


def _course_parts(points: Sequence[tuple[float, float]], players: int, ended: int) -> Iterator[str]:
    left, right, row = 24, WIDTH - 12, 20
    yield from _place_rows(players, left, right, top=12, row=row)
    dots = [(left + part * (right - left), 12 + (mean - 1) * row) for part, mean in points]
    if ended:
        dots.append((right, 12 + (ended - 1) * row))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
    yield f'<polyline class="ln" points="{line}" stroke="var(--ch-1)"/>'
    if ended:
        x, y = dots[-1]
        yield f'<circle cx="{x}" cy="{y}" r="6" fill="var(--gold)" stroke="var(--ch-1)" stroke-width="1.6"/>'
