"""Sign-up, log-in, log-out. The hashing in these views runs in Django's threads, never on the event loop."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.entry import enter
from accounts.fields import SiteForm
from accounts.forms import LogInForm, SignUpForm
from accounts.hashing import hashes_a_password
from accounts.known import place_of
from accounts.middleware import request_language
from accounts.models import Attempt, User
from accounts.passwords import authenticated, username_of
from accounts.redirects import next_page, wanted_page
from accounts.throttle import TooManyTries, client_address, forgive, knock, wait_sentence


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def sign_up(request: HttpRequest) -> HttpResponse:
    """Makes an account, logs it in at once and goes on to `next`."""
    if request.user.is_authenticated:
        return redirect(next_page(request))
    form = SignUpForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return form_page(request, "accounts/signup.html", form)
    try:
        knock(Attempt.Door.SIGNUP, "", client_address(request))
    except TooManyTries as shut:
        return shut_page(request, "accounts/signup.html", form, shut)
    try:
        user = services.sign_up(**form.cleaned_data, language=request_language(request))
    except services.NameTaken:
        # Somebody was faster between the check and the write: check again and say which.
        return form_page(request, "accounts/signup.html", SignUpForm(request.POST))
    enter(request, user)
    return redirect(next_page(request))


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def log_in(request: HttpRequest) -> HttpResponse:
    """Lets somebody in by username or e-mail; says the same whether the name or the password was wrong."""
    if request.user.is_authenticated:
        return redirect(next_page(request))
    form = LogInForm(request.POST or None, initial={"keep": True})
    if request.method != "POST" or not form.is_valid():
        return form_page(request, "accounts/login.html", form)
    account = form.cleaned_data["account"]
    try:
        username = username_of(account)
        attempt = knock(Attempt.Door.LOGIN, username, place_of(request, username))
    except TooManyTries as shut:
        return shut_page(request, "accounts/login.html", form, shut)
    user = authenticated(request, account=account, password=form.cleaned_data["password"])
    if user is None:
        form.add_error(None, _("Username or password doesn’t match. Please check again."))
        return form_page(request, "accounts/login.html", form)
    forgive(attempt)
    enter(request, user)
    if not form.cleaned_data["keep"]:
        request.session.set_expiry(0)  # until the browser is closed
    return redirect(next_page(request))


def log_out(request: HttpRequest) -> HttpResponse:
    """Ends the session, by POST only; anything else changes nothing and leads to the button.

    A guest is told first that nobody will be able to come back under this nickname, and leaves all rooms.
    """
    user = request.user
    if isinstance(user, User) and user.is_guest:
        if request.method != "POST":
            return render(request, "accounts/logout_guest.html", {"nav": "account"})
        if "sure" not in request.POST:
            return redirect("accounts:logout")
        services.leave_everything(user=user)
    elif request.method != "POST":
        return redirect("accounts:settings")
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


def admin_log_in(request: HttpRequest) -> HttpResponse:
    """Sends administrators to the one throttled door; somebody without the right is told so (403)."""
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied
    query = urlencode({"next": wanted_page(request) or reverse("admin:index")})
    return redirect(f"{reverse('accounts:login')}?{query}")


def form_page(request: HttpRequest, template: str, form: SiteForm, status: int | None = None) -> HttpResponse:
    """The page of a form: 200 when it is new, 422 when it was refused."""
    context = {"form": form, "next": wanted_page(request), "nav": "account"}
    return render(request, template, context, status=status or (422 if form.errors else 200))


def shut_page(request: HttpRequest, template: str, form: SiteForm, shut: TooManyTries) -> HttpResponse:
    """The same page when the door is shut for a while (429), saying for how long."""
    form.refuse(wait_sentence(shut.seconds))
    response = form_page(request, template, form, status=429)
    response.headers["Retry-After"] = str(shut.seconds)
    return response
