"""What people type about themselves, checked and made uniform; no form here writes anything."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.fields import DisplayNameField, MailField, PasswordField, SiteForm, TextField, UsernameField
from accounts.models import User
from accounts.names import name_key, name_variants, validate_display_name, validate_username
from accounts.passwords import is_own_password, validate_new_password

USERNAME_TAKEN = _("That username is taken. Please pick another.")
NICKNAME_TAKEN = _("That nickname is taken. Please pick another.")
EMAIL_TAKEN = _("That email already belongs to an account.")
NICKNAME_HINT = _("Shown in games. 2–8 letters or numbers")
# A language is called what its speakers call it: whoever is lost in the wrong one must find their own.
NATIVE_NAMES = [("ko", "한국어"), ("en", "English")]
PASSWORD_HINT = _("8+ characters. Paste and password managers are fine.")


class IdentityForm(SiteForm):
    """The part sign-up and the account page share: a nickname and perhaps an e-mail, both nobody else's."""

    user: User | None = None

    def clean_display_name(self) -> str:
        name = self.cleaned_data["display_name"]
        validate_display_name(name)
        if self._others().filter(display_key=name_key(name)).exists():
            raise ValidationError(NICKNAME_TAKEN, code="unique")
        return name

    def clean_email(self) -> str:
        email = self.cleaned_data["email"]
        if email and self._others().filter(email=email).exists():
            raise ValidationError(EMAIL_TAKEN, code="unique")
        return email

    def _others(self) -> Any:
        return User.objects.exclude(pk=self.user.pk) if self.user else User.objects.all()


class GuestForm(IdentityForm):
    """Somebody without an account; `suggestion` is a free nickname like the one that was taken, or ""."""

    display_name = DisplayNameField(
        label=_("Nickname"),
        help_text=NICKNAME_HINT,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )
    suggestion = ""

    def clean_display_name(self) -> str:
        try:
            return super().clean_display_name()
        except ValidationError as refused:
            if refused.code == "unique":
                self.suggestion = self._free_variant(self.cleaned_data["display_name"])
            raise

    def clean(self) -> None:
        if "display_name" in self.errors:  # the only field: the cursor goes there, and its error is read
            self.fields["display_name"].widget.attrs["autofocus"] = True

    def _free_variant(self, name: str) -> str:
        keys = {name_key(variant): variant for variant in name_variants(name)}
        taken = set(self._others().filter(display_key__in=keys).values_list("display_key", flat=True))
        return next((variant for key, variant in keys.items() if key not in taken), "")


class SignUpForm(IdentityForm):
    """A new account."""

    display_name = DisplayNameField(
        label=_("Nickname"),
        help_text=NICKNAME_HINT,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )
    username = UsernameField(
        label=_("Username"), help_text=_("4–20 lowercase letters or numbers"), validators=[validate_username]
    )
    password = PasswordField(autocomplete="new-password", label=_("Password"), help_text=PASSWORD_HINT)
    email = MailField(
        label=_("Email (optional)"),
        required=False,
        help_text=_("Only used to reset a forgotten password."),
    )

    def clean_username(self) -> str:
        username = self.cleaned_data["username"]
        if User.objects.filter(username=username).exists():
            raise ValidationError(USERNAME_TAKEN, code="unique")
        return username

    def clean(self) -> None:
        values = self.cleaned_data
        if "password" not in values:
            return
        person = User(username=values.get("username", ""), email=values.get("email") or None)
        try:
            validate_new_password(values["password"], person)
        except ValidationError as refused:
            self.add_error("password", refused)


class RegisterForm(SignUpForm):
    """A guest becomes an account; the nickname is theirs already and may be changed."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, initial={"display_name": user.display_name}, **kwargs)


class LogInForm(SiteForm):
    """Somebody at the door; whether they may come in is the view's question."""

    account = TextField(
        label=_("Username or email"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = PasswordField(autocomplete="current-password", label=_("Password"))
    keep = forms.BooleanField(label=_("Keep me logged in"), required=False)


class AccountForm(IdentityForm):
    """What people may change about their own account; a new e-mail needs the password, which guests have not.

    Whoever finds an open session must not be able to make it theirs through a reset mail.
    """

    display_name = DisplayNameField(
        label=_("Nickname"),
        help_text=NICKNAME_HINT,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=NATIVE_NAMES,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Please choose one of these.")},
    )
    email = MailField(
        label=_("Email (optional)"),
        required=False,
        help_text=_("Only used to reset a forgotten password."),
    )
    password = PasswordField(
        autocomplete="current-password",
        label=_("Current password"),
        required=False,
        help_text=_("Only needed to change the email."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user: User = user
        kwargs["initial"] = {
            "display_name": user.display_name,
            "language": user.language,
            "email": user.email,
        }
        super().__init__(*args, **kwargs)
        if user.is_guest:
            del self.fields["email"], self.fields["password"]

    def clean(self) -> None:
        values = self.cleaned_data
        if "email" not in values or values["email"] == (self.user.email or ""):
            return
        password = values.get("password", "")
        if not password:
            self.add_error("password", _("Enter your password to change the email."))
        elif not is_own_password(self.user, password):
            self.add_error("password", _("That is not your current password."))


class NewPasswordForm(SiteForm):
    """A new password for an account that has shown otherwise that it is theirs."""

    password = PasswordField(autocomplete="new-password", label=_("New password"), help_text=PASSWORD_HINT)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        validate_new_password(password, self.user)
        return password


class PasswordChangeForm(NewPasswordForm):
    """A new password for somebody logged in, who knows the old one."""

    current = PasswordField(autocomplete="current-password", label=_("Current password"))
    field_order = ["current", "password"]

    def clean_current(self) -> str:
        return _own_password(self.user, self.cleaned_data["current"])


class OwnDataForm(SiteForm):
    """Whoever wants their data; the password again, which guests have not, because a session may be found open."""

    password = PasswordField(autocomplete="current-password", label=_("Current password"))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        if user.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        return _own_password(self.user, self.cleaned_data["password"])


class DeleteForm(SiteForm):
    """Whoever deletes their account, for good: the password again, or, from a guest, a word that they mean it."""

    password = PasswordField(autocomplete="current-password", label=_("Current password"))
    sure = forms.BooleanField(
        label=_("Yes, delete everything of mine"),
        error_messages={"required": _("Please tick this if you are sure.")},
    )

    stays = False  # whether this account cannot be deleted, whatever is typed

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        del self.fields["password" if user.is_guest else "sure"]

    def clean_password(self) -> str:
        return _own_password(self.user, self.cleaned_data["password"])


def _own_password(user: User, password: str) -> str:
    if not is_own_password(user, password):
        raise ValidationError(_("That is not your current password."), code="wrong")
    return password


class ResetRequestForm(SiteForm):
    """Where to send the link."""

    email = MailField(label=_("Email"))
