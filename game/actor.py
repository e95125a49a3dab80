"""One live match in this process: its lock, its cached state, and the only way an action enters it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from game.commands import GameCommand, action_for
from game.engine.actions import Action, AskPause, Autoplay, Next, Origin
from game.engine.errors import MatchOver, Refusal, StaleTurn
from game.engine.events import Event
from game.engine.fairness import next_link
from game.engine.observation import PublicObservation, observe_public
from game.engine.record import action_dict, result_of
from game.engine.rules import Step, apply, timeout_action, timing_out
from game.engine.state import Match as State
from game.facts import facts_at_end
from game.faults import log_fault
from game.holds import is_held, settle
from game.metrics import COMMIT, JUDGE, TELL, Stopwatch, actions, bot_replacements
from game.moment import now_ms
from game.pace import (
    THINKING_MS,
    bot_delay_ms,
    deadline_of,
    next_due,
    plays_itself,
    thinking_from,
    votes_needed,
)
from game.store import (
    Cut,
    Entry,
    Position,
    Stored,
    Wish,
    extra_of,
    linked,
    load,
    news_of,
    players_of,
    set_times,
    wishes_of,
)
from game.thinking import candidates, only
from game.threads import in_thread
from game.writer import Row, writer

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The action is committed as `version`; `repeated` when there was nothing (more) to commit."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """The action was refused and changed nothing."""

    refusal: Refusal
    version: int


@dataclass(frozen=True, slots=True)
class Change:
    """What viewers have to be told: the match moved from version `since` to the actor's, through `events`.

    `since` equal to the present version: only the clock changed, or the match was cut off. `late` is the seat the
    events happened to because its time ran out. `renamed`: somebody at the table is called differently now. `wished`:
    somebody wants the match to end now, or no longer does. `heard`: all processes were told of it already.
    """

    since: int
    events: tuple[Event, ...]
    late: int | None = None
    renamed: bool = False
    wished: bool = False
    heard: bool = False


Teller: TypeAlias = Callable[["Actor", Change], Awaitable[None]]
Answerer: TypeAlias = Callable[[Accepted], Awaitable[None]]


class Actor:
    """A match in this process. The state here is a cache; the log decides. `game.tables` has them."""

    def __init__(self, stored: Stored, *, tell: Teller) -> None:
        self.id: int = stored.row.pk
        self.row = stored.row  # its frozen facts only
        self.players = stored.players
        self.lock = asyncio.Lock()
        self._tell = tell
        self._keys = stored.keys
        self.head: str = stored.head
        self._graced: int = stored.row.graced
        self._arrived: set[int] = set()
        self._acting = False
        self.extra_ms: int = stored.row.extra_ms
        self.state: State = stored.state
        self.public: PublicObservation = observe_public(stored.state)
        self.cut: Cut | None = stored.cut
        self.has_paused: bool = stored.has_paused
        self.wish: Wish | None = None  # until somebody looks

    @property
    def version(self) -> int:
        """The number of committed actions seen here."""
        return self.public.version

    @property
    def deadline(self) -> int | None:
        """The deadline of the open decision in ms, or None."""
        return None if self.cut is not None else deadline_of(self.state, self.extra_ms)

    @property
    def due_at(self) -> int | None:
        """When the clock must look at this match again, in ms, or None when it is over."""
        if self.cut is not None:
            return None
        return next_due(self.state, self.public, self.players, self.extra_ms, self.row.pace)

    async def submit(
        self,
        seat: int,
        action: Action,
        *,
        origin: Origin,
        decision: int | None = None,
        key: str | None = None,
        on_commit: Answerer | None = None,
    ) -> Accepted | Rejected:
        """Apply an action, commit it, tell everybody, answer. The one door for bots, clock and admin.

        `decision` is the number of the question being answered, `key` the client's id of this action: the same key
        from the same seat is answered as it was the first time. `on_commit` hears of a first acceptance before
        anybody is shown the change. Raises DatabaseError when nothing was written.
        """
        return await self._submit(seat, lambda state: action, origin, decision, key, on_commit)

    async def obey(
        self, seat: int, command: GameCommand, *, on_commit: Answerer | None = None, is_host: bool = False
    ) -> Accepted | Rejected:
        """Do what a person's client asks for: the same door, with the cards looked up in the hand of this moment.

        The host of the room decides alone about a pause.
        """

        def wish(state: State) -> Action:
            if command.match not in (None, self.row.public_id):
                raise StaleTurn()
            needed = 1 if is_host else votes_needed(seat, state, self.players)
            return action_for(command, state.hands[seat], needed)

        return await self._submit(seat, wish, Origin.PLAYER, command.decision, command.id, on_commit)

    async def _submit(
        self,
        seat: int,
        wish: Callable[[State], Action],
        origin: Origin,
        decision: int | None,
        key: str | None,
        on_commit: Answerer | None,
    ) -> Accepted | Rejected:
        async with self.lock:
            refreshed = False
            while True:
                if key is not None and (version := self._keys.get((seat, key))) is not None:
                    return Accepted(version, repeated=True)
                if self.cut is not None:
                    return Rejected(MatchOver(), self.version)
                at, watch = max(now_ms(), self.public.opened_at), Stopwatch()
                try:
                    action = wish(self.state)
                    if action == Autoplay(self.public.autoplay[seat]):
                        # As it is already: nothing to write, and nobody else to tell.
                        return Accepted(self.version, repeated=True)
                    step = apply(self.state, seat, action, origin=origin, at=at, decision=decision)
                except Refusal as refusal:
                    # A refusal counts only against the newest state: another process may have been faster.
                    if not refreshed and await self._refresh():
                        refreshed = True
                        continue
                    return Rejected(refusal, self.version)
                public = observe_public(step.match)
                entry = Entry(public.version, seat, action, origin, at, key=key)
                row = self._row_for(entry, step.match, public)
                if public.phase == "finished":
                    facts = await in_thread(facts_at_end, self.row, entry, step.match)
                    row = msgspec.structs.replace(row, facts=tuple(facts))
                watch.lap(JUDGE)
                if await writer.append(row):
                    watch.lap(COMMIT)
                    accepted = Accepted(row.version)
                    if on_commit is not None:
                        await self._answer_first(on_commit, accepted)
                    await self._advance(entry, row.link, step, public)
                    watch.lap(TELL)
                    actions.labels(row.type, row.origin).inc()
                    return accepted
                await self._refresh()

    @staticmethod
    async def _answer_first(on_commit: Answerer, accepted: Accepted) -> None:
        """Tell the sender. What is committed goes on, whatever becomes of that."""
        try:
            await on_commit(accepted)
        except Exception as error:
            log_fault(logger, "a sender could not be answered", error)

    def _row_for(self, entry: Entry, state: State, public: PublicObservation) -> Row:
        """The log row of an action that leads to `state`, seen publicly as `public`."""
        extra = self._extra_after(public)
        logged = action_dict(entry.version, entry)
        finished = public.phase == "finished"
        return Row(
            match=self.id,
            version=entry.version,
            seat=entry.seat,
            type=logged["type"],
            payload=logged["payload"],
            origin=entry.origin.value,
            key=entry.key,
            at=entry.at,
            link=next_link(self.head, logged),
            decision=public.decision,
            owing=_bits(public.owing),
            deadline=deadline_of(state, 0),
            due_at=next_due(state, public, self.players, extra, self.row.pace),
            status="finished" if finished else "playing",
            result=result_of(state) if finished else None,
            finished_at=entry.at if finished else None,
        )

    def _extra_after(self, public: PublicObservation) -> int:
        """Time given back belongs to one decision and ends with it."""
        return self.extra_ms if public.decision == self.public.decision else 0

    async def _advance(
        self, entry: Entry, link: str, step: Step, public: PublicObservation, *, heard: bool = False
    ) -> None:
        """Take over what was committed, and tell the viewers here."""
        since = self.version
        if entry.key is not None:
            self._keys[entry.seat, entry.key] = entry.version
        self.extra_ms = self._extra_after(public)
        self.has_paused |= isinstance(entry.action, AskPause)
        self.state, self.public, self.head = step.match, public, link
        late = entry.seat if entry.origin is Origin.TIMEOUT else None
        await self._tell(self, Change(since, step.events, late, heard=heard))

    async def refresh(self, *, to: int | None = None) -> None:
        """Catch up with what other processes committed, and tell the viewers here.

        Nothing is read where the match has come to version `to` here while this waited.
        """
        async with self.lock:
            if to is None or self.version < to:
                await self._refresh()

    async def look_at_names(self) -> None:
        """Read again who holds the seats: an account may be gone. Shown at once where a name has changed."""
        async with self.lock:
            players = await in_thread(players_of, self.id)
            renamed = [player.name for player in players] != [player.name for player in self.players]
            self.players = players
            if renamed:
                await self._tell(self, Change(self.version, (), renamed=True))

    async def look_at_wish(self) -> None:
        """Read again who wants the match to end now, and tell the viewers here where that has changed."""
        async with self.lock:
            wish = (await in_thread(wishes_of, [self.id])).get(self.id)
            if wish != self.wish:
                self.wish = wish
                await self._tell(self, Change(self.version, (), wished=True, heard=True))

    async def _refresh(self) -> bool:
        """Read the log's tail, whether the match was cut off behind it, and the time given back to what is open there.

        Returns whether there was anything new.
        """
        news = await in_thread(news_of, self.id, self.version)
        for entry in news.entries:
            step = apply(self.state, entry.seat, entry.action, origin=entry.origin, at=entry.at)
            link = linked(self.head, [entry])
            await self._advance(entry, link, step, observe_public(step.match), heard=True)
        if (news.cut, news.extra_ms) == (self.cut, self.extra_ms):
            return bool(news.entries)
        self.cut, self.extra_ms = news.cut, news.extra_ms
        if self.cut is not None:
            self.wish = None
        await self._tell(self, Change(self.version, ()))
        return True

    def is_at(self, position: Position) -> bool:
        """Whether the match is known here as far as it had come by then, and how it was cut off."""
        return self.version == position.version and (self.cut is not None) == position.is_cut

    async def act(self, position: Position | None = None) -> None:
        """Do all that is due by now: deadlines, bots, autoplay. Safe to call at any time, from any process.

        `position` is what was just read of it; without that it is read where needed.
        """
        if self._acting:
            return
        self._acting = True
        try:
            await self._act(position)
        finally:
            self._acting = False

    async def _act(self, position: Position | None) -> None:
        public, at = self.public, now_ms()
        if public.phase == "finished" or self.cut is not None:
            return
        if public.is_paused:
            await self._end_pause()
            return
        bots_may_think = at >= thinking_from(public, self.players, self.row.pace)
        time_is_up = await self._is_time_up(position)
        for seat in public.owing:
            if not self._asks(seat, public.decision):
                continue
            if bots_may_think and plays_itself(seat, public, self.players):
                origin = Origin.BOT if self.players[seat].bot else Origin.AUTOPLAY
                await self._try(seat, self._thought(seat), origin)
            elif time_is_up:
                await self._try(seat, only(timeout_action(self.state, seat)), Origin.TIMEOUT)

    async def _thought(self, seat: int) -> AsyncIterator[Action]:
        """What a seat that plays itself would do, each not before its moment; nothing once it no longer does."""
        moment = self.public.opened_at + bot_delay_ms(self.public, self.players, self.row.pace)
        async for action in candidates(self.players[seat], self.state, seat):
            early = min(max(moment - now_ms(), 0), THINKING_MS)
            if early:
                await asyncio.sleep(early / 1000)
            if self.public.is_paused or not plays_itself(seat, self.public, self.players):
                return
            yield action

    async def _end_pause(self) -> None:
        """End a pause that has lasted as long as it may."""
        if self.deadline is not None and now_ms() >= self.deadline:
            for seat in timing_out(self.state):
                await self.submit(seat, timeout_action(self.state, seat), origin=Origin.TIMEOUT)

    async def _is_time_up(self, position: Position | None) -> bool:
        """Whether the deadline has passed, also by the database: another process may have given time back."""
        if self.deadline is None or now_ms() < self.deadline:
            return False
        if position is not None and self.is_at(position) and not position.is_held:
            # What was given back here since then is newer; within a decision it only grows.
            extra_ms: int | None = max(position.extra_ms, self.extra_ms)
        else:
            await self.settle_hold()
            extra_ms = await in_thread(extra_of, self.id, self.version)
        if extra_ms is not None:
            self.extra_ms = extra_ms
        return extra_ms is not None and now_ms() >= self.deadline

    async def _try(self, seat: int, actions: AsyncIterator[Action], origin: Origin) -> None:
        """Submit the first of these actions that the rules accept, while the seat is still asked the same."""
        decision = self.public.decision
        async for action in actions:
            answer = await self.submit(seat, action, origin=origin, decision=decision)
            if isinstance(answer, Accepted) or not self._asks(seat, decision):
                return
            bot_replacements.labels("illegal").inc()
            logger.error("%s at seat %d chose an illegal action: %s", origin, seat, answer.refusal.code)

    def _asks(self, seat: int, decision: int) -> bool:
        return self.public.decision == decision and seat in self.public.owing

    async def next_round(self, present: frozenset[int]) -> None:
        """End the pause between rounds when every human seat in `present` has pressed next."""
        public = self.public
        if (
            self.cut is not None
            or public.phase != "roundOver"
            or any(not public.confirmed[seat] for seat in present)
        ):
            return
        for seat in public.owing:
            if self._asks(seat, public.decision):
                origin = Origin.BOT if self.players[seat].bot else Origin.TIMEOUT
                await self.submit(seat, Next(), origin=origin, decision=public.decision)

    async def arrive(self, seat: int, limit_ms: int) -> None:
        """A player's page is open for the first time: give back what loading cost of the first decision."""
        if seat in self._arrived:
            return
        self._arrived.add(seat)
        async with self.lock:
            if self.public.decision > 1 or seat not in self.public.owing or self.deadline is None:
                return
            late = min(now_ms() - self.public.opened_at, limit_ms)
            if late > self.extra_ms:
                await self._give_back(late)

    async def settle_hold(self, *, cut_off: Iterable[int] = (), back: Iterable[int] = ()) -> None:
        """Give the open decision back what a planned restart took of it until now.

        `cut_off` are seats whose pages this process is about to close, `back` those whose page is open again. Where
        nothing is held, which is nearly always, that takes one read.
        """
        if not cut_off and not await in_thread(is_held, self.id):
            return
        is_settled = False
        async with self.lock:
            while not is_settled:
                await self._refresh()
                is_settled = await in_thread(
                    settle,
                    self.id,
                    self.version,
                    owing=_bits(self.public.owing),
                    opened_at=self.public.opened_at,
                    cut_off=_bits(cut_off),
                    back=_bits(back),
                )
            await self._refresh()

    async def grace(self, downtime_ms: int) -> None:
        """After downtime: a deadline that passed meanwhile gets `downtime_ms` from now, once a decision."""
        async with self.lock:
            decision, deadline = self.public.decision, self.deadline
            if deadline is None or deadline > now_ms() or self._graced == decision or self.public.is_paused:
                return
            self._graced = decision
            await self._give_back(self.extra_ms + now_ms() + downtime_ms - deadline, graced=decision)

    async def _give_back(self, extra_ms: int, **more: int) -> None:
        due_at = next_due(self.state, self.public, self.players, extra_ms, self.row.pace)
        deadline = deadline_of(self.state, extra_ms)
        times = {"extra_ms": extra_ms, "deadline": deadline, "due_at": due_at, **more}
        if await in_thread(set_times, self.id, self.version, **times):
            self.extra_ms = extra_ms
            await self._tell(self, Change(self.version, ()))


def _bits(seats: Iterable[int]) -> int:
    """Seats as one bit each."""
    return sum(1 << seat for seat in set(seats))


async def load_actor(match_id: int, *, tell: Teller) -> Actor:
    """Read a match from the database. Raises NoSuchMatch."""
    return Actor(await in_thread(load, match_id), tell=tell)
