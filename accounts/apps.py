"""The accounts app: who somebody is, and nothing about tables or cards."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Django's entry for this app."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Connects the receivers that write log-ins to the log."""
        from accounts import audit  # noqa: F401
