"""Finished matches as files: one as JSON or as text, and all of a room, a line each."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone

from game.models import Match
from game.moment import moment
from game.records import NoRecord, record_of
from game.replay import CannotReplay
from game.textrecord import text_record
from game.threads import in_thread
from rooms.access import Entry
from rooms.models import RoomMatch
from rooms.views.matches import of_a_finished_match
from rooms.views.page import members_only

Response = TypeVar("Response", bound=HttpResponseBase)


@of_a_finished_match
def record_json(request: HttpRequest, match: Match) -> HttpResponse:
    """The record of the protocol. It names no room: its code would be a way in."""
    try:
        text = _json(match)
    except NoRecord as reason:
        raise Http404 from reason
    return _file(HttpResponse(text, content_type="application/json"), f"{_name(match)}.json")


@of_a_finished_match
def record_text(request: HttpRequest, match: Match) -> HttpResponse:
    """The match to read, in the language of whoever asks."""
    try:
        text = text_record(match)
    except CannotReplay as reason:
        raise Http404 from reason
    return _file(HttpResponse(text, content_type="text/plain; charset=utf-8"), f"{_name(match)}.txt")


@members_only("rooms:records")
def records(request: HttpRequest, entry: Entry) -> HttpResponseBase:
    """Every finished match of the room in order, a line each; sent as it is made, however many there are."""
    finished = RoomMatch.objects.filter(room=entry.room, match__status=Match.Status.FINISHED)
    ids = list(finished.order_by("number").values_list("match_id", flat=True))
    response = StreamingHttpResponse(_lines(ids), content_type="application/x-ndjson")
    return _file(response, f"kings-serfs-room-{timezone.now():%Y-%m-%d}.jsonl")


async def _lines(match_ids: Sequence[int]) -> AsyncIterator[str]:
    for match_id in match_ids:
        yield await in_thread(_line, match_id) + "\n"


def _line(match_id: int) -> str:
    match = Match.objects.get(pk=match_id)
    try:
        return _json(match)
    except NoRecord as reason:
        return json.dumps({"match": match.public_id, "problem": str(reason)})


def _json(match: Match) -> str:
    return json.dumps(record_of(match, room=None), separators=(",", ":"))


def _name(match: Match) -> str:
    """A file name of ours alone: nothing that somebody has typed."""
    return f"kings-serfs-{moment(match.opened_at):%Y-%m-%d}-{match.public_id[:8]}"


def _file(response: Response, name: str) -> Response:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
