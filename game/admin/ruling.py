"""Rulings about a match in the admin: what somebody may do, the form that asks for a reason, and the deed."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game import rulings
from game.models import Match, Ruling

REASON_LENGTH = 200


class Act(NamedTuple):
    """Something an administrator may decide. `explained` says what will happen, to whom it is told included."""

    permission: str
    title: Promise | str
    explained: Promise | str
    do: Callable[..., Ruling]


ACTS = {
    "open": Act(
        "game.open_hands",
        _("Open the hands"),
        _(
            "You alone see all hands of this running match from then on. Its room is told at once, in the chat, that "
            "an administrator opened them, and your reason."
        ),
        rulings.open_hands,
    ),
    "end": Act(
        "game.end_matches",
        _("End the match early"),
        _(
            "The match ends at once, for everybody. Its log is kept, it counts nowhere. Players read your reason."
        ),
        rulings.end_early,
    ),
    "annul": Act(
        "game.end_matches",
        _("Annul the match"),
        _(
            "The match is void. A running one ends at once. Its log is kept, it counts nowhere. Players read your "
            "reason. This cannot be taken back."
        ),
        rulings.annul,
    ),
}


def acts_for(request: HttpRequest, match: Match) -> list[tuple[str, Act]]:
    """What this administrator may decide about this match now, by its name in addresses."""
    if match.status == Match.Status.ANNULLED:
        return []
    possible = ACTS if match.status == Match.Status.PLAYING else {"annul": ACTS["annul"]}
    return [(name, act) for name, act in possible.items() if request.user.has_perm(act.permission)]


def rule(admin: "ModelAdmin[Match]", request: HttpRequest, match: Match, name: str) -> HttpResponse:
    """The form of an act; sent with a reason, the act is done and stands in the log of the admin.

    Raises: Http404, PermissionDenied.
    """
    act = ACTS.get(name)
    if act is None:
        raise Http404
    if not request.user.has_perm(act.permission):
        raise PermissionDenied
    back = reverse("admin:game_match_change", args=[match.pk])
    reason = " ".join(request.POST.get("reason", "").split())[:REASON_LENGTH]
    if request.method == "POST" and reason:
        title = str(act.title)
        try:
            act.do(match_id=match.pk, by_id=request.user.pk, reason=reason)
        except rulings.TakesPart:
            text = gettext("You hold a seat of this match: somebody else has to look.")
            admin.message_user(request, text, messages.ERROR)
        except rulings.AlreadyOver:
            admin.message_user(request, gettext("The match is over already."), messages.WARNING)
        else:
            admin.log_change(request, match, f"{title}: {reason}")
            admin.message_user(request, gettext("Done: {title}").format(title=title), messages.SUCCESS)
        return HttpResponseRedirect(back)
    context: dict[str, Any] = {
        **admin.admin_site.each_context(request),
        "opts": admin.opts,
        "title": act.title,
        "explained": act.explained,
        "match": match,
        "missing": request.method == "POST",
        "limit": REASON_LENGTH,
        "back": back,
    }
    return TemplateResponse(request, "admin/game/match/rule.html", context)
