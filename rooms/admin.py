"""Rooms for administrators, and who is connected: to look, and to close pages, rooms and accounts with a reason.

Changes go through the services, as everybody's do.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import services as accounts
from accounts.models import User
from accounts.names import name_key
from game.admin import ReadOnly
from game.models import Match
from rooms import services
from rooms.audit_admin import AuditAdmin
from rooms.chat_admin import LineAdmin
from rooms.models import Ban, Membership, Person, Room, RoomMatch, Share
from rooms.reasons import reasoned

__all__ = ["AuditAdmin", "LineAdmin"]  # registered by being imported


def _match_link(match: Any) -> str:
    if match is None:
        return "–"
    try:
        url = reverse("admin:game_match_change", args=[match.pk])
    except NoReverseMatch:
        return match.public_id
    return format_html('<a href="{}">{}</a> ({})', url, match.public_id, match.get_status_display())


class MembershipInline(ReadOnly, admin.TabularInline):
    """Who is in the room."""

    model = Membership
    fields = ["user", "bot", "bot_name", "seat", "joined_at", "present_since", "present_until"]
    ordering = ["seat", "joined_at"]
    extra = 0


class BanInline(ReadOnly, admin.TabularInline):
    """Whom the host has banned."""

    model = Ban
    fields = ["user", "banned_at"]
    ordering = ["-banned_at"]
    extra = 0


class RoomMatchInline(ReadOnly, admin.TabularInline):
    """The room's matches, each with the way to its log."""

    model = RoomMatch
    fields = ["number", "match_page"]
    readonly_fields = ["match_page"]
    ordering = ["-number"]
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[RoomMatch]:
        return super().get_queryset(request).select_related("match")

    @admin.display(description=_("match"))
    def match_page(self, line: RoomMatch) -> str:
        """A link to the match."""
        return _match_link(line.match)


@admin.register(Room)
class RoomAdmin(ReadOnly, admin.ModelAdmin):
    """Every room, found by its name, code or host. The invite token is shown to nobody here."""

    list_display = ["name", "code", "host", "member_count", "match_page", "created_at", "closed_at"]
    list_filter = ["kids", "created_at", "closed_at"]
    list_select_related = ["host", "match"]
    search_fields = ["name", "code", "host__display_name", "host__username"]
    date_hierarchy = "created_at"
    ordering = ["-created_at"]
    fields = [
        "name",
        "code",
        "host",
        "options",
        "kids",
        "spectators_allowed",
        "match_page",
        "created_at",
        "closed_at",
    ]
    readonly_fields = ["match_page"]
    inlines = [MembershipInline, BanInline, RoomMatchInline]
    actions = ["close_pages", "close_rooms"]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only our filters: Django would let an address ask what an invite token begins with."""
        return lookup.partition("__")[0] in {"kids", "created_at", "closed_at"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        return super().get_queryset(request).annotate(member_count=Count("memberships"))

    def has_manage_permission(self, request: HttpRequest) -> bool:
        """Who may close something here; nobody edits rooms."""
        return request.user.has_perm("rooms.change_room")

    @admin.action(description=_("Close all pages of the room"), permissions=["manage"])
    def close_pages(self, request: HttpRequest, queryset: QuerySet[Room]) -> TemplateResponse | None:
        """Closes the open pages of these rooms; the rooms stay."""

        def act(room: Room) -> Room:
            services.close_pages_in(room=room)
            return room

        explained = gettext(
            "Every open page of these rooms closes within seconds. Members may open them again."
        )
        title = gettext("Close all pages of the room")
        return reasoned(self, request, queryset, title=title, explained=explained, act=act)

    @admin.action(description=_("Close the room for good"), permissions=["manage"])
    def close_rooms(self, request: HttpRequest, queryset: QuerySet[Room]) -> TemplateResponse | None:
        """Closes these rooms for everybody; those that are closed already stay so."""

        def act(room: Room) -> Room:
            services.close_room_by_admin(room=room)
            return room

        explained = gettext(
            "These rooms close for everybody and for good. Bots play a running game to its end."
        )
        chosen = queryset.filter(closed_at=None)
        title = gettext("Close the room for good")
        return reasoned(self, request, chosen, title=title, explained=explained, act=act)

    @admin.display(description=_("members"), ordering="member_count")
    def member_count(self, room: Any) -> int:
        """People and bots in the room."""
        count: int = room.member_count
        return count

    @admin.display(description=_("match"))
    def match_page(self, room: Room) -> str:
        """A link to the match on the table."""
        return _match_link(room.match)


@admin.register(Share)
class ShareAdmin(ReadOnly, admin.ModelAdmin):
    """Matches that anybody may see who has the link: which, who made it, and the end of it. The link is not shown."""

    list_display = ["match_page", "room_name", "by", "shared_at"]
    list_display_links = None
    list_filter = ["shared_at"]
    list_select_related = ["match", "by"]
    search_fields = ["=match__public_id", "match__room_name", "by__display_name", "=by__username"]
    ordering = ["-pk"]
    fields = readonly_fields = ("match_page", "room_name", "by", "shared_at")
    actions = ["stop_sharing"]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only our filter: Django would let an address ask what a token begins with."""
        return lookup.partition("__")[0] == "shared_at"

    def has_manage_permission(self, request: HttpRequest) -> bool:
        """Who may end links here; nobody makes or edits any."""
        return request.user.has_perm("rooms.delete_share")

    @admin.display(description=_("match"))
    def match_page(self, share: Share) -> str:
        """A link to the match."""
        return _match_link(share.match)

    @admin.display(description=_("room"))
    def room_name(self, share: Share) -> str:
        """The name of the room that it was played in."""
        return share.match.room_name

    @admin.action(description=_("Stop sharing"), permissions=["manage"])
    def stop_sharing(self, request: HttpRequest, queryset: QuerySet[Share]) -> TemplateResponse | None:
        """Ends these links."""

        def act(share: Share) -> Match:
            return services.stop_sharing_by_admin(share=share)

        explained = gettext(
            "These links lead nowhere any more, at once and for good. Who played may make a new one."
        )
        return reasoned(self, request, queryset, title=gettext("Stop sharing"), explained=explained, act=act)


def _open_now() -> QuerySet[Membership]:
    """Everybody who has an open room open, by lease."""
    return Membership.objects.filter(present_until__gt=timezone.now(), room__closed_at=None)


class ConnectedFilter(admin.SimpleListFilter):
    """Who has a room open now."""

    title = _("connected")
    parameter_name = "connected"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Person]) -> QuerySet[Person]:
        """The accounts of the chosen kind."""
        return queryset.filter(Q(("is_here", self.value() == "yes"))) if self.value() else queryset


@admin.register(Person)
class PersonAdmin(ReadOnly, admin.ModelAdmin):
    """Every account, those first that have a room open: in which rooms, since when. Acts work on any of them.

    What is shown comes from leases; pages close whether or not they are shown.
    """

    list_display = [
        "username",
        "display_name",
        "open_rooms",
        "is_guest",
        "is_staff",
        "is_active",
        "last_seen",
    ]
    list_display_links = None
    list_filter = [ConnectedFilter, "is_guest", "is_active", "is_staff"]
    search_fields = ["username", "display_name"]
    fields = ["username", "display_name", "open_rooms", "is_guest", "is_active", "last_seen"]
    readonly_fields = ["open_rooms"]
    actions = ["close_pages", "lock", "unlock"]

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only our filters: Django would let an address ask what a password's hash begins with."""
        return lookup.partition("__")[0] in {"connected", "is_guest", "is_active", "is_staff"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        here = _open_now()
        return (
            super()
            .get_queryset(request)
            .annotate(is_here=Exists(here.filter(user=OuterRef("pk"))))
            .prefetch_related(
                Prefetch(
                    "memberships", here.select_related("room").order_by("present_since"), to_attr="open_now"
                )
            )
        )

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        """Who is here comes first."""
        return [Exists(_open_now().filter(user=OuterRef("pk"))).desc(), "username"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Person], search_term: str
    ) -> tuple[QuerySet[Person], bool]:
        """Also finds a nickname by its key, as the list of accounts does."""
        found, duplicates = super().get_search_results(request, queryset, search_term)
        if key := name_key(search_term):
            found = queryset.filter(Q(pk__in=found.values("pk")) | Q(display_key__contains=key))
        return found, duplicates

    def has_manage_permission(self, request: HttpRequest) -> bool:
        """Who may close or lock here: whoever may change accounts."""
        return request.user.has_perm("accounts.change_user")

    @admin.display(description=_("rooms open now"))
    def open_rooms(self, person: Any) -> str:
        """Each room with the time since when it is open, and the way to it."""
        lines = [
            (
                reverse("admin:rooms_room_change", args=[member.room_id]),
                str(member.room),
                date_format(timezone.localtime(member.present_since), "H:i") if member.present_since else "–",
            )
            for member in person.open_now
        ]
        return format_html_join(", ", '<a href="{}">{}</a> {}', lines) or "–"

    @admin.action(description=_("Close their pages"), permissions=["manage"])
    def close_pages(self, request: HttpRequest, queryset: QuerySet[Person]) -> TemplateResponse | None:
        """Closes all room pages of these accounts; they may open them again."""

        def act(person: Person) -> User:
            account = User.objects.get(pk=person.pk)
            services.close_pages_of(user=account)
            return account

        explained = gettext(
            "Every room page these accounts have open closes within seconds. They may open them again."
        )
        title = gettext("Close their pages")
        return reasoned(self, request, queryset, title=title, explained=explained, act=act)

    @admin.action(description=_("Lock the account"), permissions=["manage"])
    def lock(self, request: HttpRequest, queryset: QuerySet[Person]) -> TemplateResponse | None:
        """Locks these accounts; one that is locked already stays so."""

        def act(person: Person) -> User:
            accounts.lock(user_id=person.pk)
            return User.objects.get(pk=person.pk)

        explained = gettext(
            "These accounts are logged out and their pages close within seconds. Nothing of theirs is lost."
        )
        chosen, title = queryset.filter(is_active=True), gettext("Lock the account")
        return reasoned(self, request, chosen, title=title, explained=explained, act=act)

    @admin.action(description=_("Unlock the account"), permissions=["manage"])
    def unlock(self, request: HttpRequest, queryset: QuerySet[Person]) -> TemplateResponse | None:
        """Lets these accounts in again."""

        def act(person: Person) -> User:
            accounts.unlock(user_id=person.pk)
            return User.objects.get(pk=person.pk)

        explained = gettext("These accounts may come in again.")
        chosen, title = queryset.filter(is_active=False), gettext("Unlock the account")
        return reasoned(self, request, chosen, title=title, explained=explained, act=act)
