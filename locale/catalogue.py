"""Reads and writes catalogues of translations in plain Python, so that no gettext tool need be installed.

Only what our files use of the format: comments, msgctxt, msgid, msgid_plural, msgstr, strings over several lines.
"""

import ast
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a message is looked up by; `plural` is "" where there is only one form."""

    msgid: str
    context: str = ""
    plural: str = ""


Catalogue = dict[Key, tuple[str, ...]]
"""Key → its translations, one for each plural form of the language."""


class BadCatalogue(Exception):
    """A part that cannot be used; the message names the file and the line or the entry."""


def parse_po(text: str, name: str) -> Catalogue:
    """The entries of a `.po` text without its header; `name` is for messages. Raises: BadCatalogue."""
    entries: Catalogue = {}
    fields: dict[str, str] = {}
    current = ""

    def close() -> None:
        if fields.get("msgid"):
            key = Key(fields["msgid"], fields.get("msgctxt", ""), fields.get("msgid_plural", ""))
            if key in entries:
                raise BadCatalogue(f"{name}: {key.msgid!r} is there twice")
            forms = [fields[field] for field in sorted(fields) if field.startswith("msgstr")]
            entries[key] = tuple(forms)
        fields.clear()

    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if line.startswith("#,") and "fuzzy" in line:
            raise BadCatalogue(f"{name}:{number}: fuzzy entries are not finished")
        if not line or line.startswith("#"):
            continue
        keyword, _space, quoted = line.partition(" ")
        if line.startswith('"'):
            quoted = line
        else:
            if keyword == "msgctxt" or (keyword == "msgid" and current != "msgctxt"):
                close()
            current = keyword
            fields[current] = ""
        try:
            fields[current] += ast.literal_eval(quoted)
        except (SyntaxError, ValueError, KeyError) as error:
            raise BadCatalogue(f"{name}:{number}: {raw!r}") from error
    close()
    return entries


def merge(parts: Iterable[tuple[str, Catalogue]]) -> Catalogue:
    """All parts as one; a message in two parts must have one translation. Raises: BadCatalogue."""
    merged: Catalogue = {}
    origin: dict[Key, str] = {}
    for name, entries in parts:
        for key, forms in entries.items():
            if key in merged and merged[key] != forms:
                raise BadCatalogue(f"{key.msgid!r}: {merged[key]} in {origin[key]}, but {forms} in {name}")
            merged[key], origin[key] = forms, name
    return dict(sorted(merged.items()))


def header(language: str, plural_forms: str) -> str:
    """The entry for the empty msgid; no dates, so that the same sources give the same bytes."""
    return (
        f"Language: {language}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {plural_forms}\n"
    )


def format_po(entries: Catalogue, head: str, comment: str) -> str:
    """The `.po` text of a catalogue."""
    blocks = [
        f'# {comment}\nmsgid ""\nmsgstr ""\n'
        + "".join(_quote(f"{row}\n") + "\n" for row in head.splitlines())
    ]
    for key, forms in entries.items():
        lines = [f"msgctxt {_quote(key.context)}"] if key.context else []
        lines.append(f"msgid {_quote(key.msgid)}")
        if key.plural:
            lines.append(f"msgid_plural {_quote(key.plural)}")
            lines += [f"msgstr[{index}] {_quote(form)}" for index, form in enumerate(forms)]
        else:
            lines.append(f"msgstr {_quote(forms[0])}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def compile_mo(entries: Catalogue, head: str) -> bytes:
    """The binary catalogue that Python's gettext reads; entries without a translation are left out."""
    pairs = {b"": head.encode()}
    for key, forms in entries.items():
        if all(forms):
            msgid = f"{key.context}\x04{key.msgid}" if key.context else key.msgid
            source = f"{msgid}\x00{key.plural}" if key.plural else msgid
            pairs[source.encode()] = "\x00".join(forms).encode()
    ordered = sorted(pairs.items())
    count = len(ordered)
    tables = 7 * 4
    at = tables + count * 16
    sources, translations, data = [], [], bytearray()
    for column, rows in ((0, sources), (1, translations)):
        for pair in ordered:
            rows.append((len(pair[column]), at + len(data)))
            data += pair[column] + b"\x00"
    numbers = [0x950412DE, 0, count, tables, tables + count * 8, 0, at]
    numbers += [number for row in (*sources, *translations) for number in row]
    return struct.pack(f"<{len(numbers)}I", *numbers) + bytes(data)


def read_parts(folder: Path) -> list[tuple[str, Catalogue]]:
    """Every `parts/*.po` by name. Raises: BadCatalogue."""
    return [(path.name, parse_po(path.read_text("utf-8"), path.name)) for path in sorted(folder.glob("*.po"))]


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
