"""Comparing and judging passwords; never keeps or logs one."""

from django.contrib.auth import authenticate, password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import User

_REASONS = {
    "password_too_short": _("Use at least 8 characters."),
    "password_too_common": _("Too many people use this password. Please pick another."),
    "password_too_similar": _("This is too much like your name. Please pick another."),
}


@sensitive_variables("password")
def authenticated(request: HttpRequest, *, account: str, password: str) -> User | None:
    """The active user whose username or e-mail is `account`, if the password is right.

    Takes as long for an account that does not exist.
    """
    user = authenticate(request, username=username_of(account), password=password)
    return user if isinstance(user, User) else None


def username_of(account: str) -> str:
    """The username behind what was typed at the door: a username, or the e-mail of an account."""
    account = account.strip().lower()
    if "@" not in account:
        return account
    found = User.objects.filter(email=account).values_list("username", flat=True).first()
    return found or account


@sensitive_variables("password")
def is_own_password(user: User, password: str) -> bool:
    """Whether `password` is the one of `user`."""
    return user.check_password(password)


@sensitive_variables("password")
def validate_new_password(password: str, user: User) -> None:
    """Judges a new password by the validators of the settings; `user` need not be stored.

    Raises: ValidationError with one sentence for each reason.
    """
    try:
        password_validation.validate_password(password, user)
    except ValidationError as refused:
        raise ValidationError(
            [
                ValidationError(_REASONS.get(error.code or "", error.message), error.code, error.params)
                for error in refused.error_list
            ]
        ) from None
