"""What happened at a table in the order of time: the log, and what connections did; narrowed to what one asks for."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from game.matchlog import MatchLog, Names, OpenLine, PublicLine
from game.models import ConnectionEvent, Match
from game.moment import moment

CONNECTION = "connection"
KINDS: dict[str, str] = {
    "play": gettext_noop("plays"),
    "pass": gettext_noop("passes (choice)"),
    "confirmHand": gettext_noop("hands confirmed"),
    "returnTax": gettext_noop("taxes given back"),
    "next": gettext_noop("ready for the next round"),
    "autoplay": gettext_noop("autoplay"),
    "pause": gettext_noop("pauses asked for"),
    "resume": gettext_noop("pauses ended"),
    CONNECTION: gettext_noop("connections"),
}
"""Kinds of rows to choose from: types of the log's actions, and connections; msgids."""


class ConnectionLine(msgspec.Struct, frozen=True):
    """Something a connection did. `seat` None: they watched."""

    at: datetime
    player: str
    seat: int | None
    words: str


class Row(msgspec.Struct, frozen=True):
    """One row of the timeline: a line of the log, with its secrets where they may be shown, or a connection's."""

    line: PublicLine | None = None
    open: OpenLine | None = None
    connection: ConnectionLine | None = None


class Wanted(msgspec.Struct, frozen=True):
    """What of it to show; None and "" mean all."""

    seat: int | None = None
    kind: str = ""
    round: int | None = None


def wanted_of(query: Mapping[str, str]) -> Wanted:
    """What an address asks for; nonsense asks for nothing."""
    kind = query.get("kind", "")
    return Wanted(_number(query.get("who")), kind if kind in KINDS else "", _number(query.get("round")))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else None


def timeline(match: Match, log: MatchLog, names: Names, wanted: Wanted) -> list[Row]:
    """The rows asked for, oldest first. Asked for a round, connections are left out: they belong to none."""
    rows = [Row(line=line) for line in log.lines] + [Row(line=each.seen, open=each) for each in log.opened]
    chosen = [row for row in rows if row.line is not None and _is_wanted(row.line, wanted)]
    if wanted.round is None and wanted.kind in ("", CONNECTION):
        chosen += [Row(connection=line) for line in _connections(match, names, wanted.seat)]
    return sorted(chosen, key=_at)


def _is_wanted(line: PublicLine, wanted: Wanted) -> bool:
    return (
        wanted.seat in (None, line.seat)
        and wanted.kind in ("", line.kind)
        and wanted.round in (None, line.round)
    )


def _at(row: Row) -> datetime:
    about = row.line or row.connection
    assert about is not None
    return about.at


def _connections(match: Match, names: Names, seat: int | None) -> list[ConnectionLine]:
    events = ConnectionEvent.objects.filter(match=match).select_related("user")
    if seat is not None:
        events = events.filter(seat=seat)
    return [
        ConnectionLine(moment(event.at), _name(event, names), event.seat, _words(event)) for event in events
    ]


def _name(event: ConnectionEvent, names: Names) -> str:
    if event.seat is not None and event.seat < len(names):
        return names[event.seat]
    return _("somebody") if event.user is None else event.user.display_name


def _words(event: ConnectionEvent) -> str:
    text = event.get_kind_display()
    if event.kind in (ConnectionEvent.Kind.OPENED, ConnectionEvent.Kind.CLOSED):
        return _("{what} ({n} open)").format(what=text, n=event.pages)
    return text
