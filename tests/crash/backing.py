"""A PostgreSQL and a Redis of our own, in a folder of ours and on free ports: killed and started at will."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg
import redis

from tests.browser.server import free_port

READY_SECONDS = 60


def find_postgres() -> Path | None:
    """Where PostgreSQL's server programs are, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[-1].parent if found else None


def missing() -> str:
    """What is not installed of what a run needs; empty when all is there."""
    wanted = {
        "PostgreSQL's server": find_postgres() is not None,
        "redis-server": shutil.which("redis-server"),
    }
    return ", ".join(name for name, is_there in wanted.items() if not is_there)


class Postgres:
    """A database server with fsync on. It does not run as root, so root lends it to the user `postgres`."""

    def __init__(self, folder: Path) -> None:
        self.data, self.port = folder / "postgres", free_port()
        self._programs = find_postgres()
        self._as = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.data.mkdir()
        folder.chmod(0o755)
        if self._as:
            shutil.chown(self.data, "postgres", "postgres")
        command = [
            "initdb",
            "-D",
            str(self.data),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-instructions",
        ]
        subprocess.run([f"{self._programs}/{command[0]}", *command[1:]], check=True, stdout=subprocess.DEVNULL,
                       cwd="/", **self._as)  # fmt: skip

    def start(self) -> None:
        """Start it, after a crash too, and wait until it answers."""
        command = [f"{self._programs}/postgres", "-D", str(self.data), "-p", str(self.port), "-h", "127.0.0.1",
                   "-k", "", "-c", "fsync=on", "-c", "max_connections=200", "-c", "logging_collector=off"]  # fmt: skip
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd="/", **self._as)
        _until(lambda: psycopg.connect(self.url, connect_timeout=2).close(), psycopg.OperationalError)

    def crash(self) -> None:
        """End it in immediate mode: nothing is written out, everybody is cut off."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()


class Redis:
    """A Redis that keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [
            "redis-server",
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            "/tmp",
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _until(lambda: redis.Redis.from_url(self.url).ping(), redis.RedisError)

    def crash(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def _until(works: object, refuses: type[Exception]) -> None:
    until = time.monotonic() + READY_SECONDS
    while True:
        try:
            works()  # type: ignore[operator]
        except refuses:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return
