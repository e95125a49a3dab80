"""A person's own account: what others call them, their language, e-mail and password."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.forms import AccountForm, PasswordChangeForm, RegisterForm
from accounts.hashing import hashes_a_password
from accounts.known import place_of
from accounts.models import Attempt, User
from accounts.redirects import next_page, wanted_page
from accounts.throttle import TooManyTries, client_address, forgive, knock
from accounts.views.door import form_page, shut_page
from accounts.views.language import remember_language


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def account_settings(request: HttpRequest) -> HttpResponse:
    """Shows and changes the account of whoever is logged in; there is no way to name another one."""
    page, user = "accounts/settings.html", _person(request)
    form = AccountForm(request.POST or None, user=user)
    if request.method != "POST":
        return form_page(request, page, form)
    attempt = None
    if request.POST.get("password") and not user.is_guest:
        # Guessing the password from inside an open session is still guessing.
        try:
            attempt = knock(Attempt.Door.LOGIN, user.username, place_of(request, user.username))
        except TooManyTries as shut:
            return shut_page(request, page, form, shut)
    if not form.is_valid():
        return form_page(request, page, form)
    if attempt:
        forgive(attempt)
    values = {"email": ""} | {
        name: value
        for name, value in form.cleaned_data.items()
        if name in ("display_name", "email", "language")
    }
    try:
        services.change_account(user=user, **values)
    except services.NameTaken:
        user.refresh_from_db()
        return form_page(request, page, AccountForm(request.POST, user=user))
    with translation.override(values["language"]):
        messages.success(request, _("Saved."))
    return remember_language(redirect("accounts:settings"), values["language"])


@sensitive_post_parameters("current", "password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def password_change(request: HttpRequest) -> HttpResponse:
    """Changes the password; this session goes on, every other one of the account ends."""
    page, user = "accounts/password_change.html", _person(request)
    if user.is_guest:
        return redirect("accounts:register")
    form = PasswordChangeForm(user, request.POST or None)
    if request.method != "POST":
        return form_page(request, page, form)
    try:
        attempt = knock(Attempt.Door.LOGIN, user.username, place_of(request, user.username))
    except TooManyTries as shut:
        return shut_page(request, page, form, shut)
    if not form.is_valid():
        return form_page(request, page, form)
    forgive(attempt)
    services.set_password(user=user, password=form.cleaned_data["password"])
    update_session_auth_hash(request, user)
    messages.success(request, _("Your password has been changed."))
    return redirect("accounts:settings")


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def register(request: HttpRequest) -> HttpResponse:
    """Turns the guest who is logged in into a registered account, still logged in, and goes on to `next`."""
    page, user = "accounts/register.html", _person(request)
    if not user.is_guest:
        return redirect(wanted_page(request) or "accounts:settings")
    form = RegisterForm(request.POST or None, user=user)
    if request.method != "POST" or not form.is_valid():
        return form_page(request, page, form)
    try:
        knock(Attempt.Door.SIGNUP, "", client_address(request))
    except TooManyTries as shut:
        return shut_page(request, page, form, shut)
    try:
        user = services.register(user=user, **form.cleaned_data)
    except services.NameTaken:
        return form_page(request, page, RegisterForm(request.POST, user=user))
    except services.NoGuest:  # on another tab, a moment ago
        return redirect("accounts:settings")
    update_session_auth_hash(request, user)
    messages.success(request, _("You have an account now. Everything is still yours."))
    return redirect(next_page(request))


def _person(request: HttpRequest) -> User:
    """Who is logged in, where `login_required` has seen to it that somebody is."""
    assert isinstance(request.user, User)
    return request.user
