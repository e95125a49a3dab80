"""Accounts in the admin: find one, lock one, give it a new password."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

from accounts.departures import delete_account, keeps_watch
from accounts.hashing import hashes_a_password
from accounts.models import User
from accounts.names import name_key


class UserCreationForm(AdminUserCreationForm):
    """Django's form for a new account, for our fields."""

    class Meta:
        model = User
        fields = ("username", "display_name", "language")
        field_classes: dict[str, type[forms.Field]] = {}


@admin.register(User)
@method_decorator(hashes_a_password, name="add_view")
@method_decorator(hashes_a_password, name="user_change_password")
class UserAdmin(DjangoUserAdmin):
    """Search by username, nickname (however it was typed) or e-mail."""

    add_form = UserCreationForm
    list_display = (
        "username",
        "display_name",
        "email",
        "language",
        "is_guest",
        "is_active",
        "is_staff",
        "last_seen",
    )
    list_filter = ("is_guest", "is_active", "is_staff", "language", "date_joined")
    search_fields = ("username", "display_name", "email")
    ordering = ("username",)
    readonly_fields = ("is_guest", "last_login", "last_seen", "date_joined")
    date_hierarchy = "date_joined"
    fieldsets = (
        (None, {"fields": ("username", "display_name", "is_guest", "email", "language", "password")}),
        (
            _("Rights"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "last_seen", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": (
                    "username",
                    "display_name",
                    "language",
                    "usable_password",
                    "password1",
                    "password2",
                ),
            },
        ),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Not accounts whose acts are in the site's logs."""
        return super().has_delete_permission(request, obj) and (obj is None or not keeps_watch(obj))

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """As people delete their own accounts: with the name everywhere."""
        delete_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """Each of them as people delete their own; those of administrators stay."""
        for user in queryset:
            if not keeps_watch(user):
                delete_account(user=user)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Also finds a nickname by its key: other case, other width, Hangul typed in pieces."""
        found, duplicates = super().get_search_results(request, queryset, search_term)
        if key := name_key(search_term):
            found |= queryset.filter(display_key__contains=key)
        return found, duplicates
