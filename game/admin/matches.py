"""Matches in the admin: found, looked at, ruled about. A running match shows what everybody at its table sees."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.admin.filters import AnomalyFilter, OpenedFilter, StatusFilter
from game.admin.finding import ShortCount, matching
from game.admin.readonly import ReadOnly
from game.admin.ruling import acts_for, rule
from game.anomalies import anomalies_of
from game.matchlog import PublicLine, match_log
from game.matchstep import NoSuchStep, table_at
from game.models import Match, Seat
from game.moment import moment, now_ms
from game.names import shown_name
from game.rulings import may_see_hands
from game.timeline import KINDS, timeline, wanted_of
from game.verification import verify

CHECKED_AT_ONCE = 200


def names_of(match: Match) -> list[str]:
    """The names by seat; a seat without a row is called by its number."""
    names = {seat.index: shown_name(seat.name, seat.bot) for seat in match.seats.all()}
    return [names.get(index, f"#{index}") for index in range(match.players)]


def _column(name: str, label: Any) -> Callable[[Any, Any], Any]:
    """A method that shows a field under a name that is translated (`label`)."""

    @admin.display(description=label)
    def shown(_admin: Any, row: Any) -> Any:
        return getattr(row, name)

    return shown


class SeatInline(ReadOnly, admin.TabularInline):
    """Who sat where."""

    model = Seat
    account, level = _column("user", _("user")), _column("bot", _("bot level"))
    fields = readonly_fields = ("number", "called", "account", "level")
    extra = 0
    can_delete = False

    @admin.display(description=_("seat"))
    def number(self, seat: Seat) -> int:
        """The engine's number of the seat, as the log of the match and its exports name it."""
        return seat.index

    @admin.display(description=_("name"))
    def called(self, seat: Seat) -> str:
        """The name it was played under."""
        return shown_name(seat.name, seat.bot)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """With the people, in one query."""
        return super().get_queryset(request).select_related("user")


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):
    """The list of matches and a page for each: its facts, its seats, its log."""

    whole_id, actions_done = _column("public_id", _("public id")), _column("version", _("version"))
    question, rules_engine = _column("decision", _("decision")), _column("engine", _("engine"))
    committed = _column("commitment", _("commitment"))
    list_display = ("identity", "opened", "room", "state", "who", "actions_done")
    list_filter = (StatusFilter, OpenedFilter, AnomalyFilter)
    search_fields = ("public_id",)  # what is searched says `matching`
    search_help_text = _(
        "Public id, code or name of a room, name of a player (a bot has none), a day (2026-11-30) or days "
        "(2026-11-01..2026-11-30). The newest 2000 are listed."
    )
    ordering = ("-pk",)
    sortable_by = ()
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each would count everything
    paginator = ShortCount
    list_per_page = 50
    actions = ("check_integrity",)
    inlines = (SeatInline,)
    # Named one by one: a column that is added to the table stays hidden until somebody decides otherwise.
    public_fields = (
        "whole_id", "room", "state", "opened", "ended", "actions_done", "question", "due", "rules_engine", "rules",
        "committed",
    )  # fmt: skip
    open_fields = ("seed_hex", "outcome")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """With the seats, in one query."""
        return super().get_queryset(request).prefetch_related("seats")

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> tuple[str, ...]:
        """The seed and the result only once the match is over."""
        is_over = obj is not None and obj.status != Match.Status.PLAYING
        return (*self.public_fields, *self.open_fields) if is_over else self.public_fields

    def get_readonly_fields(self, request: HttpRequest, obj: Match | None = None) -> tuple[str, ...]:
        """All of them."""
        return self.get_fields(request, obj)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only our filters: Django would let an address ask what the seed of a running match begins with."""
        filters = (StatusFilter, OpenedFilter, AnomalyFilter)
        return lookup in {each.parameter_name for each in filters}

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        """By what indexes find."""
        return (matching(queryset, search_term) if search_term.strip() else queryset), False

    def get_urls(self) -> list[URLPattern]:
        """The pages beside the usual ones: the table at a step, and a ruling."""
        wrap = self.admin_site.admin_view
        ours = [
            path("<int:pk>/step/<int:version>/", wrap(self.step), name="game_match_step"),
            path("<int:pk>/rule/<slug:act>/", wrap(self.rule), name="game_match_rule"),
        ]
        return [*ours, *super().get_urls()]

    def _match_or_404(self, request: HttpRequest, pk: int) -> Match:
        match = self.get_queryset(request).filter(pk=pk).first()
        if match is None or not self.has_view_permission(request, match):
            raise Http404
        return match

    def step(self, request: HttpRequest, pk: int, version: int) -> HttpResponse:
        """The table after an action; all hands on demand, for who may see them."""
        match = self._match_or_404(request, pk)
        is_open = may_see_hands(match, request.user.pk)
        try:
            table = table_at(
                match, version, names_of(match), shows_hands=is_open and request.GET.get("hands") == "1"
            )
        except NoSuchStep as nothing:
            raise Http404 from nothing
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Table at version {n}").format(n=version),
            "match": match,
            "table": table,
            "is_open": is_open,
        }
        return TemplateResponse(request, "admin/game/match/step.html", context)

    def rule(self, request: HttpRequest, pk: int, act: str) -> HttpResponse:
        """A form for a ruling, and what it does."""
        return rule(self, request, self._match_or_404(request, pk), act)

    @admin.action(description=_("Check integrity"))
    def check_integrity(self, request: HttpRequest, queryset: QuerySet[Match]) -> TemplateResponse:
        """Replays the logs of the chosen matches and shows for each what differs from what is stored."""
        chosen = list(queryset[:CHECKED_AT_ONCE])
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Check integrity"),
            "checked": [(match, verify(match.pk)) for match in chosen],
            "limit": CHECKED_AT_ONCE,
        }
        return TemplateResponse(request, "admin/game/match/checked.html", context)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        """The page of a match, with its log."""
        match: Match | None = kwargs.get("obj")
        if match is not None:
            context |= self._log_of(request, match)
        return super().render_change_form(request, context, *args, **kwargs)

    def _log_of(self, request: HttpRequest, match: Match) -> dict[str, Any]:
        names = names_of(match)
        log = match_log(match, names, shows_hands=may_see_hands(match, request.user.pk))
        wanted = wanted_of(request.GET)
        lines = log.lines or tuple(each.seen for each in log.opened)
        return {
            "log": log,
            "wanted": wanted,
            "rows": timeline(match, log, names, wanted),
            "names": list(enumerate(names)),
            "kinds": [(kind, gettext(text)) for kind, text in KINDS.items()],
            "rounds": _starts(lines),
            "acts": acts_for(request, match),
            "rulings": match.rulings.select_related("by"),
            "anomalies": anomalies_of(match, now_ms()) if match.status == Match.Status.PLAYING else [],
        }

    @admin.display(description=_("room"))
    def room(self, match: Match) -> str:
        """The room it was opened in, by the name it had then."""
        return f"{match.room_name} ({match.room_code})" if match.room_code else match.room_name or "-"

    @admin.display(description=_("status"))
    def state(self, match: Match) -> str:
        """Running, finished, ended early, annulled."""
        return match.get_status_display()

    @admin.display(description=_("players"))
    def who(self, match: Match) -> str:
        """How many, and who."""
        return f"{match.players}: {', '.join(names_of(match))}"

    @admin.display(description=_("public id"))
    def identity(self, match: Match) -> str:
        """The public id, whole for who points at it."""
        return format_html('<span title="{}">{}…</span>', match.public_id, match.public_id[:8])

    @admin.display(description=_("opened"))
    def opened(self, match: Match) -> str:
        """When it was opened."""
        return _clock(match.opened_at)

    @admin.display(description=_("ended"))
    def ended(self, match: Match) -> str:
        """When its last action was committed, or an administrator ended it."""
        return _clock(match.finished_at)

    @admin.display(description=_("deadline"))
    def due(self, match: Match) -> str:
        """When the open decision ends by itself."""
        return _clock(match.deadline)

    @admin.display(description=_("options"))
    def rules(self, match: Match) -> str:
        """The frozen options under their keys."""
        return ", ".join(f"{key}: {value}" for key, value in match.options.items())

    @admin.display(description=_("seed"))
    def seed_hex(self, match: Match) -> str:
        """The seed, in hex."""
        return bytes(match.seed).hex()

    @admin.display(description=_("result"))
    def outcome(self, match: Match) -> str:
        """The final ranking with totals and the places of every round."""
        names = names_of(match)
        return "; ".join(
            f"{line['rank']}. {names[line['seat']]} {line['total']} ({', '.join(map(str, line['places']))})"
            for line in (match.result or {}).get("ranking", ())
        )


def _clock(at: int | None) -> str:
    """A time (ms) in the site's time zone."""
    return "–" if at is None else f"{timezone.localtime(moment(at)):%Y-%m-%d %H:%M:%S}"


def _starts(lines: Sequence[PublicLine]) -> list[tuple[int, int]]:
    """The rounds, each with the version of its first action; one that has none yet is left out."""
    first: dict[int, int] = {}
    for line in lines:
        first.setdefault(line.round, line.version)
    return list(first.items())
