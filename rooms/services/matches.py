"""From the waiting room to a match and back."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from game import endwishes
from game import services as games
from game.engine.options import parse_options
from game.engine.rules import ENGINES
from game.models import Match
from game.rulings import AlreadyOver
from rooms import pace
from rooms.access import match_seat_for, room_for
from rooms.errors import NoMatchRuns, NotAPlayer, TooFewPlayers, TooOften
from rooms.models import Membership, Room, RoomMatch
from rooms.services._locks import Held, locked, require_between_matches, require_starter
from rooms.services.chat import note
from rooms.services.lifetime import create_room
from rooms.services.seats import seat_bot
from rooms.services.shuffles import take

FEWEST_PLAYERS = 4
QUICK_BOTS = 5


def start_match(*, user: User, code: str) -> Match:
    """The host starts a match, the first or another, with whoever sits now; seats close up to 0…n-1.

    When the host is away, `rooms.deputy` says who may.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning, TooFewPlayers.
    """
    with locked(user=user, code=code) as held:
        require_starter(held)
        require_between_matches(held.room)
        return _open(held.room)


def clear_table(*, user: User, code: str) -> None:
    """The host, or whoever may start instead, puts the last result away: everybody is back in the waiting room.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning.
    """
    with locked(user=user, code=code) as held:
        require_starter(held)
        require_between_matches(held.room)
        held.room.match = None
        held.room.save(update_fields=["match"])


def want_to_end(*, user: User, code: str, on: bool) -> None:
    """A player wants the running match to end now, or (not `on`) no longer does; it ends when all who play want it.

    Raises: NoSuchRoom, NotAMember, NoMatchRuns, NotAPlayer, TooOften.
    """
    match = room_for(user, code).room.match
    if match is None or match.status != Match.Status.PLAYING or match.engine not in ENGINES:
        raise NoMatchRuns()
    seat = match_seat_for(user, match)
    if seat is None:
        raise NotAPlayer()
    if not pace.take_wish(user.pk):
        raise TooOften()
    try:
        endwishes.want_to_end(match_id=match.pk, seat=seat, on=on)
    except AlreadyOver:
        raise NoMatchRuns() from None


def quick_start(*, user: User, name: str) -> Room:
    """A new room of this person with five easy bots, its match begun.

    Raises: BadRoomName.
    """
    with transaction.atomic():
        room = create_room(host=user, name=name)
        held = Held(room, room.memberships.get(user=user))
        for _ in range(QUICK_BOTS):
            seat_bot(held, "easy", None)
        _open(room)
    return room


def _open(room: Room) -> Match:
    seated = list(room.memberships.filter(seat__isnull=False).select_related("user").order_by("seat"))
    if len(seated) < FEWEST_PLAYERS:
        raise TooFewPlayers(seated=len(seated))
    _close_up(seated)
    shuffle = take(room)
    match = games.open_match(
        players=[games.NewPlayer(user_id=m.user_id, name=m.name, bot=m.bot) for m in seated],
        options=parse_options(room.options),
        room_code=room.code,
        room_name=room.name,
        pace=room.pace,
        kids=room.kids,
        practice=room.practice,
        shuffle=shuffle,
    )
    number = room.room_matches.count() + 1
    RoomMatch.objects.create(room=room, match=match, number=number)
    room.match = match
    room.save(update_fields=["match", "shuffle"])
    if shuffle is not None:
        shuffle.delete()
    note(room, "started", facts={"n": number})
    return match


def _close_up(seated: Sequence[Membership]) -> None:
    """Makes seats of the room and of the match the same numbers; ascending, so no two ever share one."""
    for index, member in enumerate(seated):
        if member.seat != index:
            member.seat = index
            member.save(update_fields=["seat"])
