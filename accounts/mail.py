"""The letters this app writes; plain text, in the language of the account."""

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from accounts.models import User


def send_reset_link(user: User, *, site: str) -> None:
    """Sends the link that lets `user` choose a new password; `site` is scheme and host."""
    assert user.email is not None
    path = reverse(
        "accounts:password_new",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        },
    )
    with translation.override(user.language):
        send_mail(
            _("Kings & Serfs: choose a new password"),
            render_to_string("accounts/password_reset.txt", {"person": user, "link": site + path}),
            None,
            [user.email],
        )
