"""The two ways into somebody's room: an invite link and a typed code."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import GuestForm
from accounts.models import Attempt
from accounts.services import NameTaken
from accounts.throttle import TooManyTries, client_address, knock, wait_sentence
from rooms import guests, services, wishes
from rooms.access import invited_room
from rooms.codes import parse_code
from rooms.errors import NoSuchRoom, RoomError
from rooms.guesses import count_wrong_guess, require_guesses_left
from rooms.models import Membership, Room
from rooms.views.lobby import lobby_address, lobby_page
from rooms.views.page import page_of
from rooms.views.people import signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Says who invites where; its buttons make a member: of a visitor by a nickname, or once there is an account."""
    try:
        room = invited_room(token)
    except NoSuchRoom:
        return _dead_link(request)
    user = request.user
    if user.is_authenticated and Membership.objects.filter(room=room, user=user).exists():
        return redirect("rooms:room", room.code)
    if request.method == "POST" and not user.is_authenticated:
        if request.POST.get("door") == "guest":
            return _come_in_as_guest(request, room)
        wishes.remember(request, token)
        door = reverse("accounts:login" if request.POST.get("door") == "login" else "accounts:signup")
        return redirect(f"{door}?{urlencode({'next': request.path})}")
    refused: RoomError | None = None
    if request.method == "POST" and user.is_authenticated:
        try:
            services.join_room(user=user, token=token)
            return redirect("rooms:room", room.code)
        except NoSuchRoom:
            return _dead_link(request)
        except RoomError as error:
            refused = error
    sentence, status = (refused.sentence(), refused.status) if refused else ("", 200)
    return _invitation_page(request, room, GuestForm(), error=sentence, status=status)


def _dead_link(request: HttpRequest) -> HttpResponse:
    """The one answer to links that led somewhere once and to links that never did."""
    return render(request, "rooms/dead_link.html", status=404)


def _come_in_as_guest(request: HttpRequest, room: Room) -> HttpResponse:
    """One post of a visitor: a nickname becomes a guest, a member and a log-in. Refused, it keeps what was typed."""
    form = GuestForm(request.POST)
    if not form.is_valid():
        return _invitation_page(request, room, form, status=422)
    try:
        attempt = knock(Attempt.Door.SIGNUP, "", client_address(request))
    except TooManyTries as shut:
        form.refuse(wait_sentence(shut.seconds))
        response = _invitation_page(request, room, form, status=429)
        response.headers["Retry-After"] = str(shut.seconds)
        return response
    try:
        guests.come_in(request, display_name=form.cleaned_data["display_name"], token=room.token)
    except NameTaken:
        # Somebody was faster between the check and the write: check again, which says so and suggests another.
        attempt.delete()
        return _invitation_page(request, room, GuestForm(request.POST), status=422)
    except NoSuchRoom:
        return _dead_link(request)
    except RoomError as error:
        attempt.delete()
        form.refuse(error.sentence())
        return _invitation_page(request, room, form, status=error.status)
    return redirect("rooms:room", room.code)


def _invitation_page(
    request: HttpRequest, room: Room, form: GuestForm, *, error: str = "", status: int
) -> HttpResponse:
    user = signed_in(request) if request.user.is_authenticated else None
    prospect, _seat = services.prospect_for(user, room)
    context = {
        "room": room,
        "seated": room.memberships.filter(seat__isnull=False).count(),
        "form": form,
        "error": error,
        "words": prospect_words(prospect),
        "refused": prospect in services.REFUSALS,
        "may_change": prospect is not services.Prospect.BANNED,
    }
    return render(request, "rooms/invitation.html", context, status=status)


def prospect_words(prospect: services.Prospect) -> str:
    """What joining will come to, in a sentence."""
    match prospect:
        case services.Prospect.SEAT:
            return _("A seat is free for you.")
        case services.Prospect.OWN_SEAT:
            return _("Your seat in the running game is waiting for you.")
        case services.Prospect.WATCH_GAME:
            return _("A game is running. Come in and watch, and take a free seat for the next one.")
        case services.Prospect.WATCH_FULL:
            return _("All seats are taken. Come in and watch.")
        case services.Prospect.FULL:
            return _("All seats are taken, and this room has no spectators. Ask the host for a seat.")
        case services.Prospect.BANNED | services.Prospect.NO_WATCHING:
            return services.REFUSALS[prospect]().sentence()


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """Makes somebody a member of the room whose code they typed; a visitor goes through the door first."""
    typed = request.POST.get("code", "")
    if not request.user.is_authenticated:
        code = parse_code(typed)
        return redirect_to_login(page_of(code) if code else lobby_address())
    user = signed_in(request)
    try:
        require_guesses_left(user.pk)
        member = services.join_room(user=user, code=typed)
    except RoomError as error:
        if isinstance(error, NoSuchRoom):
            count_wrong_guess(user.pk)
        return lobby_page(request, typed_code=typed, code_error=error.sentence(), status=error.status)
    if member.seat is None:
        messages.info(request, _("You are watching for now."))
    return redirect("rooms:room", member.room.code)
