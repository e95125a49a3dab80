"""`verify_shuffle` reads exports and nothing else: it believes no single value of them."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.game.stored import finished_match


def check(path: Path) -> tuple[list[str], str | None]:
    """The lines of the command and its error, if it ends with one."""
    out, error = io.StringIO(), None
    try:
        call_command("verify_shuffle", str(path), stdout=out)
    except CommandError as failed:
        error = str(failed)
    return out.getvalue().splitlines(), error


@pytest.fixture
def record(db: None) -> dict[str, Any]:
    """The export of a finished match."""
    out = io.StringIO()
    call_command("export_match", finished_match().public_id, stdout=out)
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


def written(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    return path


def test_exports_that_are_what_they_say_are_confirmed(tmp_path: Path, record: dict[str, Any]) -> None:
    lines, error = check(written(tmp_path / "two.jsonl", record, record))
    assert error is None
    assert (
        lines
        == [f"match {record['match']}: deals and log agree; its seed is made of the secret and 0 nonces"] * 2
    )


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda r: r.update(secret="00" * 32), "seed"),
        (lambda r: r.update(seed="00" * 32), "seed"),
        (lambda r: r["nonces"].__setitem__(1, "ab" * 16), "seed"),
        (lambda r: r.update(commitment="00" * 32), "commitment"),
        (lambda r: r["draws"][0].reverse(), "draws"),
        (lambda r: r["rounds"][0]["hands"]["0"].reverse(), "rounds"),
        (lambda r: r["actions"][5].update(at=1), "head"),
        (lambda r: r.update(head="00" * 32), "head"),
        (lambda r: r["result"]["ranking"][0].update(total=99), "result"),
    ],
)  # fmt: skip
def test_any_changed_value_is_found(
    tmp_path: Path, record: dict[str, Any], change: Callable[[dict[str, Any]], Any], where: str
) -> None:
    change(record)
    lines, error = check(written(tmp_path / "changed.json", record))
    assert error == "1 of 1 matches are not what they say"
    assert lines[0].startswith(f"match {record['match']}: ") and where in lines[0]


@pytest.mark.parametrize("text", ["", "[]", "{", "nothing", '{"format":1}'])
def test_what_is_no_export_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "strange.json"
    path.write_text(text, "utf-8")
    assert check(path)[1] is not None


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    error = check(tmp_path / "nowhere.json")[1]
    assert error is not None and error.startswith("cannot read")
