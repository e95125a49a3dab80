"""Pictures from the sprite, sheets and scripts, for Django templates: `{% load site %}`."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from markupsafe import Markup

from config import assets
from game.rendering import pieces
from game.rendering.pieces import either_name
from game.words import card_names

register = template.Library()


@register.filter
def bdi(name: str) -> Markup:
    """A name in a sentence, kept from turning its direction."""
    return pieces.bdi(str(name))


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """A 24-pixel picture by its sprite id (`i-x`, `logo`), silent for screen readers."""
    return format_html(
        '<svg{} width="24" height="24" aria-hidden="true"><use href="#{}"/></svg>', _class(css), name
    )


@register.simple_tag
def card(rank: int, css: str = "") -> SafeString:
    """The face of a card by rank, 1–13; say its number and name in words beside it."""
    return format_html('<svg{} aria-hidden="true"><use href="#c{}"/></svg>', _class(f"card {css}"), rank)


@register.simple_tag
def title_icon(name: str) -> SafeString:
    """The hat or tool of a title: king, noble, common, tenant, serf."""
    return format_html(
        '<svg class="ti" width="24" height="24" aria-hidden="true"><use href="#t-{}"/></svg>', name
    )


@register.simple_tag
def stylesheets(name: str) -> SafeString:
    """The style sheets of a kind of page: site, room."""
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', ([url] for url in assets.sheets(name)))


@register.simple_tag
def scripts(name: str) -> SafeString:
    """The modules of a kind of page: site, or another one with all of site in it."""
    links = ([url] for url in assets.scripts(name))
    return format_html_join("\n", '<script type="module" src="{}"></script>', links)


@register.simple_tag
def all_cards() -> list[tuple[int, SafeString, int]]:
    """Every rank with its name, in both sets, and how often it is in the deck."""
    # Rank n is in the deck n times; of jesters, rank 13, there are two.
    return [(rank, _card_name(rank), rank if rank < 13 else 2) for rank in range(1, 14)]


def _card_name(rank: int) -> SafeString:
    """A card's name in the language active now; `.kind` is shown at a kind table, `.plain` elsewhere."""
    ours, classic = card_names(rank, kids=False)
    _ours, kind = card_names(rank, kids=True)
    if classic == kind:
        return SafeString(either_name(gettext(ours), gettext(classic)))
    other = format_html(
        '<span class="plain">{}</span><span class="kind">{}</span>', gettext(classic), gettext(kind)
    )
    return SafeString(either_name(gettext(ours), other))


def _class(css: str) -> SafeString:
    return format_html(' class="{}"', css.strip()) if css.strip() else SafeString()
