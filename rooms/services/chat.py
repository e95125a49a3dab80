"""What people say in a room, and what hosts and hearers may do about it. Lines are added under the room's lock."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from game.models import Ruling, Seat
from game.words import titles
from rooms import pace
from rooms.access import match_seat_for
from rooms.codes import parse_code
from rooms.errors import (
    HostStays,
    NoOrders,
    NoSuchPhrase,
    NotAMember,
    NotBelow,
    PersonGone,
    PresetsOnly,
    Silenced,
)
from rooms.models import Line, Membership, Mute, Room, RoomMatch, Silence
from rooms.moods import Mood
from rooms.phrases import EMOTES, PRESETS, orders_of
from rooms.services._locks import Held, is_playing, lock_room, locked, require_host, tell
from rooms.signals import chat_said, mutes_changed
from rooms.writing import parse_line

QUIET = timedelta(seconds=20)
"""So long after a bot of a room showed something none does."""


def say(*, user: User, code: str, text: str, key: str | None = None) -> Line:
    """A member writes a line. Without a seat in the running match only others without one read it until the end.

    The same `key` from the same person is the same line: it is written once.

    Raises: NoSuchRoom, NotAMember, Silenced, PresetsOnly, EmptyLine, LineTooLong, TooQuick.
    """
    with transaction.atomic():
        held = _hold(user, code)
        if (said := _said_before(user, key)) is not None:
            return said
        _require_voice(held)
        if held.room.kids:
            raise PresetsOnly()
        line = parse_line(text)
        pace.take_line(user.pk)
        return _add(held, Line.Kind.TEXT, line, key)


def say_preset(*, user: User, code: str, preset: str, key: str | None = None) -> Line:
    """A member says one of the ready phrases.

    Raises: NoSuchRoom, NotAMember, Silenced, NoSuchPhrase, TooQuick.
    """
    with transaction.atomic():
        held = _hold(user, code)
        if (said := _said_before(user, key)) is not None:
            return said
        _require_voice(held)
        if preset not in PRESETS:
            raise NoSuchPhrase()
        pace.take_line(user.pk)
        return _add(held, Line.Kind.PRESET, preset, key)


def emote(*, user: User, code: str, emote: str, key: str | None = None) -> Line:
    """A member shows an emote: at their seat if they play, among watchers otherwise.

    Raises: NoSuchRoom, NotAMember, Silenced, NoSuchPhrase, EmoteTooSoon.
    """
    with transaction.atomic():
        held = _hold(user, code)
        if (said := _said_before(user, key)) is not None:
            return said
        _require_voice(held)
        if emote not in EMOTES:
            raise NoSuchPhrase()
        pace.take_emote(user.pk)
        return _add(held, Line.Kind.EMOTE, emote, key)


def show_mood(*, match_id: int, mood: Mood, name: str) -> None:
    """The bot called `name` shows an emote: once an occasion, seldom, and where playful orders are given.

    Nothing where people without a seat may not see the match.
    """
    code = _room_of(match_id)
    if code is None:
        return
    key = f"mood-{match_id}-{mood.occasion}"
    with transaction.atomic():
        room = lock_room(code=code)
        moods = Line.objects.filter(room=room, kind=Line.Kind.EMOTE, sender=None, match_id=match_id)
        quiet = Q(at__gt=timezone.now() - QUIET, key__startswith="mood-")
        if not room.orders or not room.spectators_allowed or moods.filter(quiet | Q(key=key)).exists():
            return
        Line.objects.create(
            room=room,
            match_id=match_id,
            name=name,
            seat=mood.seat,
            kind=Line.Kind.EMOTE,
            text=mood.emote,
            data={"bot": True},
            key=key,
        )
        _tell(room)


def give_order(
    *, user: User, code: str, order: str, to: int | None, standing: Sequence[int], key: str | None = None
) -> Line:
    """A player gives somebody of lower standing a playful order; the last seat answers anybody.

    `standing` are the seats of the running match, best first, as they are now.

    Raises: NoSuchRoom, NotAMember, Silenced, NoOrders, NotBelow, NoSuchPhrase, EmoteTooSoon.
    """
    with transaction.atomic():
        held = _hold(user, code)
        if (said := _said_before(user, key)) is not None:
            return said
        _require_voice(held)
        match = held.room.match
        seat = _seat(held)
        if match is None or seat not in standing or not held.room.orders:
            raise NoOrders()
        title = titles(len(standing))[standing.index(seat)]
        if to is None or to not in standing or to == seat:
            raise NotBelow()
        if title != "serf" and standing.index(to) < standing.index(seat):
            raise NotBelow()
        if order not in orders_of(title, kids=held.room.kids):
            raise NoSuchPhrase()
        pace.take_emote(user.pk)
        target = Seat.objects.get(match=match, index=to)
        return _add(
            held, Line.Kind.ORDER, order, key, {"to": to, "name": target.name, "bot": target.bot is not None}
        )


def clear_chat(*, user: User, code: str) -> None:
    """The host takes everything said so far out of everybody's sight; administrators still find it.

    Raises: NoSuchRoom, NotAMember, NotTheHost.
    """
    with transaction.atomic():
        held = _hold(user, code)
        require_host(held)
        note(held.room, "cleared", name=user.display_name)


def silence(*, user: User, code: str, person: int) -> User:
    """The host lets a person (by account) say nothing until it is lifted. Twice is no error. Returns whom.

    Raises: NoSuchRoom, NotAMember, NotTheHost, PersonGone, HostStays.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        who = _member(held.room, person)
        if who.pk == held.room.host_id:
            raise HostStays()
        Silence.objects.get_or_create(room=held.room, user=who)
        return who


def lift_silence(*, user: User, code: str, silence: int) -> None:
    """The host lets somebody talk again; `silence` is the number of the row, and one that is gone is no error.

    Raises: NoSuchRoom, NotAMember, NotTheHost.
    """
    with locked(user=user, code=code) as held:
        require_host(held)
        Silence.objects.filter(room=held.room, pk=silence).delete()


def mute(*, user: User, person: int) -> User:
    """`user` sees nothing more of what this person (by account) said or says, in any room. Returns whom.

    Not checked: whether the two share a room.

    Raises: PersonGone, also for oneself.
    """
    who = User.objects.filter(pk=person).exclude(pk=user.pk).first()
    if who is None:
        raise PersonGone()
    with transaction.atomic():
        # One tab at a time: a second one would find no row to fall back on where a third lifts the mute.
        User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
        Mute.objects.get_or_create(by=user, user=who)
        _tell_mutes(user)
    return who


def unmute(*, user: User, person: int) -> None:
    """`user` sees again what this person (by account) says; somebody who is not muted is no error."""
    with transaction.atomic():
        Mute.objects.filter(by=user, user_id=person).delete()
        _tell_mutes(user)


def note(
    room: Room, fact: str, *, name: str = "", once: str | None = None, facts: dict[str, Any] | None = None
) -> None:
    """Adds a system line to a room that is locked. With `once`, a second of that name changes nothing."""
    # By its kind: a line whose sender's account is gone has no sender either, and a key of that person's choice.
    if once is not None and Line.objects.filter(room=room, kind=Line.Kind.SYSTEM, key=once).exists():
        return
    Line.objects.create(
        room=room,
        match=room.match,
        name=name,
        kind=Line.Kind.SYSTEM,
        text=fact,
        data=facts or {},
        key=once,
    )
    _tell(room)


def note_results(
    *,
    match_id: int,
    names: Sequence[str],
    bots: Collection[str],
    rounds: Sequence[Sequence[int]],
    ranking: Sequence[tuple[int, int, int]] | None,
) -> None:
    """Adds a system line for each finished round (`rounds[n]`: seats, best first) and for the end of the match.

    `names[seat]`; `bots` are those among them that are bots'. `ranking`: (seat, rank, points) once it is over. Each is
    told once, whoever notices it and how often. A match without a room, or in one that is closed, is passed over.
    """
    code = _room_of(match_id)
    if code is None:
        return
    with transaction.atomic():
        room = lock_room(code=code)
        for number, order in enumerate(rounds, 1):
            facts = {
                "n": number,
                "names": [names[seat] for seat in order],
                "bots": list(bots),
                "kids": room.kids,
            }
            note(room, "round", once=f"round-{match_id}-{number}", facts=facts)
        if ranking is not None:
            lines = [[names[seat], rank, points] for seat, rank, points in ranking]
            note(room, "ended", once=f"end-{match_id}", facts={"ranking": lines, "bots": list(bots)})


def note_pause(*, match_id: int, since: int, asked_by: str) -> None:
    """Adds a system line for a pause that began at `since` (ms) because `asked_by` wished it; once."""
    code = _room_of(match_id)
    if code is None:
        return
    with transaction.atomic():
        note(lock_room(code=code), "paused", name=asked_by, once=f"paused-{match_id}-{since}")


def note_going_on(*, match_id: int) -> None:
    """Adds a system line for the end of the pause that was told last, if one was; once."""
    code = _room_of(match_id)
    if code is None:
        return
    paused = Line.objects.filter(room__code=code, kind=Line.Kind.SYSTEM, text="paused")
    pause = paused.filter(key__startswith=f"paused-{match_id}-").order_by("pk").last()
    if pause is None or pause.key is None:
        return
    once = "resumed" + pause.key.removeprefix("paused")
    with transaction.atomic():
        note(lock_room(code=code), "resumed", name=pause.name, once=once)


def note_ruling(*, match_id: int, ruling_id: int, kind: str, reason: str) -> None:
    """Adds a system line for what was decided about a match, and shows the room anew; once."""
    code = _room_of(match_id)
    if code is None:
        return
    fact = "cut" if kind == Ruling.Kind.ENDED else kind
    with transaction.atomic():
        room = lock_room(code=code)
        number = RoomMatch.objects.values_list("number", flat=True).get(match_id=match_id)
        note(room, fact, once=f"ruling-{ruling_id}", facts={"n": number, "reason": reason})
        tell(room)


def _room_of(match_id: int) -> str | None:
    """The code of the open room a match was opened in."""
    rooms = RoomMatch.objects.filter(match_id=match_id, room__closed_at=None)
    return rooms.values_list("room__code", flat=True).first()


def _hold(user: User, code: str) -> Held:
    room = lock_room(code=parse_code(code))
    membership = Membership.objects.select_related("user").filter(room=room, user_id=user.pk).first()
    if membership is None:
        raise NotAMember()
    return Held(room, membership)


def _said_before(user: User, key: str | None) -> Line | None:
    return None if key is None else Line.objects.filter(sender=user, key=key).first()


def _require_voice(held: Held) -> None:
    if Silence.objects.filter(room=held.room, user=held.membership.user).exists():
        raise Silenced()


def _seat(held: Held) -> int | None:
    """The seat of whoever talks in the running match, by its own roster."""
    user, match = held.membership.user, held.room.match
    if user is None or match is None or not is_playing(held.room):
        return None
    return match_seat_for(user, match)


def _add(held: Held, kind: Line.Kind, text: str, key: str | None, data: dict[str, Any] | None = None) -> Line:
    seat = _seat(held)
    watches = seat is None and is_playing(held.room)
    line = Line.objects.create(
        room=held.room,
        match=held.room.match,
        sender=held.membership.user,
        name=held.membership.name,
        seat=seat,
        audience=Line.Audience.WATCHERS if watches else Line.Audience.ROOM,
        kind=kind,
        text=text,
        data=data or {},
        key=key,
    )
    _tell(held.room)
    return line


def _member(room: Room, person: int) -> User:
    found = Membership.objects.select_related("user").filter(room=room, user_id=person).first()
    if found is None or found.user is None:
        raise PersonGone()
    return found.user


def _tell(room: Room) -> None:
    code = room.code
    transaction.on_commit(lambda: chat_said.send(sender=Line, code=code))


def _tell_mutes(user: User) -> None:
    user_id = user.pk
    transaction.on_commit(lambda: mutes_changed.send(sender=Mute, user_id=user_id))
