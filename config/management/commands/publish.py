"""`manage.py publish`: makes the static files ready that `serve` sends; it does so itself where they are missing."""

from typing import Any

from django.core.management.base import BaseCommand

from config import assets


class Command(BaseCommand):
    help = "Join, shrink and compress the static files into STATIC_ROOT."

    def handle(self, *args: Any, **options: Any) -> None:
        assets.publish()
        self.stdout.write(assets.build())
