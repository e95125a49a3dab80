"""Posts from inside a room. With htmx they answer with the changed pieces, without it with the page again."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from rooms import services
from rooms.access import room_for
from rooms.errors import NoSuchRoom, RoomError
from rooms.links import origin_of_request
from rooms.options import is_on, options_from_form
from rooms.rendering import error_toast, waiting_fragments
from rooms.snapshot import snapshot
from rooms.views.page import entry_or_404, page_of, people_page, room_page
from rooms.views.people import log_in_first, signed_in

Change = Callable[[HttpRequest, User, str], None]
View = Callable[..., HttpResponse]


def as_change(change: Change) -> View:
    """A view that lets a member make one change of a room and shows what came of it."""

    @require_POST
    @log_in_first(page_of)
    @wraps(change)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        entry_or_404(request, code)
        try:
            change(request, signed_in(request), code)
        except NoSuchRoom:
            return gone(request)
        except RoomError as error:
            return refused(request, code, error)
        return _done(request, code)

    return view


def _on_stage(change: Change) -> View:
    """`as_change` for what replaces the whole stage: with htmx the answer is empty, the stage comes by socket."""

    @wraps(change)
    def view(request: HttpRequest, code: str) -> HttpResponse:
        response = as_change(change)(request, code=code)
        if response.status_code == 200 and request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(status=204)
        return response

    return view


@as_change
def take_seat(request: HttpRequest, user: User, code: str) -> None:
    """Sits down in `seat`."""
    services.take_seat(user=user, code=code, seat=posted_number(request, "seat"))


@as_change
def leave_seat(request: HttpRequest, user: User, code: str) -> None:
    """Gets up to watch."""
    services.leave_seat(user=user, code=code)


@as_change
def add_bot(request: HttpRequest, user: User, code: str) -> None:
    """Seats a bot of `level`."""
    services.add_bot(user=user, code=code, level=request.POST.get("level", "easy"))


@as_change
def change_bot(request: HttpRequest, user: User, code: str) -> None:
    """Has a bot of `level` take the place of the bot in `seat`."""
    level = request.POST.get("level", "")
    services.change_bot(user=user, code=code, seat=posted_number(request, "seat"), level=level)


@as_change
def remove_bot(request: HttpRequest, user: User, code: str) -> None:
    """Sends the bot in `seat` away."""
    services.remove_bot(user=user, code=code, seat=posted_number(request, "seat"))


@as_change
def options(request: HttpRequest, user: User, code: str) -> None:
    """Sets all options: those of the match, and those of the room."""
    form = request.POST.dict()
    services.set_options(
        user=user,
        code=code,
        options=options_from_form(form),
        kids=is_on(form, "kids"),
        spectators=is_on(form, "spectators"),
        pace=form.get("pace"),
        orders=is_on(form, "orders"),
        practice=is_on(form, "practice"),
    )


@as_change
def rename(request: HttpRequest, user: User, code: str) -> None:
    """Gives the room the name `name`."""
    services.rename_room(user=user, code=code, name=request.POST.get("name", ""))


@_on_stage
def start(request: HttpRequest, user: User, code: str) -> None:
    """Starts a match."""
    services.start_match(user=user, code=code)


@_on_stage
def clear(request: HttpRequest, user: User, code: str) -> None:
    """Puts the last result away."""
    services.clear_table(user=user, code=code)


@as_change
def end(request: HttpRequest, user: User, code: str) -> None:
    """Wants the running match to end now where `on` is, and no longer where it is not."""
    services.want_to_end(user=user, code=code, on=is_on(request.POST.dict(), "on"))


@require_POST
@log_in_first(page_of)
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leaves the room for good and goes to the lobby."""
    entry = entry_or_404(request, code)
    try:
        services.leave_room(user=signed_in(request), code=code)
    except NoSuchRoom:  # twice at once
        return gone(request)
    messages.success(request, _("You left {room}.").format(room=entry.room.name))
    return to_lobby(request)


def posted_number(request: HttpRequest, name: str) -> int:
    """A posted seat or number of a row; -1, which nothing has, for anything that is no such number."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else -1


def _done(request: HttpRequest, code: str) -> HttpResponse:
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("rooms:people" if request.POST.get("back") == "people" else "rooms:room", code)
    seen = snapshot(code)
    if seen.match is not None:
        return HttpResponse(status=204)
    user, language = signed_in(request), get_language() or "ko"
    origin, token = origin_of_request(request), get_token(request)
    return HttpResponse("".join(waiting_fragments(seen, user.pk, language, origin=origin, csrf_token=token)))


def refused(request: HttpRequest, code: str, error: RoomError) -> HttpResponse:
    """Why a change was not made, where it was asked for."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(error_toast(error, get_language() or "ko"), status=error.status)
    messages.error(request, error.sentence())
    page = people_page if request.POST.get("back") == "people" else room_page
    return page(request, room_for(signed_in(request), code), status=error.status)


def gone(request: HttpRequest) -> HttpResponse:
    """Membership ended between the door and the change."""
    messages.error(request, _("You are no longer in that room."))
    return to_lobby(request)


def to_lobby(request: HttpRequest) -> HttpResponse:
    """On to the lobby, by htmx or without."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("rooms:lobby")})
    return redirect("rooms:lobby")
