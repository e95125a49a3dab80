"""Finds every message the code says: constants in Python, Django templates and Jinja templates."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from catalogue import Key
from django.utils.translation.template import templatize
from jinja2 import Environment
from jinja2.ext import extract_from_ast

APPS = ("config", "accounts", "rooms", "game")
# How a function takes its strings: which argument is the context, the message, the plural.
ARGUMENTS = {
    "gettext": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
}
_CALL = re.compile(r"""(?<![\w.])(_|n?p?gettext)\(((?:\s*u?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')\s*,?)+)""")


def said_in(root: Path) -> dict[Key, set[str]]:
    """Message → the files (relative to `root`) that say it; migrations are left out, they say nothing."""
    said: defaultdict[Key, set[str]] = defaultdict(set)
    for path in _sources(root):
        text = path.read_text("utf-8")
        if path.suffix == ".py":
            keys = from_python(text)
        elif path.suffix == ".jinja":
            keys = from_jinja(text)
        else:
            keys = from_django(text)
        for key in keys:
            said[key].add(str(path.relative_to(root)))
    return dict(sorted(said.items()))


def from_python(text: str) -> Iterator[Key]:
    """The constants given to gettext and its kin, under whatever name they were imported."""
    tree = ast.parse(text)
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name):
            name = names.get(called.id, "")
        elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            name = called.attr if called.value.id == "translation" else ""
        else:
            continue
        kind = re.sub("_(lazy|noop)$", "", name)
        constants = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        yield from _key(kind, constants)


def from_django(text: str) -> Iterator[Key]:
    """What `translate`, `blocktranslate` and `_("…")` say in a Django template."""
    for match in _CALL.finditer(templatize(text)):
        strings = ast.literal_eval(f"({match[2].rstrip().rstrip(',')},)")
        yield from _key("gettext" if match[1] == "_" else match[1], strings)


def from_jinja(text: str) -> Iterator[Key]:
    """What `_("…")` and its kin say in a Jinja template."""
    environment = Environment(extensions=["jinja2.ext.i18n"])
    functions = ("_", *ARGUMENTS)
    for _line, function, strings in extract_from_ast(environment.parse(text), functions):
        row = (strings,) if isinstance(strings, str) else strings or ()
        yield from _key("gettext" if function == "_" else function, row)


def _key(kind: str, strings: Iterable[object]) -> Iterator[Key]:
    fields = ARGUMENTS.get(kind)
    values = list(strings)
    if (
        fields
        and len(values) >= len(fields)
        and all(isinstance(value, str) for value in values[: len(fields)])
    ):
        yield Key(**dict(zip(fields, values, strict=False)))  # type: ignore[arg-type]


def _sources(root: Path) -> Iterator[Path]:
    for app in APPS:
        yield from (path for path in sorted((root / app).rglob("*.py")) if "migrations" not in path.parts)
    for kind in ("*.html", "*.txt", "*.jinja"):
        yield from sorted((root / "templates").rglob(kind))
