"""The rules page and the tests tell the same rules."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "rules.md"


def written_rules() -> list[str]:
    """The ids on the page, in order."""
    return re.findall(r"\*\*(\d+-[a-z0-9-]+)\*\*", PAGE.read_text())


def named_rules() -> set[str]:
    """The ids that tests name."""
    sources = (path.read_text() for path in TESTS.rglob("test_*.py"))
    return {name for source in sources for name in re.findall(r'mark\.rule\("([^"]+)"\)', source)}


def test_every_rule_is_written_once():
    rules = written_rules()
    assert len(rules) > 80
    assert len(rules) == len(set(rules))


def test_every_rule_has_a_test_and_every_named_rule_is_written():
    assert named_rules() == set(written_rules())


def test_rules_are_in_the_section_their_number_says():
    section = None
    for line in PAGE.read_text().splitlines():
        if heading := re.match(r"## (\d+)\.", line):
            section = heading[1]
        for rule in re.findall(r"\*\*(\d+)-[a-z0-9-]+\*\*", line):
            assert rule == section, line
