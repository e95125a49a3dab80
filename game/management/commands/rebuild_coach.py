"""`manage.py rebuild_coach`: everything the coach has said, said anew; after a change of the network."""

from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from game.reviews import forget_all, make_next


class Command(BaseCommand):
    """Players see that the coach is at work until a review is there again."""

    help = "Make all reviews of the coach again from the logs of their matches."

    def handle(self, *args: Any, **options: Any) -> None:
        """Forgets and makes; may be broken off and goes on with `make_reviews`."""
        count = forget_all()
        with tqdm(total=count, desc="reviewing", unit="seat") as bar:
            while make_next():
                bar.update()
        self.stdout.write(f"{count} reviews made again")
