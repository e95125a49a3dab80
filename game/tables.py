"""The live matches of this process: loads them, keeps them while needed, passes on what happens in them."""

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from game import broadcast, hub
from game.actor import Actor, Change, load_actor
from game.bus import bus
from game.faults import log_fault
from game.moment import now_ms
from game.store import Stored, load_all
from game.threads import in_thread

logger = logging.getLogger(__name__)

KEEP = 512  # matches without viewers kept in memory; each is some kilobytes and loads in milliseconds

# Called with the actor after every change, in the event loop; for the rooms app.
after_change: list[Callable[[Actor], None]] = []


class Tables:
    """The actors of one event loop, each with one timer for the next thing that happens by itself."""

    def __init__(self) -> None:
        self._actors: OrderedDict[int, Actor] = OrderedDict()
        self._loading: dict[int, asyncio.Task[Actor]] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._acting: set[asyncio.Task[None]] = set()

    async def get(self, match_id: int) -> Actor:
        """The actor of a match, loaded from the log if it is not here. Raises NoSuchMatch."""
        if (actor := self._actors.get(match_id)) is not None:
            self._actors.move_to_end(match_id)
            return actor
        if (loading := self._loading.get(match_id)) is None:
            loading = self._begin_loading(match_id, load_actor(match_id, tell=self._tell))
        return await asyncio.shield(loading)

    async def get_all(self, match_ids: list[int]) -> list[Actor]:
        """The actors of these matches; those that are not here are loaded together. Without what cannot be loaded."""
        missing = [id for id in match_ids if id not in self._actors and id not in self._loading]
        if missing:
            together = asyncio.ensure_future(in_thread(load_all, missing))
            for match_id in missing:
                self._begin_loading(match_id, self._take_from(together, match_id))
        found = await asyncio.gather(*map(self.get, match_ids), return_exceptions=True)
        return [actor for actor in found if isinstance(actor, Actor)]

    async def _take_from(self, together: asyncio.Future[dict[int, Stored]], match_id: int) -> Actor:
        stored = (await together).get(match_id)
        if stored is None:
            return await load_actor(match_id, tell=self._tell)
        return Actor(stored, tell=self._tell)

    def _begin_loading(self, match_id: int, actor: Coroutine[Any, Any, Actor]) -> asyncio.Task[Actor]:
        async def load() -> Actor:
            self._forget_idle()
            self._actors[match_id] = loaded = await actor
            return loaded

        loading = self._loading[match_id] = asyncio.ensure_future(load())
        loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return loading

    def here(self, match_id: int) -> Actor | None:
        """The actor, if it is in memory."""
        return self._actors.get(match_id)

    def watch(self, actor: Actor) -> None:
        """Set the timer of a match that has viewers here, so that it acts to the millisecond and not by polling.

        Who comes to look at it keeps it here, even where it was forgotten while they waited for it.
        """
        if (timer := self._timers.pop(actor.id, None)) is not None:
            timer.cancel()
        if not hub.viewers_of(actor.id):
            return
        self._actors.setdefault(actor.id, actor)
        if (due_at := actor.due_at) is None:
            return
        delay = max(0.005, (due_at - now_ms()) / 1000)
        loop = asyncio.get_running_loop()
        self._timers[actor.id] = loop.call_later(delay, self._start_acting, actor)

    def _start_acting(self, actor: Actor) -> None:
        self._timers.pop(actor.id, None)
        task = asyncio.ensure_future(self._act(actor))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self, actor: Actor) -> None:
        try:
            await actor.act()
        except Exception as error:  # a broken match must not stop the others; the clock comes back to it
            log_fault(logger, f"match {actor.id} could not act", error, match=actor.id)
        else:
            if actor.id not in self._timers:
                self.watch(actor)

    async def _tell(self, actor: Actor, change: Change) -> None:
        if not change.heard:
            news = {
                "type": "match.changed",
                "match": actor.id,
                "version": actor.version,
                "extra": actor.extra_ms,
            }
            bus.publish(f"match.{actor.id}", news)
        self.watch(actor)
        await broadcast.tell(actor, change, now_ms())
        for listener in after_change:
            listener(actor)

    def _forget_idle(self) -> None:
        for match_id, actor in list(self._actors.items()):
            if len(self._actors) < KEEP:
                return
            if not hub.viewers_of(match_id) and not actor.lock.locked():
                del self._actors[match_id]

    async def hold(self) -> None:
        """The pages here are about to be closed for a restart: time waits for the players among them."""
        await asyncio.gather(*map(self._hold, hub.watched()))

    async def _hold(self, match_id: int) -> None:
        seats = {viewer.seat for viewer in hub.viewers_of(match_id) if viewer.seat is not None}
        actor = self.here(match_id)
        if not seats or actor is None or actor.due_at is None:
            return
        try:
            await actor.settle_hold(cut_off=seats)
        except Exception as error:  # one match must not cost the others their time
            log_fault(logger, f"time could not be stopped in match {match_id}", error, match=match_id)

    async def drain(self) -> None:
        """Let what is being done finish, and start nothing more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._acting, return_exceptions=True)


_by_loop: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Tables]" = weakref.WeakKeyDictionary()


def tables() -> Tables:
    """The live matches of the running event loop."""
    loop = asyncio.get_running_loop()
    if (found := _by_loop.get(loop)) is None:
        found = _by_loop[loop] = Tables()
    return found
