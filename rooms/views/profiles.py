"""Profiles: what somebody's finished matches add up to, for themselves and for those who know them from a table."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from game.rendering.charts import trend_chart
from game.words import TITLES
from rooms.access import NoSuchPerson, person_for
from rooms.figures import Share, figures, percent
from rooms.statistics import Record, record_of, rivals_of, sizes_of
from rooms.views.people import signed_in

RECENT = 8


@require_safe
@never_cache
@login_required
def my_profile(request: HttpRequest) -> HttpResponse:
    """My own record."""
    return _page(request, signed_in(request))


@require_safe
@never_cache
@login_required
def profile(request: HttpRequest, person: int) -> HttpResponse:
    """Somebody else's record, without what is theirs alone: their rooms, their other company, their clock."""
    viewer = signed_in(request)
    if person == viewer.pk:
        return redirect("rooms:my_profile")
    try:
        return _page(request, person_for(viewer, person))
    except NoSuchPerson as nobody:
        raise Http404 from nobody


def _page(request: HttpRequest, person: User) -> HttpResponse:
    viewer = signed_in(request)
    is_me = person.pk == viewer.pk
    sizes = sizes_of(person.pk)
    with_people, practice = (sum(size.matches for size in sizes[alone]) for alone in (False, True))
    # Who has played with bots alone sees that; else it waits behind its link.
    shows_practice = practice > 0 and (request.GET.get("with") == "bots" or not with_people)
    address = reverse("rooms:my_profile") if is_me else reverse("rooms:profile", args=[person.pk])
    context: dict[str, Any] = {
        "nav": "record" if is_me else "lobby",
        "here": address,
        "person": person,
        "is_me": is_me,
        "with_people": with_people,
        "practice": practice,
        "shows_practice": shows_practice,
    }
    if with_people or practice:
        record = record_of(person.pk, sizes[shows_practice], practice=shows_practice)
        context |= {"record": record, **_charts(record)}
        if not shows_practice:
            rivals = rivals_of(person.pk) if is_me else rivals_of(viewer.pk, only=person.pk)
            context["rivals"] = [
                (rival, percent(rival.ahead, rival.matches), rival.matches - rival.ahead) for rival in rivals
            ]
        if is_me:
            context["recent"] = record.recent[:RECENT]
    return render(request, "rooms/profile.html", context)


def _charts(record: Record) -> dict[str, Any]:
    """The lines of every table with bars, and the drawing of the last places."""
    places = [match.place for match in reversed(record.recent)]
    return {
        "king_rate": percent(record.kings_earned, record.rounds),
        "titles": figures(
            Share(_(TITLES[line.title]), line.earned, record.rounds, line.title) for line in record.titles
        ),
        "kept": figures(
            Share(_(TITLES[line.title]), line.kept, line.held, line.title) for line in record.titles
        ),
        "sizes": list(
            zip(
                record.sizes,
                figures(Share("", size.wins, size.matches) for size in record.sizes),
                strict=True,
            )
        ),
        "jesters": figures(
            [
                Share(_("Mixed in"), record.mixed, record.jesters),
                Share(_("Alone"), record.alone, record.jesters),
                Share(_("Kept to the end"), record.kept, record.jesters),
            ],
            patterns=True,
        ),
        "trend": trend_chart(
            label=_("Place, last 20 games"),
            places=places,
            players=max(match.players for match in record.recent),
            since=_("{n} games ago").format(n=len(places)),
            until=_("Latest"),
        )
        if len(places) > 1
        else "",
    }
