"""Who sits where between matches: people and bots."""

from accounts.models import User
from game.bots import LEVELS
from rooms.errors import EmptySeat, NoSuchLevel, NoSuchSeat, NotABot, RoomFull, SeatTaken
from rooms.models import SEATS, Membership, Room
from rooms.names import new_bot_name
from rooms.services._locks import Held, locked, require_between_matches, require_host
from rooms.services.prospects import free_seats


def take_seat(*, user: User, code: str, seat: int) -> Membership:
    """Sits a member down in an empty seat, from another one or none.

    Raises: NoSuchRoom, NotAMember, MatchRunning, NoSuchSeat, SeatTaken.
    """
    with locked(user=user, code=code) as held:
        require_between_matches(held.room)
        if held.membership.seat != seat:
            _require_free(held.room, seat)
            _sit(held.membership, seat)
        return held.membership


def leave_seat(*, user: User, code: str) -> Membership:
    """Gets up and watches from now on; without a seat nothing changes.

    Raises: NoSuchRoom, NotAMember, MatchRunning.
    """
    with locked(user=user, code=code) as held:
        require_between_matches(held.room)
        _sit(held.membership, None)
        return held.membership


def add_bot(*, user: User, code: str, level: str = "easy", seat: int | None = None) -> Membership:
    """The host puts a bot of a level into a seat, the first free one unless named.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning, NoSuchLevel, NoSuchSeat, SeatTaken, RoomFull.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        require_between_matches(held.room)
        return seat_bot(held, level, seat)


def seat_bot(held: Held, level: str, seat: int | None) -> Membership:
    """`add_bot` inside a transaction that is open already."""
    _require_level(level)
    if seat is None:
        free = free_seats(held.room)
        if not free:
            raise RoomFull()
        seat = free[0]
    else:
        _require_free(held.room, seat)
    return Membership.objects.create(
        room=held.room, bot=level, bot_name=new_bot_name(level, _names_in(held.room)), seat=seat
    )


def change_bot(*, user: User, code: str, seat: int, level: str) -> Membership:
    """The host lets a bot of another level take the place of the bot in `seat`; one of the same level stays.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning, NoSuchLevel, NotABot.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        require_between_matches(held.room)
        _require_level(level)
        bot = Membership.objects.filter(room=held.room, seat=seat, bot__isnull=False).first()
        if bot is None:
            raise NotABot()
        if bot.bot != level:
            bot.bot, bot.bot_name = level, new_bot_name(level, _names_in(held.room))
            bot.save(update_fields=["bot", "bot_name"])
        return bot


def remove_bot(*, user: User, code: str, seat: int) -> None:
    """The host sends the bot of a seat away.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning, NotABot.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        require_between_matches(held.room)
        deleted, _ = Membership.objects.filter(room=held.room, seat=seat, bot__isnull=False).delete()
        if not deleted:
            raise NotABot()


def swap_seats(*, user: User, code: str, seat: int, other: int) -> None:
    """The host lets whoever sits in `seat` change places with whoever sits in `other`, if anybody does.

    Raises: NoSuchRoom, NotAMember, NotTheHost, MatchRunning, NoSuchSeat, EmptySeat (`seat`).
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        require_between_matches(held.room)
        if not (0 <= seat < SEATS and 0 <= other < SEATS):
            raise NoSuchSeat()
        here = {m.seat: m for m in held.room.memberships.filter(seat__in={seat, other})}
        if seat not in here:
            raise EmptySeat()
        if other not in here:
            _sit(here[seat], other)
        elif other != seat:
            _swap(here[seat], here[other])


def _swap(one: Membership, other: Membership) -> None:
    """Two never share a seat, not for a moment: a person gets up first, two bots change names instead."""
    if one.bot and other.bot:
        one.bot, one.bot_name, other.bot, other.bot_name = other.bot, other.bot_name, one.bot, one.bot_name
        for bot in (one, other):
            bot.save(update_fields=["bot", "bot_name"])
        return
    if one.bot:
        one, other = other, one
    to, back = other.seat, one.seat
    _sit(one, None)
    _sit(other, back)
    _sit(one, to)


def _sit(member: Membership, seat: int | None) -> None:
    member.seat = seat
    member.save(update_fields=["seat"])


def _require_level(level: str) -> None:
    if level not in LEVELS:
        raise NoSuchLevel()


def _names_in(room: Room) -> list[str]:
    return [member.name for member in room.memberships.select_related("user")]


def _require_free(room: Room, seat: int) -> None:
    if not 0 <= seat < SEATS:
        raise NoSuchSeat()
    if Membership.objects.filter(room=room, seat=seat).exists():
        raise SeatTaken()
