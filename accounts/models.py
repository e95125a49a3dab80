"""A person's account, and the attempts at a door that are counted for a while."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_POINTS, name_key, normalize_name, validate_display_name, validate_username


class Language(models.TextChoices):
    """The languages of the interface; Korean comes first."""

    KOREAN = "ko", _("Korean")
    ENGLISH = "en", _("English")


class UserManager(BaseUserManager["User"]):
    """Makes accounts with a hashed password; validates nothing (forms and commands do)."""

    def create_user(
        self, username: str, display_name: str, password: str | None = None, **fields: Any
    ) -> "User":
        """An ordinary account; `password=None` makes one that cannot log in by password."""
        user = self.model(username=username, display_name=display_name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, display_name: str, password: str | None = None, **fields: Any
    ) -> "User":
        """An account with every right."""
        return self.create_user(username, display_name, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who can log in: a username for the door, a display name for the table."""

    username = models.CharField(
        _("username"),
        max_length=20,
        unique=True,
        validators=[validate_username],
        help_text=_("4–20 lowercase letters or numbers"),
        error_messages={"unique": _("That username is taken. Please pick another.")},
    )
    display_name = models.CharField(
        _("nickname"),
        max_length=NAME_POINTS,
        validators=[validate_display_name],
        help_text=_("Shown in games. 2–8 letters or numbers"),
    )
    # What makes two display names the same one; written by save(), never by hand.
    display_key = models.CharField(
        max_length=160,
        unique=True,
        editable=False,
    )
    email = models.EmailField(
        _("email"),
        unique=True,
        null=True,
        blank=True,
        help_text=_("Optional. Only used to reset a forgotten password."),
        error_messages={"unique": _("That email already belongs to an account.")},
    )
    language = models.CharField(
        _("language"), max_length=2, choices=Language.choices, default=Language.KOREAN
    )
    # As accounts/preferences.py reads them; None until anything has been chosen.
    preferences = models.JSONField(_("preferences"), null=True, blank=True, default=None, editable=False)
    # A guest came by an invite link with a nickname only: no password, no e-mail, one session, never a host.
    is_guest = models.BooleanField(_("guest"), default=False)
    # Noted at most once a day: see accounts/seen.py.
    last_seen = models.DateTimeField(_("last seen"), default=timezone.now, editable=False)
    is_active = models.BooleanField(_("active"), default=True, help_text=_("Untick to lock the account."))
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May open the admin pages."))
    date_joined = models.DateTimeField(_("date joined"), default=timezone.now)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["display_name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        indexes = [
            models.Index(fields=["last_seen"], name="guest_by_last_seen", condition=models.Q(is_guest=True)),
        ]

    def __str__(self) -> str:
        return self.display_name

    def clean(self) -> None:
        """Normalises what was typed and refuses a name that reads like somebody else's."""
        self._normalize()
        if User.objects.exclude(pk=self.pk).filter(display_key=self.display_key).exists():
            raise ValidationError(
                {"display_name": ValidationError(_("That nickname is taken. Please pick another."), "unique")}
            )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Stores the normalised name together with its key, also when only the name is saved."""
        self._normalize()
        fields = kwargs.get("update_fields")
        if fields is not None and "display_name" in fields:
            kwargs["update_fields"] = {*fields, "display_key"}
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """The name shown to others."""
        return self.display_name

    def get_short_name(self) -> str:
        """The name shown to others."""
        return self.display_name

    def _normalize(self) -> None:
        self.display_name = normalize_name(self.display_name)
        self.display_key = name_key(self.display_name)
        # One mailbox, one account: addresses are compared without case, and "none" is NULL, not "".
        self.email = self.email.strip().lower() if self.email and self.email.strip() else None


class Attempt(models.Model):
    """One counted try at a door (log-in, reset mail, sign-up, own data), kept only as long as it counts.

    A row of the shared database, so that every server process sees the same count. `account` is a keyed
    digest of what was typed, because people type passwords into the wrong field.
    """

    class Door(models.TextChoices):
        LOGIN = "login", _("log-in")
        RESET = "reset", _("password reset")
        SIGNUP = "signup", _("sign-up")
        DATA = "data", _("own data")

    door = models.CharField(max_length=8, choices=Door.choices)
    account = models.CharField(max_length=64)
    address = models.CharField(max_length=45)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["door", "address", "at"], name="attempt_by_address"),
            models.Index(fields=["at"], name="attempt_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.door} {self.address} {self.at:%Y-%m-%d %H:%M:%S}"
