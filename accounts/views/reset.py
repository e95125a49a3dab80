"""A forgotten password: a link by mail, then a new password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.forms import NewPasswordForm, ResetRequestForm
from accounts.hashing import hashes_a_password
from accounts.mail import send_reset_link
from accounts.models import Attempt, User
from accounts.throttle import TooManyTries, client_address, knock
from accounts.views.door import form_page, shut_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password_reset(request: HttpRequest) -> HttpResponse:
    """Mails a link to the account of an address; the answer does not tell whether there is one."""
    form = ResetRequestForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return form_page(request, "accounts/password_reset.html", form)
    email = form.cleaned_data["email"]
    try:
        knock(Attempt.Door.RESET, email, client_address(request))
    except TooManyTries as shut:
        return shut_page(request, "accounts/password_reset.html", form, shut)
    user = User.objects.filter(email=email, is_active=True).first()
    if user:
        send_reset_link(user, site=site_address(request))
    return redirect("accounts:password_reset_sent")


def password_reset_sent(request: HttpRequest) -> HttpResponse:
    """Says that the mail is on its way, if the address is known."""
    return render(request, "accounts/password_reset_sent.html", {"nav": "account"})


@method_decorator(hashes_a_password, name="dispatch")
class NewPassword(PasswordResetConfirmView):
    """Takes a new password from whoever holds the link; the link works once and for a few days.

    Django's view moves the secret from the address into the session before it shows the form, so that it does
    not leak through a referrer.
    """

    form_class = NewPasswordForm  # type: ignore[assignment]
    template_name = "accounts/password_new.html"
    success_url = reverse_lazy("accounts:login")

    def form_valid(self, form: Any) -> HttpResponse:
        assert isinstance(self.user, User)  # Django shows the form only for a valid link
        services.set_password(user=self.user, password=form.cleaned_data["password"])
        self.request.session.pop("_password_reset_token", None)
        messages.success(self.request, _("Your password has been changed. Please log in."))
        return redirect(self.get_success_url())

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"nav": "account"}


def site_address(request: HttpRequest) -> str:
    """The site as people reach it, without a slash at the end.

    `PUBLIC_URL` when it is set: a host name that comes with the request may be somebody's invention, and this
    one goes into a mail that gives away an account.
    """
    return getattr(settings, "PUBLIC_URL", "").rstrip("/") or f"{request.scheme}://{request.get_host()}"
