"""The site itself as an app: its commands, template tags and checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Settings, server and what belongs to no other app."""

    name = "config"

    def ready(self) -> None:
        """Registers the checks of production."""
        from config import checks  # noqa: F401
