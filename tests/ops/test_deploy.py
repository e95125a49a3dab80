"""The files of `deploy/`: every variable is listed, and what they start exists."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from config.background import HOLD_SECONDS, NOTICE_SECONDS, STOP_SECONDS
from config.server import LAST_SECONDS
from tests.ops.proxy import NGINX, Proxy

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


def test_every_variable_is_in_the_example_and_no_other() -> None:
    read = set(
        re.findall(r'(?:environ\.get|_flag|_list)\(\s*"(\w+)"', (ROOT / "config/settings.py").read_text())
    )
    listed = re.findall(r"^(?:# )?([A-Z_]+)=", (DEPLOY / "environment.example").read_text(), re.M)
    assert set(listed) == read
    assert len(listed) == len(read)


def managed(text: str) -> list[list[str]]:
    """The words after `manage.py` of every command in a text."""
    plain = re.sub(r'[\[\]",]', " ", text)
    return [shlex.split(line) for line in re.findall(r"manage\.py +([\w -.]+?)(?:\n|$|%)", plain)]


@pytest.mark.parametrize(
    "path", sorted(p for p in DEPLOY.iterdir() if p.suffix != ".example"), ids=lambda p: p.name
)
def test_the_commands_that_are_started_exist(path: Path) -> None:
    for name, *arguments in managed(path.read_text()):
        command = load_command_class(get_commands()[name], name)
        words = [word + "1" if word == "800" else word for word in arguments]
        command.create_parser("manage.py", name).parse_args(words)


def test_the_composition_is_whole() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
    assert services["one"] == services["two"]
    for source in re.findall(r"^COPY (\S+) ", (DEPLOY / "Dockerfile").read_text(), re.M):
        assert (ROOT / source).exists()


def test_a_process_has_time_to_end() -> None:
    (seconds,) = re.findall(r"TimeoutStopSec=(\d+)", (DEPLOY / "kings@.service").read_text())
    assert int(seconds) > NOTICE_SECONDS + STOP_SECONDS + HOLD_SECONDS + LAST_SECONDS
    assert f"stop_grace_period: {seconds}s" in (DEPLOY / "compose.yaml").read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
def test_the_units_are_sound(tmp_path: Path) -> None:
    for unit in UNITS:
        text = re.sub(r"(?m)^(User|Group)=.*\n", "", unit.read_text())
        (tmp_path / unit.name).write_text(text.replace("/srv/kings/.venv/bin/python", "/usr/bin/env"))
    names = [str(tmp_path / unit.name.replace("@.", "@1.")) for unit in UNITS]
    told = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True, check=False)
    assert not [line for line in told.stderr.splitlines() if str(tmp_path) in line or "kings" in line]


@pytest.mark.skipif(NGINX is None, reason="no nginx here")
def test_the_proxy_s_configuration_is_sound(tmp_path: Path) -> None:
    Proxy(tmp_path).configure([8001, 8002])
