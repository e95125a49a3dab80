"""The lobby, and the two ways to make a room."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rooms import services
from rooms.errors import GuestsCannotHost, RoomError
from rooms.lobby import my_rooms, recent_matches
from rooms.models import NAME_LENGTH
from rooms.options import is_on
from rooms.views.people import log_in_first, signed_in


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """My rooms, those where it is my turn first, and the matches I finished last; a greeting for visitors."""
    if not request.user.is_authenticated:
        return render(request, "pages/welcome.html", {"nav": "lobby"})
    return lobby_page(request)


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """The list of my rooms alone, for a lobby that stays open; 401 for whoever is logged out by now."""
    if not request.user.is_authenticated:
        return HttpResponse(status=401)
    return render(request, "rooms/_myrooms.html", {"rooms": my_rooms(signed_in(request))})


def lobby_address() -> str:
    """The address of the lobby."""
    return reverse("rooms:lobby")


def lobby_page(
    request: HttpRequest, *, typed_code: str = "", code_error: str = "", status: int = 200
) -> HttpResponse:
    """The lobby with the code form as it was filled in."""
    user = signed_in(request)
    context = {
        "nav": "lobby",
        "here": lobby_address(),
        "rooms": my_rooms(user),
        "recent": recent_matches(user),
        "typed_code": typed_code,
        "code_error": code_error,
    }
    return render(request, "rooms/lobby.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_room(request: HttpRequest) -> HttpResponse:
    """Asks for a name, and whether children play, and makes the room."""
    user = signed_in(request)
    if user.is_guest:
        return _register_first(request)
    suggested = _("{name}’s room").format(name=user.display_name)
    name = request.POST.get("name", suggested)
    kids = is_on(request.POST.dict(), "kids")
    context = {"nav": "lobby", "name": name, "kids": kids, "limit": NAME_LENGTH, "error": ""}
    if request.method != "POST":
        return render(request, "rooms/new.html", context)
    try:
        room = services.create_room(host=user, name=name, kids=kids)
    except RoomError as error:
        context["error"] = error.sentence()
        return render(request, "rooms/new.html", context, status=error.status)
    return redirect("rooms:room", room.code)


@require_POST
@log_in_first(lobby_address)
def quick(request: HttpRequest) -> HttpResponse:
    """A room with five easy bots, its match running already."""
    user = signed_in(request)
    try:
        room = services.quick_start(user=user, name=_("Practice with bots"))
    except RoomError as error:
        messages.error(request, error.sentence())
        return lobby_page(request, status=error.status)
    return redirect("rooms:room", room.code)


def _register_first(request: HttpRequest) -> HttpResponse:
    """Tells a guest why there is no room to make, and leads to where that changes: then back to making one."""
    refusal = GuestsCannotHost()
    messages.error(request, refusal.sentence())
    if request.method == "POST":
        return lobby_page(request, status=refusal.status)
    return redirect(f"{reverse('accounts:register')}?{urlencode({'next': request.path})}")
