"""How the list of matches is narrowed: by status, by the day of opening, by what is wrong."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from game.anomalies import Anomaly, stuck
from game.models import Match
from game.moment import now_ms


class StatusFilter(admin.SimpleListFilter):
    """Running, finished, ended early, annulled."""

    title = _("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return list(Match.Status.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        """The matches of the chosen status."""
        return queryset.filter(status=self.value()) if self.value() else queryset


class OpenedFilter(admin.SimpleListFilter):
    """When a match was opened, by days of the site's time zone."""

    title = _("opened")
    parameter_name = "opened"
    days = {"today": 0, "week": 6, "month": 29, "year": 364}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return [
            ("today", _("Today")),
            ("week", _("Past 7 days")),
            ("month", _("Past 30 days")),
            ("year", _("Past 365 days")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        """The matches opened since the chosen midnight."""
        back = self.days.get(self.value() or "")
        if back is None:
            return queryset
        midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
        since = midnight - timedelta(days=back)
        return queryset.filter(opened_at__gte=int(since.timestamp() * 1000))


class AnomalyFilter(admin.SimpleListFilter):
    """Running matches that stand still or contradict their log."""

    title = _("anomaly")
    parameter_name = "anomaly"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices; the first is all of them together."""
        return [("any", _("any")), *Anomaly.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        """The matches with the chosen anomaly, as of now."""
        value = self.value()
        if value == "any":
            return queryset.filter(pk__in=stuck(now_ms()))
        if value in Anomaly.values:
            return queryset.filter(pk__in=stuck(now_ms(), Anomaly(value)))
        return queryset
