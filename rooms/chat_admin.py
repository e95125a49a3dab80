"""Chat for administrators who may read it: a list without words, pages with them. Opening one is written down."""

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from game.admin import ReadOnly
from game.names import shown_name
from rooms.chat import CLEARING
from rooms.models import Line

AROUND = 20


@admin.register(Line)
class LineAdmin(ReadOnly, admin.ModelAdmin):
    """Every line, cleared ones too, found by its room, its match or who said it."""

    list_display = ["pk", "room", "match", "who", "kind", "audience", "at", "is_cleared"]
    list_filter = ["kind", "audience", "at"]
    list_select_related = ["room", "match"]
    search_fields = ["=room__code", "=match__public_id", "name", "=sender__username"]
    search_help_text = _("Code of the room, public id of the match, or who said it")
    ordering = ["-pk"]
    show_full_result_count = False
    actions = None
    fields = readonly_fields = (
        "room", "match", "sender", "who", "seat", "audience", "kind", "at", "is_cleared", "said",
    )  # fmt: skip

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Looking into rooms is not enough: reading what people said is a permission of its own."""
        return request.user.has_perm("rooms.read_chat")

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Our filters, and those of one room or one match; never the words."""
        return (
            lookup.partition("__")[0] in {"kind", "audience", "at", "room", "match"} and "text" not in lookup
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Line]:
        cleared = Line.objects.filter(
            room=OuterRef("room"), kind=Line.Kind.SYSTEM, text__in=CLEARING, pk__gt=OuterRef("pk")
        )
        return super().get_queryset(request).annotate(cleared=Exists(cleared))

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """A line with those around it; that it was opened goes into the log of the admin."""
        line = self.get_object(request, object_id)
        if line is not None and self.has_view_permission(request, line):
            self.log_change(request, line, "read")
        return super().change_view(request, object_id, *args, **kwargs)

    @admin.display(description=_("name"), ordering="name")
    def who(self, line: Line) -> str:
        """Who said it, or whom a fact is about."""
        return shown_name(line.name, None)

    @admin.display(description=_("cleared"), boolean=True)
    def is_cleared(self, line: Any) -> bool:
        """Whether the host has taken it out of everybody's sight; who and when, the line of the clearing says."""
        return bool(line.cleared)

    @admin.display(description=_("text"))
    def said(self, line: Line) -> str:
        """What was said, with the lines around it in the same room."""
        here = Line.objects.filter(room=line.room)
        before = here.filter(pk__lt=line.pk).order_by("-pk")[:AROUND]
        after = here.filter(pk__gt=line.pk).order_by("pk")[:AROUND]
        lines = [*reversed(before), line, *after]
        rows = [
            (
                f"{other.at:%H:%M:%S}",
                "▶" if other.pk == line.pk else "",
                shown_name(other.name, None),
                other.text,
            )
            for other in lines
        ]
        return format_html_join("", "<div>{} {} <bdi>{}</bdi>: <bdi>{}</bdi></div>", rows)
