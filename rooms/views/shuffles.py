"""The page on which a browser checks the shuffle of a finished match by itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from game.models import Match
from game.services import seat_of
from rooms.played import played
from rooms.views.matches import of_a_finished_match
from rooms.views.people import signed_in


@of_a_finished_match
def shuffle(request: HttpRequest, match: Match) -> HttpResponse:
    """The values a shuffle was made of, and the checks; the checking is done by the page's script from the record."""
    user_id = signed_in(request).pk
    nonces = match.nonces or [""] * match.players
    players = sorted(played(match, user_id).lines, key=lambda line: line.seat)
    context = {
        "nav": "lobby",
        "match": match,
        "seat": seat_of(match.pk, user_id),
        "secret": None if match.secret is None else bytes(match.secret).hex(),
        "seed": bytes(match.seed).hex(),
        "nonces": [(line.name, nonce) for line, nonce in zip(players, nonces, strict=True)],
        "head": match.actions.order_by("-version").values_list("link", flat=True).first(),
    }
    return render(request, "rooms/shuffle.html", context)
