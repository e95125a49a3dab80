"""Which playful orders a player may give at this moment, and to whom."""

import msgspec

from accounts.models import User
from game.engine.observation import observe_public
from game.engine.rules import ENGINES
from game.models import Match
from game.names import shown_name
from game.store import Player, load
from game.words import titles
from rooms.access import match_seat_for
from rooms.models import Room
from rooms.phrases import orders_of


class Orders(msgspec.Struct, frozen=True):
    """What one player may say: `phrases` are (key, msgid), `targets` (seat, name), best standing first."""

    phrases: tuple[tuple[str, str], ...]
    targets: tuple[tuple[int, str], ...]


def orders_for(user: User, room: Room) -> Orders | None:
    """The orders of this person's title; None outside a running match, without a seat, or where orders are off."""
    match = room.match
    if (
        match is None
        or match.engine not in ENGINES
        or match.status != Match.Status.PLAYING
        or not room.orders
    ):
        return None
    seat = match_seat_for(user, match)
    if seat is None:
        return None
    stored = load(match.pk)
    order = observe_public(stored.state).order
    title = titles(len(order))[order.index(seat)]
    below = order if title == "serf" else order[order.index(seat) + 1 :]
    targets = tuple((other, _name(stored.players[other])) for other in below if other != seat)
    return Orders(tuple(orders_of(title, kids=room.kids).items()), targets)


def _name(player: Player) -> str:
    """A player's name in the language active now."""
    return shown_name(player.name, player.bot)
