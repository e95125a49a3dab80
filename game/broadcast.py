"""Tells the viewers of a match what happened: shared bytes made once a language, private ones once a seat."""

import logging
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from game import hub, presence
from game.engine.events import Event, event_dict, events_for, owners
from game.engine.observation import PublicObservation, SeatObservation, observe_public, observe_seat
from game.faults import log_fault
from game.frame import Frame, Part
from game.models import Match
from game.pace import deadline_of
from game.rendering import (
    OwnKey,
    SeatInfo,
    TableInfo,
    late_words,
    own_key,
    past_trick,
    private_fragments,
    public_fragments,
    stage,
    toast,
    version_marker,
    wish_fragment,
    wish_html,
)
from game.store import Cut, Player, Wish, load, wishes_of
from game.view import own_view, shared_view

if TYPE_CHECKING:
    from game.actor import Actor, Change

logger = logging.getLogger(__name__)


def table_info(actor: "Actor", now: int) -> TableInfo:
    """What the templates need beside an observation: names, clocks, who is here. `now` in ms."""
    deadline = None if actor.public.is_paused else actor.deadline
    head = actor.head if actor.public.phase == "finished" else ""
    wish = _wanting(actor.wish, actor.public)
    return _table_info(actor.row, actor.players, deadline, now, actor.cut, head, wish)


def _wanting(wish: Wish | None, public: PublicObservation) -> tuple[int, ...]:
    """The seats that want the match to end now."""
    return wish.seats if wish is not None and wish.stands_in(public) else ()


def _table_info(
    row: Match,
    players: tuple[Player, ...],
    deadline: int | None,
    now: int,
    cut: Cut | None,
    head: str = "",
    wish: tuple[int, ...] = (),
) -> TableInfo:
    present = presence.present_at(row.pk)
    return TableInfo(
        match=row.public_id,
        room_code=row.room_code,
        room_name=row.room_name,
        seats=tuple(SeatInfo(player.name, player.bot) for player in players),
        deadline=deadline,
        now=now,
        online=tuple(
            player.bot is not None or present is None or seat in present
            for seat, player in enumerate(players)
        ),
        kids=row.kids,
        cut="" if cut is None else cut.kind,
        cut_reason="" if cut is None else cut.reason,
        wish=wish if cut is None else (),
        head=head,
        practice=row.practice and row.people == 1,
    )


def _shown(public: PublicObservation, cut: Cut | None) -> PublicObservation:
    """The table as it is drawn: nobody is asked anything where the match was cut off."""
    return public if cut is None else structs.replace(public, current=None, owing=(), pause=None)


def _own(actor: "Actor", seat: int | None, public: PublicObservation | None = None) -> SeatObservation | None:
    """What a seat may know. A match that was cut off asks nobody anything: everybody sees what who watches sees."""
    return None if seat is None or actor.cut is not None else observe_seat(actor.state, seat, public)


async def tell(actor: "Actor", change: "Change", now: int) -> None:
    """Send a change to every viewer here. HTML viewers get fragments, machines a JSON view."""
    viewers = hub.viewers_of(actor.id)
    if not viewers:
        return
    table = table_info(actor, now)
    if actor.cut is not None:
        await _tell_cut(actor, viewers, now)
        return
    frames = _Frames(actor, change, table)
    for viewer in viewers:
        if viewer.shown > change.since:
            continue  # it was shown a snapshot at least as new
        viewer.shown = actor.version
        await _push(viewer, frames.frame_for(viewer))


async def _tell_cut(actor: "Actor", viewers: list[hub.Viewer], now: int) -> None:
    """The match was cut off: the whole table once more, for everybody alike."""
    texts: dict[str, str] = {}
    for viewer in viewers:
        viewer.shown, viewer.own_key = actor.version, None
        key = "json" if viewer.wants_json else viewer.language
        if key not in texts:
            texts[key] = (
                snapshot_json(actor, None, now)
                if viewer.wants_json
                else Frame.of(Part(snapshot_html(actor, None, viewer.language, now)))
            )
        await _push(viewer, texts[key])


async def tell_presence(actor: "Actor", now: int) -> None:
    """Who is here changed: the seats alone are drawn again, outside the count of versions."""
    viewers = [viewer for viewer in hub.viewers_of(actor.id) if not viewer.wants_json]
    table = table_info(actor, now)
    texts: dict[str, str] = {}
    for viewer in viewers:
        if viewer.language not in texts:
            public = _shown(actor.public, actor.cut)
            seats = public_fragments(public, table, (), viewer.language)["seats"]
            texts[viewer.language] = Frame.of(Part(seats))
        await _push(viewer, texts[viewer.language])


async def _push(viewer: hub.Viewer, text: str) -> None:
    """Send one frame to one of many: one viewer's trouble is not the others'."""
    try:
        await viewer.push(text)
    except Exception as error:
        log_fault(logger, "a viewer could not be told", error)


def snapshot_html(actor: "Actor", seat: int | None, language: str, now: int) -> str:
    """The whole table for one viewer, as one out-of-band fragment and the version marker."""
    table = table_info(actor, now)
    own = _own(actor, seat)
    public = _shown(actor.public, actor.cut)
    return stage(public, own, table, language, oob=True) + version_marker(public, table)


def marker_html(actor: "Actor", now: int) -> str:
    """Only the version marker: what the page shows is new enough."""
    return version_marker(actor.public, table_info(actor, now))


def unversioned_html(actor: "Actor", language: str, now: int) -> str:
    """What may have changed at the version that a page shows: the wish to end the match."""
    return wish_fragment(actor.public, table_info(actor, now), language)


def private_html(actor: "Actor", seat: int | None, language: str, now: int) -> str:
    """The viewer's own fragments as they are now, for a page whose action was refused."""
    own = _own(actor, seat)
    return "".join(private_fragments(own, actor.public, table_info(actor, now), language).values())


def page_stage(match_id: int, seat: int | None, language: str, now: int) -> tuple[str, int]:
    """For a page load, in a thread: the table from the log, and the version it shows."""
    stored = load(match_id)
    public = observe_public(stored.state)
    is_timed = not public.is_paused and stored.cut is None
    deadline = deadline_of(stored.state, stored.row.extra_ms) if is_timed else None
    head = stored.head if public.phase == "finished" else ""
    wish = _wanting(wishes_of([match_id]).get(match_id), public)
    table = _table_info(stored.row, stored.players, deadline, now, stored.cut, head, wish)
    own = None if seat is None or stored.cut is not None else observe_seat(stored.state, seat)
    return stage(_shown(public, stored.cut), own, table, language), public.version


def page_trick(match_id: int, language: str, number: int | None) -> str:
    """For a page that asks, in a thread: a finished trick of this round from the log, the last one for None."""
    stored = load(match_id)
    table = _table_info(stored.row, stored.players, None, 0, None)
    return past_trick(observe_public(stored.state), table, language, number)


def snapshot_json(actor: "Actor", seat: int | None, now: int) -> str:
    """The whole view of one viewer, without events."""
    return _view_frame(actor, seat, (), Part(_shared_json(actor, table_info(actor, now))))


def _shared_json(actor: "Actor", table: TableInfo) -> str:
    """How a `view` message begins for everybody alike, up to the comma before the viewer's own fields."""
    view = msgspec.json.encode(shared_view(_shown(actor.public, actor.cut), table))
    head = b'{"type":"view","version":%d,"now":%d,"view":' % (actor.version, table.now)
    return (head + view[:-1] + b",").decode()


def _view_frame(actor: "Actor", seat: int | None, events: tuple[Event, ...], shared: Part) -> Frame:
    """A `view` message: the shared part goes on with the viewer's own."""
    own = msgspec.json.encode(own_view(actor.public, _own(actor, seat, actor.public)))
    told = msgspec.json.encode([event_dict(event) for event in events])
    return Frame.of(shared, Part(b"".join((own[1:], b',"events":', told, b"}")).decode()))


class _Frames:
    """The frames of one change. Each part is made at most once, however many viewers it is for."""

    def __init__(self, actor: "Actor", change: "Change", table: TableInfo) -> None:
        self.actor, self.change, self.table = actor, change, table
        self._public: dict[str, Part] = {}
        self._private: dict[tuple[int | None, str, OwnKey | None], Part] = {}
        self._own: dict[int | None, SeatObservation | None] = {None: None}
        self._json: dict[int | None, Frame] = {}
        self._shared: Part | None = None
        self._marker = Part(version_marker(actor.public, table))
        self._secret = tuple(event for event in change.events if owners(event) is not None)

    def frame_for(self, viewer: hub.Viewer) -> str:
        """What this viewer has to be told; fragments with a clock alone when nothing else changed.

        A name may stand anywhere, so the whole table is drawn again for a new one.
        """
        if viewer.wants_json:
            return self.json_for(viewer.seat)
        if self.change.renamed:
            return snapshot_html(self.actor, viewer.seat, viewer.language, self.table.now)
        if self.change.wished:
            return wish_html(self.actor.public, self.table, viewer.language)
        if self.change.since == self.actor.version:
            return self.clock_html(viewer.language)
        return self.html_for(viewer)

    def json_for(self, seat: int | None) -> Frame:
        if seat not in self._json:
            self._shared = self._shared or Part(_shared_json(self.actor, self.table))
            events = events_for(self.change.events, seat)
            self._json[seat] = _view_frame(self.actor, seat, events, self._shared)
        return self._json[seat]

    def html_for(self, viewer: hub.Viewer) -> Frame:
        """What changed for this viewer since the version it shows; remembers what it shows now."""
        parts = [self._public_html(viewer.language), self._private_html(viewer)]
        if viewer.seat is not None and viewer.seat == self.change.late:
            parts.append(Part(self._late_html(viewer.language)))
        return Frame.of(*parts, self._marker)

    def _late_html(self, language: str) -> str:
        """To whom time ran out, and to nobody else: what was done instead. Nothing where no card was waited for."""
        text = late_words(self.change.events, self.table, language)
        return toast(text, "clock", language) if text else ""

    def clock_html(self, language: str) -> str:
        """The fragments with a clock, outside the count of versions."""
        fragments = public_fragments(self.actor.public, self.table, (), language)
        return fragments["seats"] + fragments["status"]

    def _public_html(self, language: str) -> Part:
        if language not in self._public:
            events = events_for(self.change.events, None)
            fragments = public_fragments(self.actor.public, self.table, events, language)
            self._public[language] = Part("".join(fragments.values()))
        return self._public[language]

    def _private_html(self, viewer: hub.Viewer) -> Part:
        seat, public, known = viewer.seat, self.actor.public, viewer.own_key
        if seat not in self._own:
            self._own[seat] = observe_seat(self.actor.state, seat, public) if seat is not None else None
        own = self._own[seat]
        viewer.own_key = own_key(own, public)
        key = (seat, viewer.language, known)
        if key not in self._private:
            events = events_for(self._secret, seat)
            fragments = private_fragments(own, public, self.table, viewer.language, events, known)
            self._private[key] = Part("".join(fragments.values()))
        return self._private[key]
