"""A production environment: refused as long as something in it is dangerous, and clean by Django's own list."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
GOOD = {
    "PRODUCTION": "1",
    "SECRET_KEY": "Vq3-r7_nB1kXz9LmT0cWf5yHs8dJg2PaQe6uRi4oNxYbKvCtMw",
    "ALLOWED_HOSTS": "cards.example",
    "PUBLIC_URL": "https://cards.example",
    "DATABASE_URL": "sqlite:///{var}/data.sqlite3",
    "DEFAULT_FROM_EMAIL": "games@cards.example",
}


def manage(var: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs manage.py in an environment that has only what is given."""
    given = {name: value.format(var=var) for name, value in environment.items()}
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**kept, "KINGS_VAR": str(var), **given},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_good_environment_is_clean(tmp_path: Path) -> None:
    checked = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **GOOD)
    assert checked.returncode == 0, checked.stderr
    assert not (tmp_path / "secret_key").exists()


def test_an_empty_production_environment_is_told_everything_at_once(tmp_path: Path) -> None:
    refused = manage(tmp_path, "serve", "--port", "0", PRODUCTION="1", DEBUG="1", SECURE_COOKIES="0")
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    for name in ("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "PUBLIC_URL", "SECURE_COOKIES", "DATABASE_URL"):
        assert f") {name} " in refused.stderr, name


@pytest.mark.parametrize(
    ("name", "value", "number"),
    [
        ("DEBUG", "1", "E001"),
        ("SECRET_KEY", "short", "E002"),
        ("ALLOWED_HOSTS", "cards.example,*", "E003"),
        ("PUBLIC_URL", "http://cards.example", "E004"),
        ("PUBLIC_URL", "https://cards.example/", "E004"),
        ("SOCKET_ORIGINS", "http://cards.example", "E005"),
        ("CSRF_TRUSTED_ORIGINS", "http://cards.example", "E005"),
        ("SECURE_COOKIES", "0", "E006"),
        ("BEHIND_TLS_PROXY", "0", "E007"),
        ("DATABASE_URL", "", "E008"),
        ("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend", "E009"),
        ("DEFAULT_FROM_EMAIL", "noreply@localhost", "E010"),
        ("HSTS_SECONDS", "0", "E011"),
        ("LOG_LEVEL", "DEBUG", "E012"),
        ("METRICS_TOKEN", "guess", "E013"),
    ],
)
def test_each_danger_is_refused(name: str, value: str, number: str, tmp_path: Path) -> None:
    code = (
        "import json, os; from django.conf import settings; from config.checks import problems;"
        "print(json.dumps([n for n, _ in problems(settings, os.environ)]))"
    )
    environment = {**GOOD, name: value, "DJANGO_SETTINGS_MODULE": "config.settings"}
    if name == "DATABASE_URL":
        del environment[name]
    kept = {"PATH": os.environ["PATH"], "KINGS_VAR": str(tmp_path)}
    given = {key: text.format(var=tmp_path) for key, text in environment.items()}
    asked = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert number in json.loads(asked.stdout)


def test_nothing_need_be_set_for_one_machine(tmp_path: Path) -> None:
    checked = manage(tmp_path, "check")
    assert checked.returncode == 0, checked.stderr
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
