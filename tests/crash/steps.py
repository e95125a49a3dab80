"""The named steps at which a process can be made to die: wrapped around the product from here, it has no hook."""

import functools
import importlib
import inspect
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Step(NamedTuple):
    """Before (or after) a call of `target` (`module:name`) where `when` says so of its arguments."""

    target: str
    is_after: bool = False
    when: Callable[..., bool] = lambda *args: True


def _in_writer(*_: Any) -> bool:
    return threading.current_thread().name == "writer"


def _begins_round(actor: Any, entry: Any, link: str, step: Any, public: Any) -> bool:
    return any(type(event).__name__ == "RoundDealt" for event in step.events)


def _ends_match(actor: Any, entry: Any, link: str, step: Any, public: Any) -> bool:
    return bool(public.phase == "finished")


STEPS = {
    "before commit": Step("django.db.backends.base.base:BaseDatabaseWrapper.commit", False, _in_writer),
    "after commit": Step("django.db.backends.base.base:BaseDatabaseWrapper.commit", True, _in_writer),
    "before answer": Step("game.actor:Actor._answer_first"),
    "after answer, before tell": Step("game.actor:Actor._answer_first", True),
    "while telling": Step("game.broadcast:_push", True),
    "before hint": Step("game.bus:Bus._patiently"),
    "after hint": Step("game.bus:Bus._patiently", True),
    "catching up": Step("game.actor:Actor._refresh"),
    "clock: claimed": Step("game.clock:claim_due", True, lambda *_: True),
    "clock: before acting": Step("game.clock:Clock._act"),
    "clock: recovering": Step("game.clock:Clock._recover", True),
    "match half loaded": Step("game.store:players_of"),
    "match loaded": Step("game.tables:load_actor", True),
    "page coming": Step("rooms.live:set_up"),
    "snapshot: joined, not shown": Step("game.broadcast:snapshot_json"),
    "snapshot: room read": Step("rooms.live:snapshot", True),
    "page asks for everything": Step("rooms.live:resync"),
    "match opened, before commit": Step("rooms.services.matches:note"),
    "match opened, before tell": Step("rooms.services:start_match", True),
    "shuffle prepared": Step("game.shuffles:prepare", True),
    "nonce given": Step("game.shuffles:contribute", True),
    "round begun, before tell": Step("game.actor:Actor._advance", False, _begins_round),
    "match end, before commit": Step("game.actor:facts_at_end", True),
    "match end, before tell": Step("game.actor:Actor._advance", False, _ends_match),
    "result noted": Step("rooms.hearing:note_results", True),
}
STEPS_ON_SQLITE = [name for name in STEPS if "hint" not in name]  # there is nobody to hint anything to


def check() -> None:
    """Look whether all of them are where they are said to be. Raises AttributeError, ImportError."""
    for step in STEPS.values():
        owner, name = _place_of(step)
        inspect.getattr_static(owner, name)


def arm(name: str, count: int, quiet: float, note: Path) -> None:
    """Die (SIGKILL) at the step the `count`-th time it is reached after `quiet` seconds; `note` then has its name."""
    step = STEPS[name]
    left, since = count, time.monotonic() + quiet

    def reached() -> None:
        nonlocal left
        if time.monotonic() < since:
            return
        left -= 1
        if left == 0:
            note.write_text(name)
            os.kill(os.getpid(), signal.SIGKILL)

    _wrap(step, reached)


def _place_of(step: Step) -> tuple[Any, str]:
    module, _, path = step.target.partition(":")
    owner: Any = importlib.import_module(module)
    *classes, name = path.split(".")
    for each in classes:
        owner = getattr(owner, each)
    return owner, name


def _wrap(step: Step, reached: Callable[[], None]) -> None:
    owner, attribute = _place_of(step)
    original = inspect.getattr_static(owner, attribute)
    inner = original.__func__ if isinstance(original, staticmethod) else original

    @functools.wraps(inner)
    def call(*args: Any, **kwargs: Any) -> Any:
        counts = step.when(*args)
        if counts and not step.is_after:
            reached()
        result = inner(*args, **kwargs)
        if counts and step.is_after:
            reached()
        return result

    @functools.wraps(inner)
    async def call_later(*args: Any, **kwargs: Any) -> Any:
        counts = step.when(*args)
        if counts and not step.is_after:
            reached()
        result = await inner(*args, **kwargs)
        if counts and step.is_after:
            reached()
        return result

    wrapped: Any = call_later if inspect.iscoroutinefunction(inner) else call
    setattr(owner, attribute, staticmethod(wrapped) if isinstance(original, staticmethod) else wrapped)
