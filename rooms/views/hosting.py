"""What a host does about people: posts from the waiting room or from the page of a room's people, and that page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from rooms import services
from rooms.access import Entry
from rooms.errors import NoSuchRoom, RoomError
from rooms.views.changes import as_change, posted_number, to_lobby
from rooms.views.page import entry_or_404, members_only, page_of, people_page, room_page
from rooms.views.people import log_in_first, signed_in


@members_only("rooms:people")
def room_people(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Who is in the room, for its members; for its host with all that may be done about them."""
    return people_page(request, entry)


@as_change
def swap_seats(request: HttpRequest, user: User, code: str) -> None:
    """Lets `seat` and `other` change places."""
    services.swap_seats(
        user=user, code=code, seat=posted_number(request, "seat"), other=posted_number(request, "other")
    )


@as_change
def kick(request: HttpRequest, user: User, code: str) -> None:
    """Sends the person of membership `member` away."""
    gone = services.kick(user=user, code=code, member=posted_number(request, "member"))
    _say(request, _("{name} was sent away.").format(name=gone.display_name))


@as_change
def ban(request: HttpRequest, user: User, code: str) -> None:
    """Bans the person of membership `member`."""
    gone = services.ban(user=user, code=code, member=posted_number(request, "member"))
    _say(request, _("{name} was banned from this room.").format(name=gone.display_name))


@as_change
def unban(request: HttpRequest, user: User, code: str) -> None:
    """Takes the ban numbered `ban` back."""
    services.unban(user=user, code=code, ban=posted_number(request, "ban"))


@as_change
def hand_over(request: HttpRequest, user: User, code: str) -> None:
    """Makes the person of membership `member` the host."""
    heir = services.hand_over(user=user, code=code, member=posted_number(request, "member"))
    _say(request, _("{name} is the host now.").format(name=heir.display_name))


@as_change
def renew_link(request: HttpRequest, user: User, code: str) -> None:
    """Gives the room another invite link."""
    services.renew_token(user=user, code=code)


@require_POST
@log_in_first(page_of)
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Closes the room for everybody and goes to the lobby."""
    entry = entry_or_404(request, code)
    try:
        services.close_room(user=signed_in(request), code=code)
    except NoSuchRoom:  # twice at once
        return to_lobby(request)
    except RoomError as error:
        messages.error(request, error.sentence())
        return room_page(request, entry, status=error.status)
    messages.success(request, _("You closed {room}.").format(room=entry.room.name))
    return to_lobby(request)


def _say(request: HttpRequest, sentence: str) -> None:
    """What a whole new page says about it; where only pieces change, they show it themselves."""
    if not request.htmx:  # type: ignore[attr-defined]
        messages.success(request, sentence)
