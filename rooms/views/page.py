"""The page of a room: one address, the waiting room or the match on its table."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.assets import build
from game.moment import now_ms
from game.names import level_name, shown_name
from game.rendering.charts import columns_chart
from game.words import TITLES
from rooms.access import Entry, match_seat_for, room_for
from rooms.chat import recent
from rooms.chat_rendering import log_html
from rooms.errors import NoSuchRoom
from rooms.links import origin_of_request
from rooms.phrases import EMOTES, PRESETS
from rooms.played import lines_of, matches_of
from rooms.rendering import standing_classes, standings_table
from rooms.room_statistics import statistics_of
from rooms.snapshot import snapshot
from rooms.stage import current_stage, current_trick
from rooms.views.people import signed_in, small_number

CODE_SHOWN = 40
LINES_OF_CHAT = 12  # in the page; its socket brings the rest


MemberPage = Callable[[HttpRequest, Entry], HttpResponseBase]


def members_only(address: str) -> Callable[[MemberPage], Callable[..., HttpResponseBase]]:
    """Makes a view of a page of a room's members; `address` names it, for codes that were typed carelessly."""

    def decorate(page: MemberPage) -> Callable[..., HttpResponseBase]:
        @require_safe
        @never_cache
        @login_required
        @wraps(page)
        def view(request: HttpRequest, code: str) -> HttpResponseBase:
            try:
                entry = room_for(signed_in(request), code)
            except NoSuchRoom as error:
                return stranger_page(request, code, status=error.status)
            if entry.room.code != code:
                return redirect(address, entry.room.code)
            return page(request, entry)

        return view

    return decorate


@members_only("rooms:room")
def room(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The room as this member sees it now; anybody else is asked to come in by its code."""
    return room_page(request, entry)


@members_only("rooms:watch")
def watch(request: HttpRequest, entry: Entry) -> HttpResponse:
    """A player's second page, for a big screen: the match as a spectator sees it. Others have nothing else anyway."""
    match = entry.room.match
    if match is None or match_seat_for(signed_in(request), match) is None:
        return redirect("rooms:room", entry.room.code)
    return room_page(request, entry, is_watching=True)


@members_only("rooms:trick")
def last_trick(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The trick before, or trick `?n=` of this round, as HTML for the table's page; 404 for who may see no match."""
    language = get_language() or settings.LANGUAGE_CODE
    number = small_number(request.GET.get("n"))
    html = current_trick(snapshot(entry.room.code), signed_in(request).pk, language, number)
    if html is None:
        raise Http404
    return HttpResponse(html)


def page_of(code: str) -> str:
    """The address of a room's page, whether or not there is such a room."""
    return reverse("rooms:room", args=[code])


def stranger_page(request: HttpRequest, code: str, *, status: int) -> HttpResponse:
    """What somebody sees who is no member. It knows nothing but `code`, so that it tells nothing of a room."""
    return render(request, "rooms/stranger.html", {"nav": "lobby", "code": code[:CODE_SHOWN]}, status=status)


def entry_or_404(request: HttpRequest, code: str) -> Entry:
    """The door of a room; a stranger and a wrong code get the same answer."""
    try:
        return room_for(signed_in(request), code)
    except NoSuchRoom as error:
        raise Http404(error.code) from error


def room_page(
    request: HttpRequest, entry: Entry, *, status: int = 200, is_watching: bool = False
) -> HttpResponse:
    """The whole page, and to its socket which match at which version it shows."""
    user, language = signed_in(request), get_language() or settings.LANGUAGE_CODE
    seen = snapshot(entry.room.code)
    html, shows = current_stage(
        seen,
        user.pk,
        language,
        origin=origin_of_request(request),
        csrf_token=get_token(request),
        is_watching=is_watching,
    )
    context = {
        "room": entry.room,
        "standing": standing_classes(seen, user.pk),
        "is_watching": is_watching,
        "chat": log_html(recent(seen.code, user.pk)[-LINES_OF_CHAT:], user.pk, language, oob=False),
        "emotes": EMOTES.items(),
        "presets": PRESETS.items(),
        "here": page_of(entry.room.code),
        "socket": _socket(seen.code, shows.match, shows.version, is_watching=is_watching),
        "match": shows.match or "",
        "version": shows.version or 0,
        "shuffle": seen.shuffle or "",
        "stage": html,
    }
    return render(request, "rooms/room.html", context, status=status)


def people_page(request: HttpRequest, entry: Entry, *, status: int = 200) -> HttpResponse:
    """The people of a room; for the host also who is banned."""
    seen, user = snapshot(entry.room.code), signed_in(request)
    is_host = seen.host_id == user.pk
    me = seen.member_of(user.pk)
    mutes = list(user.mutes.select_related("user").order_by("muted_at", "pk"))
    context = {
        "nav": "lobby",
        "seen": seen,
        "is_host": is_host,
        "here": reverse("rooms:people", args=[seen.code]),
        "may_end": seen.playing and not seen.stranded and me is not None and me.seat is not None,
        "people": [member for member in seen.members if member.user_id is not None],
        "bots": [(shown_name(m.name, m.bot), level_name(m.bot)) for m in seen.members if m.bot is not None],
        "bans": entry.room.bans.select_related("user").order_by("banned_at", "pk") if is_host else (),
        "mutes": mutes,
        "muted": {mute.user_id for mute in mutes},
        "silences": entry.room.silences.select_related("user").order_by("pk") if is_host else (),
    }
    return render(request, "rooms/people.html", context, status=status)


@members_only("rooms:standings")
def standings(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The room's running table, also while a match is played, and the matches it was added up from."""
    user, language = signed_in(request), get_language() or settings.LANGUAGE_CODE
    seen = snapshot(entry.room.code, with_standings=True)
    page = matches_of(entry.room, request.GET.get("page"))
    stats = statistics_of(entry.room, now_ms=now_ms())
    context = {
        "nav": "lobby",
        "seen": seen,
        "here": reverse("rooms:standings", args=[seen.code]),
        "standings": standings_table(seen, user.pk, language),
        "page": page,
        "matches": lines_of(page),
        "stats": stats,
    }
    if stats is not None:
        context["titles"] = [(title, _(name)) for title, name in TITLES.items()]
        context["weeks"] = columns_chart(
            label=_("Games in the last 12 weeks"),
            values=[week.matches for week in stats.weeks],
            since=date_format(timezone.localtime(stats.weeks[0].since), "SHORT_DATE_FORMAT"),
            until=_("Latest"),
        )
    return render(request, "rooms/standings.html", context)


def _socket(code: str, match: str | None, version: int | None, *, is_watching: bool) -> str:
    shown = {"match": match, "since": version or 0} if match else {}
    watching = {"watch": 1} if is_watching else {}
    query = urlencode({**shown, **watching, **({"build": build()} if build() else {})})
    return f"/ws/room/{code}/?{query}" if query else f"/ws/room/{code}/"
