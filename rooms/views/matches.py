"""The pages of finished matches: for who played them and for the members of their room."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from game.models import Match
from game.names import shown_name
from game.store import NoSuchMatch
from rooms import services
from rooms.access import finished_match_for, match_seat_for
from rooms.coaching import coach_for
from rooms.errors import RoomError
from rooms.links import origin_of_request
from rooms.models import Share
from rooms.played import played
from rooms.views.people import log_in_first, signed_in

MatchPage = Callable[..., HttpResponse]


def match_or_404(request: HttpRequest, public_id: str) -> Match:
    """The door of a finished match; a stranger, a running match and a wrong id get the same answer."""
    try:
        return finished_match_for(signed_in(request), public_id)
    except NoSuchMatch as nothing:
        raise Http404 from nothing


def of_a_finished_match(page: MatchPage) -> MatchPage:
    """Makes a view of a page of a finished match: `page` gets the request, the match and the rest."""

    @require_safe
    @login_required
    @wraps(page)
    def view(request: HttpRequest, public_id: str, **rest: object) -> HttpResponse:
        return page(request, match_or_404(request, public_id), **rest)

    return view


@of_a_finished_match
def match(request: HttpRequest, match: Match) -> HttpResponse:
    """Who played, how it ended, by which rules, and the ways to everything else that is kept of it."""
    return match_page(request, match)


def match_page(request: HttpRequest, match: Match, *, status: int = 200) -> HttpResponse:
    """The whole page."""
    user = signed_in(request)
    share = Share.objects.select_related("by").filter(match=match).first()
    link = origin_of_request(request) + reverse("rooms:shared", args=[share.token]) if share else ""
    seat = match_seat_for(user, match)
    has_played = seat is not None
    context = {
        "nav": "lobby",
        "match": played(match, user.pk),
        "share": share,
        "share_link": link,
        "shared_by": shown_name(share.by.display_name, None) if share and share.by else "",
        "may_share": has_played and not user.is_guest and match.status == Match.Status.FINISHED,
        "may_stop": has_played,
        "match_id": match.public_id,
        "coach": coach_for(match, seat),
    }
    return render(request, "rooms/match.html", context, status=status)


@never_cache
@of_a_finished_match
def coach(request: HttpRequest, match: Match) -> HttpResponse:
    """What the coach says to who asks about their own seat; the page asks again until it is there."""
    told = coach_for(match, match_seat_for(signed_in(request), match))
    if told is None:
        raise Http404
    return render(request, "rooms/_coach.html", {"coach": told, "match_id": match.public_id})


def _page_address(public_id: str) -> str:
    return reverse("rooms:match", args=[public_id])


@require_POST
@log_in_first(_page_address)
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Makes the link for people without an account."""
    return _change(request, public_id, services.share_match)


@require_POST
@log_in_first(_page_address)
def unshare(request: HttpRequest, public_id: str) -> HttpResponse:
    """Takes the link back."""
    return _change(request, public_id, services.stop_sharing)


def _change(request: HttpRequest, public_id: str, change: Callable[..., object]) -> HttpResponse:
    match = match_or_404(request, public_id)
    try:
        change(user=signed_in(request), match=match)
    except RoomError as error:
        messages.error(request, error.sentence())
        return match_page(request, match, status=error.status)
    return redirect("rooms:match", public_id)
