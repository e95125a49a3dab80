"""A person's own data: all of it in one file, and the way to have it all removed."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import departures, own_data
from accounts.forms import DeleteForm, OwnDataForm
from accounts.hashing import hashes_a_password
from accounts.known import place_of
from accounts.models import Attempt, User
from accounts.throttle import TooManyTries, client_address, forgive, knock
from accounts.views.door import form_page, shut_page


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def own_data_page(request: HttpRequest) -> HttpResponseBase:
    """Says what is kept about whoever is logged in; a post with the password answers with all of it as a file."""
    page, user = "accounts/data.html", _person(request)
    form = OwnDataForm(user, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return form_page(request, page, form)
    address = client_address(request)
    try:
        guess = (
            None
            if user.is_guest
            else knock(Attempt.Door.LOGIN, user.username, place_of(request, user.username))
        )
        if not form.is_valid():
            return form_page(request, page, form)
        if guess is not None:
            forgive(guess)
        knock(Attempt.Door.DATA, user.username, address)
    except TooManyTries as shut:
        return shut_page(request, page, form, shut)
    response = StreamingHttpResponse(_streamed(request, user), content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="kings-and-serfs-my-data.json"'
    return response


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@hashes_a_password
def delete(request: HttpRequest) -> HttpResponse:
    """Says what deleting the account means, and does it after a post with the password (a guest's: with a tick)."""
    page, user = "accounts/delete.html", _person(request)
    form = DeleteForm(user, request.POST if request.method == "POST" else None)
    form.stays = departures.keeps_watch(user)
    if request.method != "POST" or form.stays:
        return form_page(request, page, form)
    try:
        guess = (
            None
            if user.is_guest
            else knock(Attempt.Door.LOGIN, user.username, place_of(request, user.username))
        )
    except TooManyTries as shut:
        return shut_page(request, page, form, shut)
    if not form.is_valid():
        return form_page(request, page, form)
    if guess is not None:
        forgive(guess)
    try:
        departures.delete_account(user=user)
    except departures.KeepsWatch:  # has become an administrator this moment
        return redirect("accounts:delete")
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for playing."))
    return redirect(settings.LOGOUT_REDIRECT_URL)


def _streamed(request: HttpRequest, user: User) -> Iterator[bytes] | AsyncIterator[bytes]:
    """The pieces of the file, each read when it is sent; in the way that the server of this request can send them."""
    pieces = own_data.pieces(user)
    return _from_threads(pieces) if isinstance(request, ASGIRequest) else pieces


async def _from_threads(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    take = sync_to_async(lambda: next(pieces, None))
    while (piece := await take()) is not None:
        yield piece


def _person(request: HttpRequest) -> User:
    """Who is logged in, where `login_required` has seen to it that somebody is."""
    assert isinstance(request.user, User)
    return request.user
