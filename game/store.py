"""Reads matches: the state of a match is its log, replayed. Nothing here writes to the log."""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from django.db import connection
from django.db.models import F

from game.engine.actions import AskPause, Origin
from game.engine.codec import decode_action
from game.engine.errors import Refusal
from game.engine.fairness import head_of
from game.engine.observation import PublicObservation
from game.engine.options import parse_options
from game.engine.record import LoggedAction, Opening, action_dict, opening_link, replay
from game.engine.state import Match as State
from game.models import CUTS, Action, EndWish, Match, Ruling, Seat
from game.moment import now_ms
from game.words import DEPARTED


class Entry(LoggedAction, frozen=True, kw_only=True):
    """One committed action, with the id its client gave it."""

    key: str | None


class Player(msgspec.Struct, frozen=True):
    """Who holds a seat: a person (`user_id`, None for a deleted account) or a bot of level `bot`."""

    name: str
    bot: str | None
    user_id: int | None


class Cut(msgspec.Struct, frozen=True):
    """A match was cut off: `kind` is that of the ruling which did it, `reason` is for everybody."""

    kind: str
    reason: str


WISH_MS: Final = 120_000
"""How long a wish to end a match stands, from the moment of the first who has it."""


class Wish(msgspec.Struct, frozen=True):
    """Players want the match to end now: their seats, in the order in which they said so, since a moment in ms."""

    round: int
    since: int
    seats: tuple[int, ...]

    def stands_in(self, public: PublicObservation) -> bool:
        """Whether this is the round that it belongs to."""
        return self.round == public.round and public.phase != "finished"


class Stored(msgspec.Struct):
    """A match as the database has it: the replayed state, its players by seat, the log's client keys and its head.

    `cut` where it was ended early or annulled. `has_paused`: somebody has ever asked for a pause.
    """

    row: Match
    state: State
    players: tuple[Player, ...]
    keys: dict[tuple[int, str], int]
    head: str
    cut: Cut | None
    has_paused: bool


class NoSuchMatch(LookupError):
    """There is no match of that id."""


_FIELDS = ("version", "seat", "type", "payload", "origin", "key", "at")


def entry_from(row: dict[str, Any]) -> Entry:
    """A log row (a dict of `_FIELDS`) as the engine takes it. Raises Malformed when the row cannot be read."""
    return Entry(
        version=row["version"],
        seat=row["seat"],
        action=decode_action(row["type"], row["payload"]),
        origin=Origin(row["origin"]),
        at=row["at"],
        key=row["key"],
    )


def tail(match_id: int, after: int) -> list[Entry]:
    """The committed actions of a match with a version above `after`, in order."""
    rows = Action.objects.filter(match_id=match_id, version__gt=after).order_by("version").values(*_FIELDS)
    return [entry_from(row) for row in rows]


def opening_of(match: Match) -> Opening:
    """What a match starts from. Contains the seed and what it was made of."""
    return Opening(
        match.players,
        parse_options(match.options),
        bytes(match.seed),
        match.opened_at,
        None if match.secret is None else bytes(match.secret),
        tuple(bytes.fromhex(nonce) for nonce in match.nonces),
        match.engine,
    )


def load(match_id: int) -> Stored:
    """Read a match and replay its log.

    Raises NoSuchMatch; Refusal where the engine refuses an action: the log is then damaged.
    """
    entries = tail(match_id, 0)
    row = match_row(match_id)
    while row.version != len(entries):  # an action was committed between the two reads
        entries += tail(match_id, len(entries))
        row = match_row(match_id)
    return _stored(row, entries, players_of(match_id))


def load_all(match_ids: list[int]) -> dict[int, Stored]:
    """Read these matches in three queries for all. Those that `load` must look at closely are left out."""
    entries: dict[int, list[Entry]] = {match_id: [] for match_id in match_ids}
    players: dict[int, list[Player]] = {match_id: [] for match_id in match_ids}
    damaged = set()
    log = Action.objects.filter(match_id__in=match_ids).order_by("match_id", "version")
    for action in log.values("match_id", *_FIELDS):
        try:
            entries[action["match_id"]].append(entry_from(action))
        except Refusal:
            damaged.add(action["match_id"])
    seats = Seat.objects.filter(match_id__in=match_ids).order_by("match_id", "index")
    for match_id, name, bot, user_id in seats.values_list("match_id", "name", "bot", "user_id"):
        players[match_id].append(Player(name, bot, user_id))
    found = {}
    for row in Match.objects.filter(pk__in=match_ids).exclude(pk__in=damaged):
        if row.version == len(entries[row.pk]):
            with suppress(Refusal):
                found[row.pk] = _stored(row, entries[row.pk], tuple(players[row.pk]))
    return found


def _stored(row: Match, entries: list[Entry], players: tuple[Player, ...]) -> Stored:
    """A match with its whole log."""
    keys = {(entry.seat, entry.key): entry.version for entry in entries if entry.key}
    opening = opening_of(row)
    head = linked(opening_link(row.public_id, opening), entries)
    cut = _cut_of(row.pk, row.status)
    has_paused = any(isinstance(entry.action, AskPause) for entry in entries)
    return Stored(row, replay(opening, entries), players, keys, head, cut, has_paused)


class News(NamedTuple):
    """What another process may have changed of a match: the actions that are new, and how things are behind them.

    `cut`: how it was cut off, None where it was not. `extra_ms`: the time given back to the open decision.
    """

    entries: list[Entry]
    cut: Cut | None
    extra_ms: int


def news_of(match_id: int, after: int) -> News:
    """The news of this match since version `after`, all of one moment. Raises NoSuchMatch.

    Asked for every action of another process, so without the ORM, which takes fifteen times as long to ask.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEWS, [after, match_id])
        rows = cursor.fetchall()
    if not rows:
        raise NoSuchMatch(match_id)
    status, extra_ms, *_ = rows[0]
    actions = [dict(zip(_FIELDS, values, strict=True)) for _, _, *values in rows if values[0] is not None]
    entries = [entry_from({**action, "payload": json.loads(action["payload"])}) for action in actions]
    return News(entries, _cut_of(match_id, status), extra_ms)


_NEWS = f"""
    SELECT status, extra_ms, {", ".join(f"news.{field}" for field in _FIELDS)}
    FROM game_match LEFT JOIN game_action news ON match_id = game_match.id AND news.version > %s
    WHERE game_match.id = %s ORDER BY news.version
"""


def _cut_of(match_id: int, status: str) -> Cut | None:
    if status not in CUTS:
        return None
    ruling = Ruling.objects.filter(match_id=match_id, kind__in=CUTS[status]).last()
    return Cut(ruling.kind, ruling.reason) if ruling else Cut(status, "")


def wishes_of(match_ids: Iterable[int]) -> dict[int, Wish]:
    """The wishes to end these matches that are not too old; whether their round is over, the match's state says."""
    rows = EndWish.objects.filter(match__in=match_ids, since__gt=now_ms() - WISH_MS)
    return {row.pk: Wish(row.round, row.since, tuple(row.seats)) for row in rows if row.seats}


def linked(link: str, entries: Iterable[Entry]) -> str:
    """The link of the last of these entries, which follow one another from `link` on."""
    return head_of(link, (action_dict(entry.version, entry) for entry in entries))


def match_row(match_id: int) -> Match:
    """The row of a match. Raises NoSuchMatch."""
    try:
        return Match.objects.get(pk=match_id)
    except Match.DoesNotExist:
        raise NoSuchMatch(match_id) from None


def players_of(match_id: int) -> tuple[Player, ...]:
    """The players of a match by seat."""
    rows = Seat.objects.filter(match_id=match_id).order_by("index").values_list("name", "bot", "user_id")
    return tuple(Player(*row) for row in rows)


def set_times(match_id: int, version: int, **times: int | None) -> bool:
    """Change deadline, extra_ms, graced or due_at, if the match is still at `version`. Returns whether it was.

    What another process gave back is not taken away: then less `extra_ms` changes nothing.
    """
    match = Match.objects.filter(pk=match_id, version=version, status="playing")
    return match.filter(extra_ms__lte=times.get("extra_ms", F("extra_ms"))).update(**times) == 1


def extra_of(match_id: int, version: int) -> int | None:
    """The time given back to the open decision (ms), or None when the match is no longer at `version`."""
    rows = Match.objects.filter(pk=match_id, version=version).values_list("extra_ms", flat=True)
    return rows.first()


class Position(NamedTuple):
    """How far a match has come, and whether it was cut off there.

    `extra_ms` is the time given back to the open decision; `is_held`: a planned restart keeps more for somebody.
    """

    version: int
    is_cut: bool
    extra_ms: int
    is_held: bool


def positions_of(match_ids: list[int]) -> dict[int, Position]:
    """The committed position of each of these matches."""
    rows = Match.objects.filter(pk__in=match_ids).values_list("pk", "version", "status", "extra_ms", "hold")
    return {
        pk: Position(version, status in CUTS, extra_ms, hold is not None)
        for pk, version, status, extra_ms, hold in rows
    }


def departed_from(match_ids: list[int]) -> list[int]:
    """Those of these matches in which somebody played whose account is gone."""
    seats = Seat.objects.filter(match__in=match_ids, name=DEPARTED)
    return list(seats.order_by().values_list("match_id", flat=True).distinct())
