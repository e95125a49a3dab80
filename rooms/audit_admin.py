"""Everything administrators did, in one list that nobody changes: who, when, to whom or what, and why."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from game.admin import ReadOnly
from game.admin.finding import ShortCount
from game.names import shown_name


@admin.register(LogEntry)
class AuditAdmin(ReadOnly, admin.ModelAdmin):
    """Django's own log of the admin, where our acts stand too. Triggers keep it append-only."""

    list_display = ["action_time", "user", "act", "about", "reason"]
    list_display_links = None
    list_filter = ["action_time", "action_flag"]
    list_select_related = ["user", "content_type"]
    search_fields = ["=user__username", "=user__display_name", "object_repr", "change_message"]
    search_help_text = _("Who did it, to whom or what, or words of the reason")
    ordering = ["-pk"]
    sortable_by = ()
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = ShortCount
    list_per_page = 50
    actions = None
    fields = readonly_fields = ("action_time", "user", "act", "about", "reason")

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only our filters."""
        return lookup.partition("__")[0] in {"action_time", "action_flag"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        return super().get_queryset(request).select_related("user", "content_type")

    @admin.display(description=_("what"))
    def act(self, entry: LogEntry) -> str:
        """What was done: our acts by their title, Django's by what changed."""
        return _split(entry)[0]

    @admin.display(description=_("reason"))
    def reason(self, entry: LogEntry) -> str:
        """Why; Django's own acts ask for no reason."""
        return _split(entry)[1] or "–"

    @admin.display(description=_("about"))
    def about(self, entry: LogEntry) -> str:
        """Whom or what, with the way there while it is there."""
        kind = entry.content_type.name if entry.content_type else "–"
        url = None if entry.is_deletion() else entry.get_admin_url()
        if url:
            return format_html('{}: <a href="{}">{}</a>', kind, url, shown_name(entry.object_repr, None))
        return f"{kind}: {shown_name(entry.object_repr, None)}"


def _split(entry: LogEntry) -> tuple[str, str]:
    """What was done, and why. Ours are written `title: reason`."""
    message = entry.get_change_message()
    if entry.change_message.startswith("["):
        return message, ""
    act, _colon, reason = message.partition(": ")
    return act or str(entry), reason
