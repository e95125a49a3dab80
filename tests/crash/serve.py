"""Server processes for crash tests, each forked from one that has loaded the product: so they start in no time.

`python -m tests.crash.serve` says `ready`, then takes lines of JSON, `[port]` or `[port, step, count, quiet, note]`
(see `steps.arm`), and answers with the new process's id. When its input ends, it ends with all of them.
"""

import importlib
import json
import os
import signal
import sys
from pathlib import Path


def main() -> None:
    """Fork servers until nobody asks any more. Raises AttributeError where a step is not there (any more)."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.crash.settings"
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever dies is gone at once
    # What is loaded here is there in every server. Not Twisted's reactor: each has one of its own.
    import config.asgi
    from tests.crash import steps

    for name in ("autobahn.twisted.websocket", "twisted.web.server", "config.urls", "tests.crash.layer"):
        importlib.import_module(name)
    steps.check()
    assert "twisted.internet.reactor" not in sys.modules
    print("ready", flush=True)
    for line in sys.stdin:
        if (pid := os.fork()) == 0:
            serve(config.asgi.application, *json.loads(line))
        print(pid, flush=True)
    os.killpg(0, signal.SIGKILL)


def serve(application: object, port: int, *armed: object) -> None:
    """Serve until killed, at the latest when the armed step is reached."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    import daphne.server  # noqa: F401  installs Twisted's asyncio reactor before anything else does

    from config import background
    from config.server import KingsServer

    background.Reviewer.start = lambda reviewer: None  # type: ignore[method-assign]  # no child for every life
    if armed:
        from tests.crash.steps import arm

        step, count, quiet, note = armed
        arm(str(step), int(str(count)), float(str(quiet)), Path(str(note)))
    try:
        KingsServer(application, host="127.0.0.1", port=port).run()
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
