"""A real server process with a database of its own: started, killed and started again by tests."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
READY_SECONDS = 60
# Replayed thousands of times in a test run: bots think fast, and faster still when nobody is left to follow them.
PACE = {"BOT_DELAY_MS": "150", "BOT_DELAY_ALONE_MS": "20"}


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(var: Path, **more: str) -> dict[str, str]:
    """The environment of a process that works on the database in `var`, whatever the test run itself uses."""
    inherited = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "DEBUG"}}
    ours = {
        "KINGS_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "only for browsers under test",
        "PYTHONUNBUFFERED": "1",
    }
    return {**inherited, **ours, **more}


def migrate(var: Path) -> None:
    """Make the tables of a new database in `var`, and the static files a server sends: those only once a build."""
    var.mkdir(parents=True, exist_ok=True)
    published = ROOT / "var"
    for where, command in ((var, ["migrate", "--verbosity", "0"]), (published, ["publish"])):
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment(where),
            check=True,
            stdout=subprocess.DEVNULL,
        )
    newest = max((published / "static").iterdir(), key=lambda build: build.stat().st_mtime)
    shutil.copytree(newest, var / "static" / newest.name)


class Server:
    """`manage.py serve` on one port and one `var`; `pace` overrides its environment."""

    def __init__(self, var: Path, *, port: int | None = None, **pace: str) -> None:
        self.var = var
        self.port = port or free_port()
        self.log = var / "serve.log"
        self.command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        self._environment = environment(var, **{**PACE, **pace})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers. Raises: RuntimeError with what it wrote."""
        began = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command, cwd=ROOT, env=self._environment, stdout=log, stderr=subprocess.STDOUT
            )
        until = time.monotonic() + READY_SECONDS
        while b"ready on" not in self.log.read_bytes()[began:]:
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """End it as a power cut would (SIGKILL)."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in good order (SIGTERM)."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def complaints(self) -> list[str]:
        """The lines of its log that tell of a fault."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if " ERROR " in line or " CRITICAL " in line or "Traceback" in line]


def fresh_var(template: Path, folder: Path) -> Path:
    """A copy of a migrated `var` to work on."""
    shutil.copytree(template, folder)
    return folder
