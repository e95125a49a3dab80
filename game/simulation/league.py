"""All levels against each other: each alone among each other one, as a table and as a picture."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final, TypeAlias

from game.simulation.estimates import Estimate
from game.simulation.levels import LEVELS
from game.simulation.pairing import SEED, Pairing
from game.simulation.rows import Found, Row

Ranks: TypeAlias = Mapping[tuple[str, str], Estimate]
"""Mean ranks by (hero, field). Among its own a level comes to the middle, which is not played."""

DASHES: Final = ("12 4 2 4", "2 4", "7 4", "", "1 5", "4 2")


def rows(*, players: int, deals: int, seed: int = SEED, levels: Sequence[str] = LEVELS) -> list[Row]:
    """What a league plays."""
    return [Row(Pairing(hero, field, players, deals, seed=seed)) for hero, field in permutations(levels, 2)]


def ranks_of(found: Sequence[Found]) -> Ranks:
    """The mean ranks of a league's rows."""
    ranks = {}
    for each in found:
        assert isinstance(each.row.job, Pairing)
        ranks[each.row.job.hero, each.row.job.field] = each.figures["rank"]
    return ranks


def as_dict(ranks: Ranks) -> dict[str, dict[str, Any]]:
    """Plain values by hero and field, rounded to five digits after the point."""
    made: dict[str, dict[str, Any]] = {}
    for (hero, field), rank in ranks.items():
        made.setdefault(hero, {})[field] = {"mean": round(rank.mean, 5), "margin": round(rank.margin, 5)}
    return made


def as_table(ranks: Ranks) -> str:
    """In Markdown: a line a hero, a column a field."""
    levels = list(dict.fromkeys(hero for hero, _ in ranks))
    lines = ["| hero, among | " + " | ".join(levels) + " |", "|---" * (len(levels) + 1) + "|"]
    for hero in levels:
        cells = [str(ranks[hero, field]) if hero != field else "–" for field in levels]
        lines.append(f"| {hero} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 740, 400, 60, 24, 130, 40
STYLE = """<style>
svg{color-scheme:light dark;--ink:#222;--faint:#ccc;--a:#005ea8;--b:#a33b00;--c:#006b3f;background:#fff}
@media (prefers-color-scheme:dark){svg{--ink:#eee;--faint:#444;--a:#7cc0ff;--b:#ffb083;--c:#7fe0b0;background:#161616}}
text{font:13px system-ui,sans-serif;fill:var(--ink)}.g{stroke:var(--faint)}.l{fill:none;stroke-width:2.5}
</style>"""


def chart(ranks: Ranks, players: int) -> str:
    """A line a hero through its mean ranks among each level, the first place on top. An SVG of its own."""
    levels = list(dict.fromkeys(hero for hero, _ in ranks))
    across = (WIDTH - LEFT - RIGHT) / (len(levels) - 1)
    down = (HEIGHT - TOP - BOTTOM) / (players - 1)

    def point(hero: str, column: int) -> tuple[float, float]:
        rank = ranks.get((hero, levels[column]))
        return LEFT + column * across, TOP + ((rank.mean if rank else (players + 1) / 2) - 1) * down

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-label="Mean rank of each level among five of each other; the table beside it has the numbers">',
        STYLE,
    ]
    for place in range(1, players + 1):
        y = TOP + (place - 1) * down
        parts.append(f'<path class="g" d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4:.0f}" text-anchor="end">{place}</text>')
    for column, field in enumerate(levels):
        x = LEFT + column * across
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{field}</text>')
    lowest = 0.0
    last = len(levels) - 1
    for number, hero in enumerate(sorted(levels, key=lambda hero: point(hero, last)[1])):
        colour = f"var(--{'abc'[number % 3]})"
        dash = DASHES[levels.index(hero) % len(DASHES)]
        dots = " ".join(f"{x:.1f},{y:.1f}" for x, y in (point(hero, column) for column in range(len(levels))))
        style = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polyline class="l" points="{dots}" stroke="{colour}"{style}/>')
        lowest = max(point(hero, last)[1] + 4, lowest + 16)
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{lowest:.0f}" style="fill:{colour}">{hero}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
