"""Checks stored matches: replays a log and compares what comes out with what was stored. Changes nothing.

What it says of a running match are public facts: numbers, phases and codes, never cards.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast

from game.engine.actions import Action as Wish
from game.engine.actions import Origin
from game.engine.codec import decode_action
from game.engine.errors import Malformed, Refusal
from game.engine.facts import seat_rounds
from game.engine.fairness import next_link, seed_of
from game.engine.options import OptionError
from game.engine.record import (
    LoggedAction,
    Opening,
    action_dict,
    opening_link,
    replay,
    replay_on,
    result_of,
)
from game.engine.rules import ENGINES, owing
from game.engine.state import Finished
from game.engine.state import Match as State
from game.facts import as_dict, stored_facts_of
from game.models import CUTS, Action, Match, Seat
from game.store import opening_of

FIELDS = ("version", "seat", "type", "text", "origin", "at", "link")
LogRow: TypeAlias = tuple[int, int, str, str, str, int, str]
READS = 5  # a running match may move on between two reads


class Verdict(msgspec.Struct, frozen=True):
    """What a check found. `differences` is empty where everything agrees; `skipped` where nothing was checked."""

    match: str
    differences: tuple[str, ...] = ()
    skipped: str | None = None


class Kept(msgspec.Struct):
    """What is stored of a match beside its row: log rows (as `FIELDS`), seats by index, lines for statistics."""

    log: list[LogRow]
    seats: list[tuple[int, int | None, int | None]]
    facts: list[dict[str, Any]]


def ids_since(at: int | None) -> list[int]:
    """The matches opened at `at` (ms) or later, by primary key, oldest first; all of them for None."""
    found = (
        Match.objects.order_by("pk") if at is None else Match.objects.filter(opened_at__gte=at).order_by("pk")
    )
    return list(found.values_list("pk", flat=True))


def verify(match_id: int) -> Verdict:
    """The verdict on one match. Raises: Match.DoesNotExist."""
    for verdict in verify_many([match_id]):
        return verdict
    raise Match.DoesNotExist


def verify_many(match_ids: Sequence[int]) -> Iterator[Verdict]:
    """The verdicts on these matches, in their order, read in a few queries: they are all in memory at a time."""
    rows = Match.objects.in_bulk(match_ids)
    known = [match_id for match_id, row in rows.items() if row.engine in ENGINES]
    kept = _kept(known)
    for match_id in match_ids:
        row = rows.get(match_id)
        if row is None:
            continue
        if row.engine not in ENGINES:
            yield Verdict(row.public_id, skipped=f"engine {row.engine} is not known here")
            continue
        if len(kept[match_id].log) != row.version and row.status == Match.Status.PLAYING:
            row, kept[match_id] = _read_again(row)
        yield Verdict(row.public_id, tuple(differences(row, kept[match_id])))


def _read_again(row: Match) -> tuple[Match, Kept]:
    """A running match and what is kept of it at the same moment, unless they really differ."""
    for _ in range(READS):
        row = Match.objects.get(pk=row.pk)
        kept = _kept([row.pk])[row.pk]
        if len(kept.log) == row.version or row.status != Match.Status.PLAYING:
            break
    return row, kept


def _kept(match_ids: Sequence[int]) -> dict[int, Kept]:
    found = {match_id: Kept([], [], []) for match_id in match_ids}
    # As text: a payload that is no JSON is a difference of its match, and equal ones are read once.
    rows = Action.objects.filter(match__in=match_ids).annotate(text=Cast("payload", TextField()))
    for match_id, *row in rows.order_by("match", "version").values_list("match_id", *FIELDS).iterator(5000):
        found[match_id].log.append(tuple(row))
    seats = Seat.objects.filter(match__in=match_ids).order_by("match", "index")
    for match_id, index, place, points in seats.values_list("match_id", "index", "place", "points"):
        found[match_id].seats.append((index, place, points))
    for match_id, fact in stored_facts_of(match_ids):
        found[match_id].facts.append(fact)
    return found


def differences(row: Match, kept: Kept) -> Iterator[str]:
    """One sentence for each thing in which a match differs from its log, in the order of the log.

    A log that cannot be replayed ends the comparison: nothing after it means anything.
    """
    entries: list[LoggedAction] = []
    for number, (version, seat, kind, text, origin, at, _link) in enumerate(kept.log, start=1):
        if version != number:
            yield f"log: version {number} is missing, the next is {version}"
            return
        try:
            entries.append(LoggedAction(version, seat, _action(kind, text), Origin(origin), at))
        except (Refusal, ValueError) as wrong:
            yield f"log: version {number} cannot be read ({_reason(wrong)})"
            return
    try:
        opening = opening_of(row)
        opened = replay(opening, ())
    except (OptionError, ValueError) as wrong:
        yield f"opening: the match cannot be opened again ({_reason(wrong)})"
        return
    yield from _shuffle_differences(row, opening)
    try:
        state = replay_on(opened, entries)
    except (Refusal, ValueError):
        yield _first_refused(opened, entries)
        return
    yield from _link_differences(row, opening, entries, kept.log)
    yield from _compared(row, kept, opened, state, entries)


@lru_cache(maxsize=20_000)
def _action(kind: str, text: str) -> Wish:
    """The action of a log row. Bots make much the same ones again and again."""
    payload = msgspec.json.decode(text)
    if not isinstance(payload, dict):
        raise Malformed()
    return decode_action(kind, payload)


def _compared(
    row: Match, kept: Kept, opened: State, state: State, entries: Sequence[LoggedAction]
) -> Iterator[str]:
    finished = isinstance(state.phase, Finished)
    if row.is_cut:
        yield from _cut_differences(row)
    replayed: dict[str, object] = {
        "version": state.version,
        "decision": state.decision,
        "owing": sum(1 << seat for seat in owing(state)),
    }
    if not row.is_cut:
        replayed["status"] = (Match.Status.FINISHED if finished else Match.Status.PLAYING).value
    if finished or not row.is_cut:
        replayed["finished_at"] = entries[-1].at if finished else None
    for name, value in replayed.items():
        if (stored := getattr(row, name)) != value:
            yield _differs(name, stored, value)
    if (result := result_of(state) if finished else None) != row.result:
        yield from _result_differences(row.result, result)
    else:
        yield from _seat_differences(kept, result)
        if finished:
            yield from _fact_differences(kept, opened, state, entries)


def _cut_differences(row: Match) -> Iterator[str]:
    """A match that does not run on to its end has a ruling that says so, and is never due."""
    if not row.rulings.filter(kind__in=CUTS[row.status]).exists():
        yield f"status: {row.status} without a ruling"
    for name in ("deadline", "due_at"):
        if (stored := getattr(row, name)) is not None:
            yield _differs(name, stored, None)


def _seat_differences(kept: Kept, replayed: dict[str, Any] | None) -> Iterator[str]:
    """A sentence for each seat whose place or points are not those of the result."""
    ranking = replayed["ranking"] if replayed else ()
    expected = {line["seat"]: {"place": line["rank"], "points": line["total"]} for line in ranking}
    for index, *line in kept.seats:
        wanted = expected.get(index, {"place": None, "points": None})
        for (name, value), stored in zip(wanted.items(), line, strict=True):
            if stored != value:
                yield _differs(f"seat {index}.{name}", stored, value)


def _fact_differences(
    kept: Kept, opened: State, end: State, entries: Sequence[LoggedAction]
) -> Iterator[str]:
    """The first line for statistics that is not what the log says. None at all are no difference: they may be made."""
    stored = kept.facts
    replayed = [as_dict(fact) for fact in seat_rounds(opened.round.order, end.results, entries)]
    if stored and len(stored) != len(replayed):
        yield f"facts: stored {len(stored)} lines, replayed {len(replayed)}"
        return
    for found, fact in zip(stored, replayed, strict=False):
        if found != fact:
            name = next(name for name in fact if found[name] != fact[name])
            where = f"facts: round {fact['round']}, seat {fact['seat']}, {name}"
            yield _differs(where, found[name], fact[name])
            return


def _shuffle_differences(row: Match, opening: Opening) -> Iterator[str]:
    """What was committed to, and the seed that was made of it."""
    if opening.committed != row.commitment:
        yield _differs("commitment", row.commitment, opening.committed)
    if opening.secret is not None and seed_of(opening.secret, opening.nonces) != opening.seed:
        yield "seed: it is not what the secret and the nonces make"


def _link_differences(
    row: Match, opening: Opening, entries: Sequence[LoggedAction], log: Sequence[LogRow]
) -> Iterator[str]:
    """The first action whose link is not that of the chain; rows from before there was one have none."""
    link = opening_link(row.public_id, opening)
    for entry, (*_, stored) in zip(entries, log, strict=True):
        link = next_link(link, action_dict(entry.version, entry))
        if stored not in ("", link):
            yield f"log: version {entry.version} does not follow from what was logged before it"
            return


def _result_differences(stored: Any, replayed: Any) -> Iterator[str]:
    """The parts of a result that differ; the whole where one side has none."""
    if not isinstance(stored, dict) or not isinstance(replayed, dict):
        yield _differs("result", stored, replayed)
        return
    for key in (*replayed, *(key for key in stored if key not in replayed)):
        if stored.get(key) != replayed.get(key):
            yield _differs(f"result.{key}", stored.get(key), replayed.get(key))


def _first_refused(state: State, entries: Sequence[LoggedAction]) -> str:
    """Which action the engine refuses."""
    for entry in entries:
        try:
            state = replay_on(state, [entry])
        except (Refusal, ValueError) as wrong:
            return f"log: the engine refuses version {entry.version} ({_reason(wrong)})"
    raise AssertionError("the same actions were refused a moment ago")


def _reason(wrong: Exception) -> str:
    return wrong.code if isinstance(wrong, Refusal) else str(wrong)


def _differs(name: str, stored: object, replayed: object) -> str:
    return f"{name}: stored {stored!r}, replayed {replayed!r}"
