"""Parts of a document that a command writes, between two comments that nobody sees."""

from pathlib import Path
from typing import Final

DOCUMENTS: Final = Path(__file__).resolve().parents[2] / "docs"


def write_part(document: str, name: str, text: str) -> None:
    """Puts the text, Markdown that ends with a line break, between `<!-- name -->` and `<!-- /name -->`.

    Raises: ValueError where the document has no such place.
    """
    path = DOCUMENTS / document
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
    before, found, rest = path.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{document} has no place for {name}")
    path.write_text(before + begin + text + end + after)
