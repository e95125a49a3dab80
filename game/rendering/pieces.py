"""The smallest pieces of markup: icons, cards, names. Pure and cached; they know no match."""

from functools import lru_cache

from markupsafe import Markup, escape

from game.words import BOT_LEVELS


@lru_cache(maxsize=128)
def icon(name: str) -> Markup:
    """An icon of the sprite, hidden from screen readers: say the same in words beside it."""
    return Markup(f'<svg width="24" height="24" aria-hidden="true"><use href="#{escape(name)}"/></svg>')


def bot_icon(level: str) -> Markup:
    """The face of a level of bots."""
    return icon(f"b-{level}" if level in BOT_LEVELS else "i-bot")


@lru_cache(maxsize=16)
def title_icon(title: str) -> Markup:
    """The emblem of a title."""
    return Markup(
        f'<svg class="ti" width="24" height="24" aria-hidden="true"><use href="#t-{escape(title)}"/></svg>'
    )


def _card(name: str) -> str:
    return f'<svg class="card" aria-hidden="true"><use href="#c{name}"/></svg>'


@lru_cache(maxsize=512)
def cards(rank: int, count: int, jesters: int = 0) -> Markup:
    """The faces of a set: `count` cards in all, the last `jesters` of them jesters."""
    numbers = count if rank == 13 else count - jesters
    return Markup(_card(str(rank)) * numbers + _card("13") * (count - numbers))


@lru_cache(maxsize=16)
def card_back(count: int) -> Markup:
    """`count` cards face down. A back carries nothing that could tell one from another."""
    return Markup(_card("b") * count)


def either_name(ours: str, classic: str) -> Markup:
    """A card's name in both sets; the stylesheet shows, to eyes and ears, the one the viewer has chosen."""
    if ours == classic:
        return Markup(escape(ours))
    return Markup('<span class="ours">{}</span><span class="classic">{}</span>').format(ours, classic)


@lru_cache(maxsize=4096)
def bdi(name: str) -> Markup:
    """Somebody's name: user text, escaped, and isolated so that its direction cannot turn the line around."""
    return Markup(f"<bdi>{escape(name)}</bdi>")
