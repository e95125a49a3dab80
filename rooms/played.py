"""Finished matches as their pages tell them, from the rows alone: nothing is replayed for it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.core.paginator import Page, Paginator
from django.db.models import Prefetch

from game.engine.options import OptionError, options_dict, parse_options
from game.models import CUTS, Match, Ruling, Seat
from game.moment import moment
from game.names import shown_name
from rooms.lobby import title_of
from rooms.models import Membership, Room, RoomMatch
from rooms.option_fields import OptionField, option_fields

MATCHES_A_PAGE = 10


class Line(msgspec.Struct, frozen=True):
    """A player's line of the final ranking. `places[round - 1]` is 1-based; `title` names the picture of the place.

    `person` is the account, for those who sat at the same table; None for a bot.
    Where a match has no result (a damaged one) `place` is None and there are no places.
    """

    seat: int
    name: str
    is_bot: bool
    is_me: bool
    person: int | None
    place: int | None
    total: int
    places: tuple[int, ...]
    title: str


class Told(msgspec.Struct, frozen=True):
    """What was decided about a match, when and why. `kind` is one of `Ruling.Kind`."""

    kind: str
    reason: str
    at: datetime


class PlayedMatch(msgspec.Struct, frozen=True):
    """A finished match. `number` is its place in its room; `room_code` is empty for who cannot go there."""

    public_id: str
    room_name: str
    room_code: str
    number: int | None
    ended_at: datetime
    minutes: int
    rounds: int
    lines: tuple[Line, ...]
    options: tuple[OptionField, ...]
    rulings: tuple[Told, ...]


class RoomLine(msgspec.Struct, frozen=True):
    """A match in the list of its room: `winners` are the names of the first place, `ruling` is what cut it off."""

    public_id: str
    number: int
    ended_at: datetime
    players: int
    winners: tuple[str, ...]
    ruling: Told | None


def played(match: Match, viewer_user_id: int | None) -> PlayedMatch:
    """A finished match for somebody; None sees no way into its room. `match` comes from `rooms.access`."""
    room_match = getattr(match, "room_match", None)
    ended = match.finished_at or match.opened_at
    return PlayedMatch(
        public_id=match.public_id,
        room_name=match.room_name,
        room_code=_room_code(room_match, viewer_user_id),
        number=room_match.number if room_match else None,
        ended_at=moment(ended),
        minutes=max(1, round((ended - match.opened_at) / 60_000)),
        rounds=max((len(line["places"]) for line in _ranking(match)), default=0),
        lines=tuple(_lines(match, viewer_user_id)),
        options=_options(match),
        rulings=tuple(map(_told, match.rulings.all())),
    )


def matches_of(room: Room, page: str | None) -> Page[RoomMatch]:
    """One page of the room's matches that are over, newest first; a number out of range is the nearest page.

    Five queries, however many matches there are. `lines_of` makes them readable.
    """
    winners = Prefetch("match__seats", Seat.objects.filter(place=1))
    rows = (
        RoomMatch.objects.filter(room=room)
        .exclude(match__status=Match.Status.PLAYING)
        .prefetch_related(
            "match", winners, "match__rulings"
        )  # no join: a far page walks past short rows only
        .order_by("-number")
    )
    return Paginator(rows, MATCHES_A_PAGE).get_page(page)


def lines_of(rows: Iterable[RoomMatch]) -> list[RoomLine]:
    """The rows of a page as they are listed."""
    return [
        RoomLine(
            public_id=row.match.public_id,
            number=row.number,
            ended_at=moment(row.match.finished_at or row.match.opened_at),
            players=row.match.players,
            winners=tuple(_name(seat) for seat in row.match.seats.all()),
            ruling=_cut_by(row.match),
        )
        for row in rows
    ]


def _told(ruling: Ruling) -> Told:
    return Told(ruling.kind, ruling.reason, moment(ruling.at))


def _cut_by(match: Match) -> Told | None:
    """The ruling that a match which counts nowhere has its status from."""
    kinds = CUTS.get(match.status, ())
    return next((_told(ruling) for ruling in reversed(match.rulings.all()) if ruling.kind in kinds), None)


def _options(match: Match) -> tuple[OptionField, ...]:
    """In words; nothing where this version of the rules does not know them."""
    try:
        return option_fields(options_dict(parse_options(match.options)))
    except OptionError:
        return ()


def _room_code(room_match: RoomMatch | None, viewer_user_id: int | None) -> str:
    if room_match is None or viewer_user_id is None or room_match.room.closed_at is not None:
        return ""
    is_member = Membership.objects.filter(room=room_match.room, user_id=viewer_user_id).exists()
    return room_match.room.code if is_member else ""


def _lines(match: Match, viewer_user_id: int | None) -> list[Line]:
    ranked = {line["seat"]: line for line in _ranking(match)}
    lines = [_line(seat, ranked.get(seat.index), match.players, viewer_user_id) for seat in match.seats.all()]
    if not any(line.is_me for line in lines):  # who only watched may not know them all
        lines = [msgspec.structs.replace(line, person=None) for line in lines]
    return sorted(lines, key=lambda line: (line.place or 0, line.seat))


def _line(seat: Seat, ranked: dict[str, Any] | None, players: int, viewer_user_id: int | None) -> Line:
    return Line(
        seat=seat.index,
        name=_name(seat),
        is_bot=seat.bot is not None,
        is_me=viewer_user_id is not None and seat.user_id == viewer_user_id,
        person=seat.user_id,
        place=ranked["rank"] if ranked else None,
        total=ranked["total"] if ranked else 0,
        places=tuple(ranked["places"]) if ranked else (),
        title=title_of(ranked["places"][-1], players) if ranked else "",
    )


def _name(seat: Seat) -> str:
    return shown_name(seat.name, seat.bot)


def _ranking(match: Match) -> list[dict[str, Any]]:
    ranking: list[dict[str, Any]] = (match.result or {}).get("ranking", [])
    return ranking
