"""NumPy, where bots use it, computes in the thread that asks: nothing else of this machine is woken for it."""

import subprocess
import sys

import pytest

COUNT = "import os; print(len(os.listdir('/proc/self/task')))"
MULTIPLY = "import numpy; numbers = numpy.ones((600, 600)); numbers @ numbers"


def threads_after(*statements: str) -> int:
    """How many threads a new process has after these statements."""
    program = "; ".join((*statements, COUNT))
    return int(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout)


def test_numpy_starts_no_threads_in_a_server() -> None:
    pytest.importorskip("numpy")
    assert threads_after("import config.asgi", MULTIPLY) == threads_after("import config.asgi")
