"""The compiler, where there is one. Without Numba everything here runs as plain Python, a hundred times slower."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

ROOT = Path(__file__).parents[2]


def _version() -> str:
    """A name for the sources: compiled code holds what it calls, wherever that stands."""
    digest = sha256()
    bots = [ROOT / "game/bots" / name for name in ("features.py", "hard.py", "hold.py")]
    for path in (*sorted((ROOT / "game/simulation").glob("*.py")), *bots):
        if path in bots or b"@compiled" in path.read_bytes():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


try:
    from numba import config, njit

    IS_COMPILED = True
    config.CACHE_DIR = str(ROOT / "var" / "numba" / _version())  # type: ignore[attr-defined]

    def compiled(function: F) -> F:
        """The function, compiled at its first call and kept on disk; it lets other threads run."""
        result: Any = njit(cache=True, nogil=True)(function)
        return cast(F, result)

    def compiled_loosely(function: F) -> F:
        """The same, where sums may be rounded in any way: for networks."""
        result: Any = njit(cache=True, nogil=True, fastmath={"contract"})(function)
        return cast(F, result)

except ImportError:
    IS_COMPILED = False

    def compiled(function: F) -> F:
        """The function as it is."""
        return function

    compiled_loosely = compiled


def new_record(kind: np.dtype[Any]) -> np.record:
    """A record of zeros. Its fields are attributes, and it is handed on as one pointer."""
    record: np.record = np.zeros(1, kind).view(np.recarray)[0]
    return record
