"""The replay of a finished match: a page at a step, and the fragments of a step for a page that is open."""

import hashlib
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from msgspec.structs import replace as changed

from config.assets import build
from game.models import Match
from game.names import shown_name
from game.rendering.replay import Ways, moment_fragments, replay_stage
from game.rendering.table import TableInfo
from game.replay import CannotReplay, plain_moves, replay_of, scene_at, table_then
from game.store import players_of
from rooms.access import match_seat_for
from rooms.coaching import marks_for
from rooms.views.matches import of_a_finished_match
from rooms.views.people import signed_in, small_number

ALL = "all"
KEEP = "private, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"


class Viewing(NamedTuple):
    """Who looks how: `base` is the address of the match for them, `seat` the one they held.

    `is_shared`: by a link that may be taken back at any time, so that nothing of it is kept.
    """

    base: str
    seat: int | None
    is_shared: bool


@of_a_finished_match
def replay(request: HttpRequest, match: Match) -> HttpResponse:
    """The table at `?step=N`, with all hands open or as a seat saw it then (`?as=S`)."""
    return replay_page(request, match, _own_viewing(request, match))


@of_a_finished_match
def replay_step(request: HttpRequest, match: Match, step: int) -> HttpResponse:
    """What changes on the page of a replay when it goes to another step."""
    return step_fragments(request, match, _own_viewing(request, match), step)


def replay_page(request: HttpRequest, match: Match, viewing: Viewing) -> HttpResponse:
    """The page; a log that cannot be replayed is shown as the plain list it is."""
    table, language = _table(match, viewing), get_language() or settings.LANGUAGE_CODE
    context = {"nav": "lobby", "shared": viewing.is_shared, "name": table.room_name, "back": viewing.base}
    try:
        played = replay_of(match)
    except CannotReplay:
        names = [shown_name(info.name, info.bot) for info in table.seats]
        moves = [(move, names[move.seat] if move.seat < len(names) else "?") for move in plain_moves(match)]
        return render(request, "rooms/plain_moves.html", {**context, "moves": moves})
    step = min(small_number(request.GET.get("step")) or 0, played.last)
    seat = small_number(request.GET.get("as"))
    scene = scene_at(played, step, seat if seat is not None and seat < match.players else None)
    ways = Ways(
        base=viewing.base,
        back=viewing.base,
        rounds=played.rounds,
        tricks=played.tricks,
        viewer=viewing.seat,
        key=_key(table, language),
        marks=marks_for(match, viewing.seat),
    )
    table = changed(table, head=played.head_at(step))
    return render(
        request, "rooms/replay.html", {**context, "stage": replay_stage(scene, ways, table, language)}
    )


def step_fragments(request: HttpRequest, match: Match, viewing: Viewing, step: int) -> HttpResponse:
    """The fragments of one step: they never change, so browsers keep them, unless the link may be taken back."""
    table, language = _table(match, viewing), get_language() or settings.LANGUAGE_CODE
    wanted = request.GET.get("as", ALL)
    key = _key(table, language)
    tag = f'"{key}-{step}-{wanted}"' if wanted == ALL or small_number(wanted) is not None else None
    if tag is None:
        raise Http404
    response = get_conditional_response(request, etag=tag)
    if response is None:
        try:
            played = replay_of(match)
            scene = scene_at(played, step, None if wanted == ALL else small_number(wanted))
        except (CannotReplay, IndexError):
            raise Http404 from None
        table = changed(table, head=played.head_at(step))
        response = HttpResponse("".join(moment_fragments(scene, table, language).values()))
    is_kept = not viewing.is_shared and request.GET.get("v") == key
    response["ETag"] = tag
    response["Cache-Control"] = KEEP if is_kept else ASK_AGAIN
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _own_viewing(request: HttpRequest, match: Match) -> Viewing:
    base = reverse("rooms:match", args=[match.public_id])
    return Viewing(base, match_seat_for(signed_in(request), match), is_shared=False)


def _table(match: Match, viewing: Viewing) -> TableInfo:
    table = table_then(match, players_of(match.pk))
    return changed(table, room_name="") if viewing.is_shared else table


def _key(table: TableInfo, language: str) -> str:
    """Changes with everything a fragment is made of beside the log and the step."""
    names = [(info.name, info.bot) for info in table.seats]
    return hashlib.sha256(repr((build(), language, names, table.kids, table.match)).encode()).hexdigest()[:16]
