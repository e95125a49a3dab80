"""docs/security.md names code and tests that exist, and says of every line who sees to it."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SECURITY = (ROOT / "docs/security.md").read_text()
ROWS = [row.split("|")[1:-1] for row in re.findall(r"^\| V.*\|$", SECURITY, re.M)]


def test_what_is_named_exists() -> None:
    named = set(re.findall(r"`([\w/]+/[\w.@/-]+\.\w+)(?:::(\w+))?`", SECURITY))
    assert len(named) > 50
    for path, test in named:
        assert (ROOT / path).is_file(), path
        assert not test or re.search(rf"def {test}\(", (ROOT / path).read_text()), f"{path}::{test}"


def test_every_line_has_somebody_and_what_is_code_has_a_test() -> None:
    assert len(ROWS) > 35
    for topic, how, by, shown in ROWS:
        if "not used" not in how:
            assert by.strip(), topic
        if "code" in by:
            assert "tests/" in shown, topic


def test_every_chapter_is_there() -> None:
    chapters = {int(number) for row in ROWS for number in re.findall(r"\bV(\d+)", row[0])}
    assert chapters == set(range(1, 18))
