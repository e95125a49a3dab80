"""How somebody likes the site: kept at once by the settings dialog, or all together by a page that needs no script."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.models import User
from accounts.preferences import BadPreference, changes_in, whole_form


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """The settings as a page, for visitors too, whose browser keeps them. A post stores them for the account.

    A post with `all` comes from that page and says everything: it leads back there. Without, it is the dialog's
    script, and only what it names is changed: 204. Nobody logged in: 403, for there is nothing to store it with.
    """
    if request.method != "POST":
        return render(request, "accounts/preferences.html", {"nav": "settings"})
    user = request.user
    if not isinstance(user, User):
        return render(request, "accounts/preferences.html", {"nav": "settings", "refused": True}, status=403)
    is_page = "all" in request.POST
    posted = request.POST.dict()
    try:
        services.change_preferences(user=user, changes=whole_form(posted) if is_page else changes_in(posted))
    except BadPreference as error:
        raise BadRequest(str(error)) from error
    if not is_page:
        return HttpResponse(status=204)
    messages.success(request, _("Saved."))
    return redirect("accounts:preferences")
