"""The Jinja environment of a room's fragments. Its words are those of the language active while it renders."""

from functools import cache

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from game.names import level_name
from game.rendering.pieces import bdi, bot_icon, icon


@cache
def environment() -> Environment:
    """Everything in it is escaped unless it is Markup."""
    made = Environment(
        loader=FileSystemLoader(settings.BASE_DIR / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=settings.DEBUG,
    )
    made.globals.update(
        _=translation.gettext, url=_url, icon=icon, bot_icon=bot_icon, bdi=bdi, level_name=level_name
    )
    return made


def _url(name: str, *arguments: str) -> str:
    return reverse(name, args=arguments)
