"""The lines that statistics are added up from: gathered from a match's log when it ends, or again at any time."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from game.engine.facts import SeatRound as Fact
from game.engine.facts import seat_rounds
from game.engine.record import Opening, replay
from game.engine.state import Match as State
from game.models import Match, SeatRound
from game.store import Entry, opening_of, tail

FIELDS = ("round", "players", "standing", "place", "revolution", "mixed", "alone", "kept", "timeouts")


def facts_of(opening: Opening, end: State, log: Sequence[Entry]) -> list[Fact]:
    """The lines of a match that came to `end`, by round and seat."""
    return seat_rounds(replay(opening, ()).round.order, end.results, log)


def facts_at_end(match: Match, last: Entry, end: State) -> list[Fact]:
    """The lines of a match that ends with `last`, the one action that is not in the log yet."""
    return facts_of(opening_of(match), end, [*tail(match.pk, 0), last])


def rebuild(match: Match) -> None:
    """Write the lines of a finished match anew, from its log. Raises: Refusal, ValueError where it is damaged."""
    log, opening = tail(match.pk, 0), opening_of(match)
    facts = facts_of(opening, replay(opening, log), log)
    seats = {seat.index: seat for seat in match.seats.order_by()}
    with transaction.atomic():
        SeatRound.objects.filter(seat__match=match).delete()
        SeatRound.objects.bulk_create(
            SeatRound(seat=seat, match=match, user_id=seat.user_id, **row_values(fact))
            for fact in facts
            for seat in [seats[fact.seat]]
        )


def row_values(fact: Fact) -> dict[str, int]:
    """The fields of a line's row, its seat left out."""
    return {name: getattr(fact, name) for name in FIELDS}


def stored_facts(match_id: int) -> list[dict[str, Any]]:
    """The lines that are stored of a match, as dicts with the fields of `Fact`, by round and seat."""
    return [fact for _, fact in stored_facts_of([match_id])]


def stored_facts_of(match_ids: Sequence[int]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The same of many matches: each line with the match it belongs to."""
    rows = SeatRound.objects.filter(seat__match__in=match_ids).order_by("round", "seat__index")
    for match_id, index, *values in rows.values_list("seat__match", "seat__index", *FIELDS):
        yield match_id, {"seat": index, **dict(zip(FIELDS, values, strict=True))}


def as_dict(fact: Fact) -> dict[str, Any]:
    """A line as `stored_facts` has it."""
    return msgspec.structs.asdict(fact)


def without_facts() -> QuerySet[Match]:
    """The finished matches that have no line at all."""
    counted = SeatRound.objects.filter(round=1).values("seat__match")
    return Match.objects.filter(status=Match.Status.FINISHED).exclude(pk__in=counted)
