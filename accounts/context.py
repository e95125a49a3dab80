"""What every page knows of its viewer's preferences; pages without a request have none and take the defaults."""

from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.preferences import Preferences, stored_preferences, to_store


def preferences(request: HttpRequest) -> dict[str, Any]:
    """`prefs`, and `root_attributes`: what `<html>` says of them, for the stylesheets and for static/js/settings.js.

    `data-account` names the account that keeps them, `data-fresh` says that it has kept none so far: then those of
    the browser are shown, and taken over.
    """
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"prefs": Preferences(), "root_attributes": ""}
    chosen = stored_preferences(user.preferences)
    values = {"account": str(user.pk), **to_store(chosen)}
    if user.preferences is None:
        values["fresh"] = ""
    return {"prefs": chosen, "root_attributes": _attributes(values)}


def _attributes(values: dict[str, str]) -> SafeString:
    return format_html_join("", ' data-{}="{}"', values.items())
