"""Who sits together: rooms, their members and the page they share."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    """The application of rooms."""

    name = "rooms"
    verbose_name = _("Rooms")

    def ready(self) -> None:
        """Let open pages hear of changes, invitations of people who come in, rooms of guests who register, and all of
        accounts that go.
        """
        from rooms import departures, guests, hearing, own_data, wishes

        departures.connect()
        guests.connect()
        hearing.connect()
        own_data.connect()
        wishes.connect()
