"""Puts the catalogues together: `python locale/build.py` after every change of `locale/parts/*.po`.

Each area keeps its Korean in a part of its own (`accounts.po`, `rooms.po`, `table.po`, `engine.po`); English is what
the code says. This merges the parts into `<language>/LC_MESSAGES/django.po` and compiles `django.mo` beside it. Both
are committed, so that a fresh machine needs neither this script nor gettext. `--check` writes nothing and lists what
the code says but no part translates, and what a part translates but nobody says (exit status 1 if there is any).
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from catalogue import Catalogue, compile_mo, format_po, header, merge, read_parts  # noqa: E402
from extract import said_in  # noqa: E402

PLURALS = {"ko": "nplurals=1; plural=0;", "en": "nplurals=2; plural=(n != 1);"}
COMMENT = "Made by locale/build.py from locale/parts; change those."


def built() -> dict[str, bytes]:
    """Path under `locale/` → contents, of every file this script makes. Raises: BadCatalogue."""
    korean = merge(read_parts(HERE / "parts"))
    # English is in the code already: its catalogue only says how its plurals go.
    english: Catalogue = {key: ("", "") if key.plural else ("",) for key in korean}
    files = {}
    for language, entries in (("ko", korean), ("en", english)):
        head = header(language, PLURALS[language])
        folder = f"{language}/LC_MESSAGES"
        files[f"{folder}/django.po"] = format_po(entries, head, COMMENT).encode()
        files[f"{folder}/django.mo"] = compile_mo(entries, head)
    return files


def main(arguments: list[str]) -> int:
    """Writes the files, or with `--check` reports what is missing or not used; returns the exit status."""
    if arguments == ["--check"]:
        korean = merge(read_parts(HERE / "parts"))
        said = said_in(HERE.parent)
        missing = [
            f"not translated: {key.msgid!r} ({', '.join(sorted(places))})"
            for key, places in said.items()
            if key not in korean
        ]
        unused = [f"said nowhere: {key.msgid!r}" for key in korean if key not in said]
        sys.stdout.write("".join(f"{line}\n" for line in (*missing, *unused)))
        return 1 if missing or unused else 0
    for name, contents in built().items():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
