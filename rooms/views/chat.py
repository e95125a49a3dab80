"""What is done about chat by posts: hosts clear and silence, everybody mutes for themselves. And the list of orders."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from game.rendering import toast
from rooms import services
from rooms.access import Entry
from rooms.chat import recent
from rooms.errors import NoSuchRoom, PersonGone, RoomError
from rooms.models import Membership, Mute
from rooms.orders import orders_for
from rooms.views.changes import gone, posted_number, refused
from rooms.views.page import entry_or_404, members_only, page_of
from rooms.views.people import log_in_first, signed_in

Act = Callable[[HttpRequest, User, str], str]
View = Callable[..., HttpResponse]


def as_act(act: Act) -> View:
    """A view that does one thing about chat and says so: in a notice with htmx, on the page it came from without."""

    @require_POST
    @log_in_first(page_of)
    @wraps(act)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        code = entry_or_404(request, code).room.code  # it may be typed carelessly
        try:
            sentence = act(request, signed_in(request), code)
        except NoSuchRoom:
            return gone(request)
        except RoomError as error:
            return refused(request, code, error)
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(toast(sentence, "good", get_language() or "ko"))
        messages.success(request, sentence)
        return redirect("rooms:people" if request.POST.get("back") == "people" else "rooms:room", code)

    return view


@as_act
def clear_chat(request: HttpRequest, user: User, code: str) -> str:
    """Takes everything said so far out of sight."""
    services.clear_chat(user=user, code=code)
    return _("The chat is empty now.")


@as_act
def silence(request: HttpRequest, user: User, code: str) -> str:
    """Lets whoever said `line`, or has the membership `member`, rest from the chat."""
    who = services.silence(user=user, code=code, person=_person(request, user, code))
    return _("{name} rests from the chat until you allow it.").format(name=who.display_name)


@as_act
def lift_silence(request: HttpRequest, user: User, code: str) -> str:
    """Takes the silence numbered `silence` back."""
    services.lift_silence(user=user, code=code, silence=posted_number(request, "silence"))
    return _("They can write again.")


@as_act
def mute(request: HttpRequest, user: User, code: str) -> str:
    """Hides what the person of `line` or `member` says from this one alone."""
    who = services.mute(user=user, person=_person(request, user, code))
    return _("You see nothing of {name} any more. Undo it under “People in this room”.").format(
        name=who.display_name
    )


@as_act
def unmute(request: HttpRequest, user: User, code: str) -> str:
    """Shows again what the person of one's own mute numbered `mute` says."""
    found = Mute.objects.filter(by=user, pk=posted_number(request, "mute")).select_related("user").first()
    if found is None:
        raise PersonGone()
    services.unmute(user=user, person=found.user_id)
    return _("You see what {name} says again.").format(name=found.user.display_name)


@members_only("rooms:orders")
def orders(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The orders this player may give now, and to whom; a piece of a page."""
    given = orders_for(signed_in(request), entry.room)
    if given is None:
        raise Http404("no orders")
    return render(request, "rooms/orders.html", {"given": given})


orders = never_cache(orders)


def _person(request: HttpRequest, user: User, code: str) -> int:
    """The account behind a line this user can read, or behind a membership. Raises: PersonGone."""
    if "line" in request.POST:
        number = posted_number(request, "line")
        found = next((line.sender_id for line in recent(code, user.pk) if line.id == number), None)
    else:
        member = posted_number(request, "member")
        found = (
            Membership.objects.filter(room__code=code, pk=member).values_list("user_id", flat=True).first()
        )
    if found is None:
        raise PersonGone()
    return found
