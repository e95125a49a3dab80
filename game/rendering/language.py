"""One language's words and compiled templates. Texts with a constant msgid are folded in when a template compiles."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from game.rendering.pieces import bdi, bot_icon, card_back, cards, icon, title_icon
from game.words import BOT_LEVELS


class Language:
    """Words and templates in one language. Not thread-bound: it never reads the active language."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._texts: dict[str, str] = {}
        self._templates: dict[str, Template] = {}
        self._environment = _environment(self)
        self._pieces = lru_cache(maxsize=8192)(self._draw)

    def __call__(self, msgid: str) -> str:
        """The translation of a msgid, as plain text with its placeholders."""
        text = self._texts.get(msgid)
        if text is None:
            with translation.override(self.code):
                text = self._texts[msgid] = gettext(msgid)
        return text

    def text(self, msgid: str, **params: object) -> str:
        """The translation with its placeholders filled, as plain text."""
        return self(msgid).format(**params)

    def html(self, msgid: str, **params: object) -> Markup:
        """The translation with its placeholders filled; plain values are escaped, Markup stands."""
        return Markup(self(msgid).format(**{name: escape(value) for name, value in params.items()}))

    def n_cards(self, count: int) -> str:
        """A number of cards in words."""
        return self(_("{n} card") if count == 1 else _("{n} cards")).format(n=count)

    def level_name(self, level: str) -> str:
        """What a level of bots is called; one that there no longer is, by its key."""
        return self(BOT_LEVELS[level]) if level in BOT_LEVELS else level

    def template(self, name: str) -> Template:
        """A compiled template of `templates/table/`."""
        found = self._templates.get(name)
        if found is None:
            found = self._templates[name] = self._environment.get_template(name)
        return found

    def _draw(self, name: str, names: tuple[tuple[str, object], ...]) -> str:
        return self.template(name).render(dict(names))

    def drawn_once(self, name: str, **names: object) -> str:
        """The output of a small template for these (hashable) names, drawn once and kept."""
        return self._pieces(name, tuple(names.items()))

    def render(self, name: str, context: Mapping[str, object]) -> str:
        """The output of a template of `templates/table/`."""
        return self._environment.get_template(name).render(context)


@lru_cache(maxsize=8)
def _language(code: str) -> Language:
    return Language(code)


@lru_cache(maxsize=64)
def language_for(code: str) -> Language:
    """The language with this code; the default language for a code that is not offered."""
    known = {name for name, _label in settings.LANGUAGES}
    return _language(code if code in known else settings.LANGUAGE_CODE)


class _FoldConstants(NodeTransformer):
    """Replaces calls such as `_("Pass")` and `icon("i-x")`, whose arguments are constants, by their result."""

    def __init__(self, functions: Mapping[str, object]) -> None:
        self._functions = functions

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        constants = [argument.value for argument in node.args if isinstance(argument, nodes.Const)]
        if not isinstance(node.node, nodes.Name) or len(constants) < len(node.args) or node.kwargs:
            return node
        function = self._functions.get(node.node.name)
        if not callable(function):
            return node
        return nodes.Const(function(*constants), lineno=node.lineno)


class _PlainTemplate(Template):
    """A template whose globals are one plain dict: merging them is a quarter of what a small fragment costs."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The output, as `Template.render` gives it; errors are not rewritten for display."""
        plain = self.__dict__.get("plain_globals")
        if plain is None:
            plain = self.__dict__["plain_globals"] = dict(self.globals)
        names = {**plain, **dict(*args, **kwargs)}
        context = self.environment.context_class(self.environment, names, self.name, self.blocks)
        return "".join(self.root_render_func(context))


class _FoldingEnvironment(Environment):
    """A Jinja environment for one language that knows its constants before it compiles."""

    template_class = _PlainTemplate

    folded: Mapping[str, object] = {}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        _FoldConstants(self.folded).visit(tree)
        return tree


def _environment(language: Language) -> Environment:
    environment = _FoldingEnvironment(
        loader=FileSystemLoader(settings.BASE_DIR / "templates" / "table"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=settings.DEBUG,
        cache_size=-1,
    )
    environment.folded = {"_": language, "icon": icon, "title_icon": title_icon, "card_back": card_back}
    environment.globals.update(
        {
            **environment.folded,
            "bdi": bdi,
            "cards": cards,
            "fill": str.format,
            "n_cards": language.n_cards,
            "bot_icon": bot_icon,
            "level_name": language.level_name,
        }
    )
    return environment
