"""Every pair of colours that lies on each other can be read, whoever decides on the theme: system, page or contrast."""

from collections.abc import Iterator

import pytest

TEXT, MARK = 4.5, 3.0
TEXTS = """
ink/bg ink/surface ink/surface-2 ink-2/bg ink-2/surface ink-2/surface-2 ink-2/surface-3 on-brand/brand
on-brand/brand-hover brand-ink/surface brand-ink/bg brand-ink/brand-soft ink/brand-soft turn/turn-soft turn/bg
surface/turn turn/surface ink/turn-soft gold-ink/gold gold-text/gold-soft ok/ok-soft surface/ok ok/surface
danger/surface surface/danger ink/danger-soft ink/ok-soft ink/info-soft ink/warn-soft info/info-soft felt-ink/felt-1
felt-ink/felt-2 felt-ink-2/felt-1 felt-ink-2/felt-2 felt-ink-2/bg on-ink/ink tier-court/card-paper
tier-gentry/card-paper tier-craft/card-paper tier-land/card-paper tier-jester/card-paper
"""
MARKS = """
line-strong/bg line-strong/surface focus/bg focus/surface focus/felt-1 turn/surface turn/felt-2 brand/surface
danger/bg ok/bg card-edge/surface ch-2/surface ch-3/surface ch-4/surface ch-5/surface ch-6/surface
tier-jester-2/card-paper
"""

COLOURS = """names => {
  const probe = document.body.appendChild(document.createElement('i'));
  const found = {};
  for (const name of names) {
    probe.style.color = '';
    probe.style.color = `var(--${name})`;
    found[name] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
  }
  probe.remove();
  return found;
}"""


def luminance(colour: list[float]) -> float:
    """The relative luminance of WCAG 2, of red, green and blue from 0 to 255."""
    assert len(colour) == 3, f"not opaque: {colour}"
    linear = [c / 255 / 12.92 if c <= 0.04045 * 255 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def too_close(colours: dict[str, list[float]]) -> Iterator[str]:
    """The pairs below what they need."""
    for pairs, least in ((TEXTS, TEXT), (MARKS, MARK)):
        for pair in pairs.split():
            front, back = pair.split("/")
            ratio = contrast(colours[front], colours[back])
            if ratio < least:
                yield f"{pair} {ratio:.2f} < {least}"


@pytest.fixture
def palette(open_table):
    """Reads all colours of the pairs, for a system, a theme and a contrast each as a string."""
    page = open_table("follow", keep_closed=True).page
    names = sorted({name for pair in (TEXTS + MARKS).split() for name in pair.split("/")})

    def read(system: str, theme: str, more: str) -> dict[str, list[float]]:
        page.emulate_media(color_scheme=system, contrast="more" if more == "system" else "no-preference")
        page.evaluate(
            "([theme, more]) => Object.assign(document.documentElement.dataset, {theme, contrast: more})",
            [theme, "more" if more == "page" else ""],
        )
        return page.evaluate(COLOURS, names)

    return read


@pytest.mark.parametrize("more", ["", "page", "system"])
@pytest.mark.parametrize("theme", ["", "light", "dark"])
@pytest.mark.parametrize("system", ["light", "dark"])
def test_s84_everything_can_be_read_in_every_theme(palette, system, theme, more):
    colours = palette(system, theme, more)
    assert list(too_close(colours)) == []
    is_dark = (theme or system) == "dark"
    assert (luminance(colours["bg"]) < 0.1) is is_dark
    assert (colours["bg"] in ([255] * 3, [0] * 3)) is bool(more)
    assert colours == palette("dark" if is_dark else "light", "", "page" if more else "")
