"""Joins ES modules into one: each becomes a function that is run once, in the order in which a browser would run them.

It knows what our scripts are written in and refuses the rest: imports of names or for effect at the start of a line,
with a relative address, and exports of functions, classes and constants. `import('./x.js')` stays what it is, with the
address seen from where the joined script lies: such a module is fetched later, and so are copies of all it imports.
"""

import posixpath
import re
from collections.abc import Mapping, Sequence

IMPORT = re.compile(
    r"^import\s+(?:\{(?P<names>[^}]*)\}\s*from\s*)?['\"](?P<path>\.[^'\"]+)['\"];?", re.MULTILINE
)
EXPORT = re.compile(
    r"^export\s+(?=(?:async\s+function|function|class|const)\b\*?\s*(?P<name>[\w$]+))", re.MULTILINE
)
LATER = re.compile(r"\bimport\('(?P<path>\.[^']+)'\)")
OTHER = re.compile(
    r"^\s*(?:import\b(?!\('\./)|export\b).*|\bimport\s*\((?!'\./)|\bimport\.meta\b", re.MULTILINE
)


FOLDER = "js"
"""Where entries and joined scripts lie."""


class CannotJoin(Exception):
    """A module uses what this joiner does not know; the text names it."""


def join(entries: Sequence[str], sources: Mapping[str, bytes]) -> bytes:
    """One script that does what loading these modules in turn would. `sources` by path. Raises: CannotJoin."""
    order: dict[str, str] = {}
    for entry in entries:
        _visit(entry, sources, order, ())
    return "".join(order.values()).encode()


def _visit(path: str, sources: Mapping[str, bytes], order: dict[str, str], above: tuple[str, ...]) -> None:
    """Add a module behind those it imports."""
    if path in order:
        return
    if path in above:
        raise CannotJoin(f"{' → '.join([*above, path])}: modules that import each other")
    if path not in sources:
        raise CannotJoin(f"{path}: not there")
    text = sources[path].decode()
    taken = []
    for found in IMPORT.finditer(text):
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
        _visit(other, sources, order, (*above, path))
        if found["names"]:
            names = re.sub(r"([\w$]+)\s+as\s+", r"\1: ", found["names"].strip())
            taken.append(f"const {{ {names} }} = {_name(other, order)};")
    given = [found["name"] for found in EXPORT.finditer(text)]
    body = LATER.sub(
        lambda found: f"import('{_later(path, found['path'], sources)}')",
        EXPORT.sub("", IMPORT.sub("", text)),
    )
    if unknown := OTHER.search(body):
        raise CannotJoin(f"{path}: {unknown[0].strip()}")
    head, result = "\n".join(taken), f"return {{ {', '.join(given)} }};" if given else ""
    order[path] = f"const $m{len(order)} = (() => {{\n{head}\n{body}\n{result}\n}})();\n"


def _later(path: str, address: str, sources: Mapping[str, bytes]) -> str:
    """Where a module fetched later lies, seen from the folder of the entries."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
    if target not in sources:
        raise CannotJoin(f"{path}: {target} is not there")
    return f"./{posixpath.relpath(target, FOLDER)}"


def _name(path: str, order: dict[str, str]) -> str:
    return f"$m{list(order).index(path)}"
