"""Behind the scenes of a running server: a process beside it that reads and prepares its database.

Run as `python -m tests.browser.backstage` with the server's environment; one JSON request a line in, one answer a
line out. `Backstage` is the other end, for tests. Prepared matches are real logs, replayed like any other.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.browser.server import ROOT, environment


class Backstage:
    """Calls the functions of `tests.browser.props` in a process of their own: `backstage("user", username=…)`."""

    def __init__(self, var: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.backstage"],
            cwd=ROOT,
            env=environment(var),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, function: str, /, **arguments: Any) -> Any:
        """The result of one function. Raises: RuntimeError with the error over there."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([function, arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the backstage process ended")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()


def main() -> None:
    """Answer requests until the input ends."""
    import traceback

    import django

    django.setup()
    from tests.browser import props

    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"result": getattr(props, name)(**arguments)}
        except Exception:
            answer = {"error": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
