"""The backup of docs/operations.md for SQLite: copied while it is written to, opened again, every match verified."""

import re
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

from tests.ops.test_production import ROOT, manage

OPERATIONS = (ROOT / "docs/operations.md").read_text()


def test_a_copy_made_while_matches_are_written_is_whole(tmp_path: Path) -> None:
    var = tmp_path / "var"
    assert manage(var, "migrate", "--verbosity", "0").returncode == 0
    assert manage(var, "generate_matches", "--matches", "6").returncode == 0
    (copying,) = re.findall(r"^python3 -c \"(import sqlite3.*)\"$", OPERATIONS, re.M)
    stop = threading.Event()

    def write() -> None:
        with sqlite3.connect(var / "kings.sqlite3", timeout=30) as connection:
            while not stop.is_set():
                connection.execute("UPDATE accounts_user SET display_name = display_name")
                connection.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        restored = tmp_path / "restored"
        restored.mkdir()
        command = copying.replace("/var/lib/kings/data.sqlite3", str(var / "kings.sqlite3"))
        command = command.replace("/backup/kings.sqlite3", str(restored / "kings.sqlite3"))
        subprocess.run([sys.executable, "-c", command], check=True)
    finally:
        stop.set()
        writer.join()
    verified = manage(restored, "verify_matches")
    assert verified.returncode == 0 and "6 verified, 0 differ" in verified.stdout, verified
    with sqlite3.connect(restored / "kings.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        triggers = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone()[
            0
        ]
    assert triggers > 0, "the log still refuses changes"
