"""NumPy, where bots use it, computes in the thread that asks: nothing else of this machine is woken for it."""

import os
import subprocess
import sys

import pytest

COUNT = "import os; print(len(os.listdir('/proc/self/task')))"
MULTIPLY = "import numpy; numbers = numpy.ones((600, 600)); numbers @ numbers"
LIMITS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def threads_after(*statements: str) -> int:
    """How many threads a new process has after these statements, when nobody told it a number."""
    told_nothing = {name: value for name, value in os.environ.items() if name not in LIMITS}
    program = "; ".join((*statements, COUNT))
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=told_nothing)
    return int(run.stdout)


def test_numpy_starts_no_threads_in_a_server() -> None:
    # The settings alone, not the whole server: what minifies scripts there is Go, whose own threads come and go.
    pytest.importorskip("numpy")
    assert threads_after("import config.settings", MULTIPLY) == 1
    if (os.cpu_count() or 1) > 1:
        assert threads_after(MULTIPLY) > 1
