"""`manage.py make_reviews`: makes the coach's reviews that were asked for, and ends. The server starts it by itself."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from game.reviews import make_next

NICE = 10


class Command(BaseCommand):
    """Goes on until there is nothing left to claim, at low priority."""

    help = "Make the coach's reviews that players have asked for."

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes them one by one."""
        os.nice(NICE)
        made = 0
        while make_next():
            made += 1
        self.stdout.write(f"{made} reviews made")
