"""The document on growth says what its script reckons, and the script reckons as one does by hand."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from bench.growth import CHART, DOCUMENT, ROOT, SIZES, Assumptions, Measured, growth, table

MEASURED = Measured(2_000, 50, 1_500, 50, 400)
GIVEN = Assumptions()


def test_the_document_and_its_chart_are_made_by_the_script() -> None:
    done = subprocess.run(
        [sys.executable, "bench/growth.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


def test_three_thousand_players_by_hand() -> None:
    needs = growth(3_000, MEASURED, GIVEN)
    assert (needs.rooms, needs.actions) == (500, 250)
    assert needs.processes == 2, (
        "250 × 2 ms and 500 pongs × 0.05 ms are 0.525 cores, of which one process gets a half"
    )
    assert needs.memory_gb == 3_000 * 50e3 / 1e9 + 2 * 0.09
    assert needs.sent_mb == 250 * 6 * 1_500 / 1e6
    assert needs.row_writes == 250 * 2 + 300
    assert round(needs.log_gb_a_day, 3) == round(250 * 0.4 * 86_400 * 400 / 1e9, 3)


def test_needs_grow_as_players_do() -> None:
    small, large = growth(100_002, MEASURED, GIVEN), growth(1_000_020, MEASURED, GIVEN)
    for name in ("rooms", "actions", "sent_mb", "row_writes", "log_gb_a_day"):
        assert abs(getattr(large, name) / getattr(small, name) - 10) < 0.001, name


def test_the_table_has_a_column_for_each_size() -> None:
    lines = table([growth(players, MEASURED, GIVEN) for players in SIZES]).splitlines()
    assert {line.count("|") for line in lines} == {len(SIZES) + 2}
    assert lines[0].endswith("| 1,000 | 10,000 | 100,000 | 1,000,000 |")


def test_the_chart_loads_nothing_and_has_a_name() -> None:
    text = CHART.read_text()
    root = ElementTree.fromstring(text)
    assert root.get("aria-label")
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "url(" not in text and "@import" not in text
    assert "prefers-color-scheme" in text
    assert f"]({CHART.relative_to(DOCUMENT.parent)})" in DOCUMENT.read_text()
