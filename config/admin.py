"""The admin as a whole: its sections, in the order in which somebody who was called needs them."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.options import TO_FIELD_VAR
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

SECTIONS = (
    ("matches", _("Matches"), ("game.Match",)),
    ("rooms", _("Rooms and chat"), ("rooms.Room", "rooms.Line", "rooms.Share")),
    ("people", _("People"), ("rooms.Person", "accounts.User", "auth.Group")),
    ("audit", _("What administrators did"), ("admin.LogEntry",)),
)
"""Label, name, models by `app.Model`. A model that is not named here stands at the end, under its app."""


class Site(AdminSite):
    """Django's site with our sections on its first page and in its navigation."""

    site_header = site_title = _("Kings & Serfs administration")
    index_title = _("Administration")

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Django's, for requests that its pages can answer, and histories for those who may see what they are of.

        Django fails at an empty `_to_field` and, on SQLite, at a number beyond 64 bits by which a list is narrowed; and
        it says that an object is missing before it looks who asks.
        """

        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if "" in (request.POST.get(TO_FIELD_VAR), request.GET.get(TO_FIELD_VAR)):
                raise BadRequest("an empty field")
            model_admin = getattr(view, "__self__", None)
            if (
                isinstance(model_admin, ModelAdmin)
                and view.__name__ == "history_view"
                and not model_admin.has_view_or_change_permission(request)
            ):
                raise PermissionDenied
            try:
                return view(request, *args, **kwargs)
            except OverflowError as error:
                raise BadRequest("a number that nothing has") from error

        return super().admin_view(cast(View, checked), cacheable)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The site's own page, whose tries are counted."""
        return redirect("accounts:password_change")

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """The sections; for the page of one app, that app alone."""
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        models = {
            f"{app['app_label']}.{model['object_name']}": (app, model)
            for app in apps
            for model in app["models"]
        }
        sections = []
        for label, name, wanted in SECTIONS:
            found = [models.pop(model) for model in wanted if model in models]
            if found:
                sections.append(
                    {**found[0][0], "name": name, "app_label": label, "models": [m for _app, m in found]}
                )
        rest: dict[str, dict[str, Any]] = {}
        for app, model in models.values():
            rest.setdefault(app["app_label"], {**app, "models": []})["models"].append(model)
        return [*sections, *rest.values()]


class Config(AdminConfig):
    """Django's admin, with our site."""

    default_site = "config.admin.Site"
