"""Acts of an administrator that need a reason: asked for on a page of their own, kept in the admin's log."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

REASON_LENGTH = 200


def reasoned(
    admin: "ModelAdmin[Any]",
    request: HttpRequest,
    chosen: QuerySet[Any],
    *,
    title: str,
    explained: str,
    act: Callable[[Any], Any],
) -> TemplateResponse | None:
    """An admin action in two steps: what will happen to which rows and why, then `act` on each, logged.

    `act` returns the object whose history it belongs to. None when all is done.
    """
    reason = " ".join(request.POST.get("reason", "").split())[:REASON_LENGTH]
    if "confirmed" in request.POST and reason:
        done = 0
        for row in chosen:
            admin.log_change(request, act(row), f"{title}: {reason}")
            done += 1
        admin.message_user(request, _("{title}: {n} done.").format(title=title, n=done), messages.SUCCESS)
        return None
    context = {
        **admin.admin_site.each_context(request),
        "opts": admin.model._meta,
        "title": title,
        "explained": explained,
        "rows": chosen,
        "action": request.POST.get("action", ""),
        "checkbox": ACTION_CHECKBOX_NAME,
        "missing": "confirmed" in request.POST,
        "limit": REASON_LENGTH,
        "select_across": request.POST.get("select_across", "0"),
        "count": _("{n} chosen").format(n=len(chosen)),
    }
    return TemplateResponse(request, "admin/rooms/reason.html", context)
