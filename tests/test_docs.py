"""The documents say what the code does, where that can be checked."""

import re
from pathlib import Path
from typing import get_args

from game.refusals import SENTENCES
from rooms.commands import RoomCommand

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PROTOCOL = (ROOT / "docs/protocol.md").read_text()
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
SETTINGS = (ROOT / "config/settings.py").read_text()
RULES = (ROOT / "docs/rules.md").read_text()


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 120


def test_what_the_documents_link_to_exists() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        text = page.read_text()
        targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text)
        for target in targets:
            assert (page.parent / target).exists(), f"{page.name} → {target}"


def test_every_command_of_the_socket_is_described_and_no_other() -> None:
    tags = {command.__struct_config__.tag for command in get_args(RoomCommand)}
    table = PROTOCOL.split("## Client → server")[1].split("## Server → client")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == tags


def test_every_refusal_code_is_described() -> None:
    for code in SENTENCES:
        assert f"`{code}`" in PROTOCOL + RULES, code


def test_every_close_code_is_described_and_no_other() -> None:
    sources = "".join((ROOT / "rooms" / name).read_text() for name in ("live.py", "stage.py", "consumers.py"))
    in_code = set(re.findall(r"\b44\d\d\b", sources))
    assert set(re.findall(r"^\| (44\d\d) \|", PROTOCOL, re.M)) == in_code


def test_every_variable_of_the_environment_is_described_and_no_other() -> None:
    in_code = set(re.findall(r'(?:environ\.get|_flag|_list)\(\s*"(\w+)"', SETTINGS))
    table = ARCHITECTURE.split("## Running it")[1]
    described = {
        name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)
    }
    assert described == in_code


def test_every_module_named_in_the_architecture_exists() -> None:
    for name in set(re.findall(r"`((?:game|rooms|config|accounts|static)/[\w/]+\.\w+)`", ARCHITECTURE)):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"^ {2}(\w+\.py) ", ARCHITECTURE, re.M):
        assert (ROOT / "game" / name).exists(), name
