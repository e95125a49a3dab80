"""What people without an account see who have the link of a match: how it ended, and its replay. Nothing else."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec.structs import replace as changed

from game.models import Match
from game.store import NoSuchMatch
from rooms.access import shared_match
from rooms.played import played
from rooms.views.replays import Viewing, replay_page, step_fragments

SharedPage = Callable[..., HttpResponse]


def of_a_shared_match(page: SharedPage) -> SharedPage:
    """Makes a view of a page for whoever has the link: no robot lists it, and no other site hears of it."""

    @require_safe
    @wraps(page)
    def view(request: HttpRequest, token: str, **rest: object) -> HttpResponse:
        try:
            match = shared_match(token)
        except NoSuchMatch as nothing:
            raise Http404 from nothing
        viewing = Viewing(reverse("rooms:shared", args=[token]), None, is_shared=True)
        response = page(request, match, viewing, **rest)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        return response

    return view


@of_a_shared_match
def shared(request: HttpRequest, match: Match, viewing: Viewing) -> HttpResponse:
    """The result, and the way to the replay."""
    seen = changed(played(match, None), room_name="", number=None)
    return render(
        request, "rooms/shared.html", {"nav": "", "match": seen, "replay": f"{viewing.base}replay/"}
    )


@of_a_shared_match
def shared_replay(request: HttpRequest, match: Match, viewing: Viewing) -> HttpResponse:
    """The replay, as those see it who played."""
    return replay_page(request, match, viewing)


@of_a_shared_match
def shared_step(request: HttpRequest, match: Match, viewing: Viewing, step: int) -> HttpResponse:
    """The fragments of one step."""
    return step_fragments(request, match, viewing, step)
