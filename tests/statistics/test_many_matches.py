"""Pages on a database with a few hundred matches; `python bench/history.py` asks the same of a hundred thousand."""

from io import StringIO

import pytest
from django.core.management import call_command

from bench.pages import Cost, cost, pages

GOAL_MS = 100
QUERIES = {
    "lobby": 4,
    "my record": 8,
    "another’s record": 9,
    "a match": 9,
    "waiting room": 11,
    "room’s standings": 16,
    "room’s last page": 16,
    "admin: a match": 9,
    "admin: rooms": 7,
    "admin: accounts": 7,
    "admin": 7,
}
"""The most queries of a page, by how its name begins; the longest beginning counts."""


@pytest.fixture
def costs(db: None) -> list[Cost]:
    """What every page costs with 300 matches."""
    call_command("generate_matches", matches=300, users=40, rooms=4, processes=0, seed="a", stdout=StringIO())
    return [cost(page, times=3) for page in pages()]


def test_every_page_is_quick_and_asks_the_database_few_things(costs: list[Cost]) -> None:
    assert len(costs) >= 25
    slow = [found for found in costs if found.cpu_ms >= GOAL_MS]
    assert slow == []
    for found in costs:
        beginning = max((name for name in QUERIES if found.name.startswith(name)), key=len)
        assert found.queries <= QUERIES[beginning], found
    assert {name for name in QUERIES if any(found.name.startswith(name) for found in costs)} == set(QUERIES)
