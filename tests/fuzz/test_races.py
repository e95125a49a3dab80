"""Everything at once on one room, in threads: nobody meets more than a refusal, and the room is in order afterwards."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from accounts import departures
from accounts.models import User
from game.models import Match
from rooms import services
from rooms.errors import RoomError
from rooms.models import Room, RoomMatch, Share
from tests.conftest import make_user
from tests.game.stored import finished_match
from tests.rooms.conftest import at_once, old_match

ROUNDS = 4


def crowd(number: int) -> tuple[Room, list[User]]:
    """A room called after its host, with three more people, bots for the other seats and a finished match."""
    people = [make_user(f"race{number}x{seat}", f"경주{number}{'가나다라'[seat]}") for seat in range(4)]
    room = services.create_room(host=people[0], name=f"{people[0].display_name}의 방")
    for user in people[1:]:
        services.join_room(user=user, token=room.token)
    services.add_bot(user=people[0], code=room.code)
    old_match(room, people, [3, 1, 0, 2])
    return room, people


def acts(room: Room, people: list[User]) -> list[Callable[[], Any]]:
    """What the four may do, each as often as somebody may press it."""
    host, pia, wim, xan = people
    at: dict[str, Any] = {"code": room.code}
    seats = {member.user_id: member.pk for member in room.memberships.all()}
    return [
        lambda: services.start_match(user=host, **at),
        lambda: services.start_match(user=host, **at),
        lambda: services.start_match(user=pia, **at),
        lambda: services.clear_table(user=host, **at),
        lambda: services.hand_over(user=host, **at, member=seats.get(pia.pk, 0)),
        lambda: services.kick(user=host, **at, member=seats.get(wim.pk, 0)),
        lambda: services.ban(user=host, **at, member=seats.get(wim.pk, 0)),
        lambda: services.join_room(user=wim, token=room.token),
        lambda: services.leave_room(user=pia, **at),
        lambda: services.join_room(user=pia, **at),
        lambda: services.swap_seats(user=host, **at, seat=0, other=3),
        lambda: services.leave_seat(user=xan, **at),
        lambda: services.take_seat(user=xan, **at, seat=4),
        lambda: services.take_seat(user=wim, **at, seat=4),
        lambda: services.add_bot(user=host, **at),
        lambda: services.remove_bot(user=host, **at, seat=4),
        lambda: services.say(user=xan, **at, text="안녕"),
        lambda: services.say(user=host, **at, text="안녕"),
        lambda: services.rename_room(user=host, **at, name=f"{host.display_name}의 새 방"),
        lambda: services.renew_token(user=host, **at),
        lambda: services.close_room(user=host, **at),
        lambda: departures.delete_account(user=User.objects.get(pk=xan.pk)),
        lambda: departures.delete_account(user=User.objects.get(pk=host.pk)),
    ]


@pytest.mark.django_db(transaction=True)
def test_whatever_people_do_at_the_same_moment_leaves_the_room_in_order(writing: None) -> None:
    rng = Random(27)
    for number in range(ROUNDS):
        room, people = crowd(number)
        for _ in range(3):
            chosen = rng.sample(acts(room, people), 6)
            for result in at_once(*chosen):
                if isinstance(result, Exception) and not isinstance(result, RoomError | User.DoesNotExist):
                    raise result
            in_order(room)


def in_order(room: Room) -> None:
    """What is true of every room between two commits."""
    room = Room.objects.get(pk=room.pk)
    people = [member.user_id for member in room.memberships.exclude(user=None)]
    assert room.closed_at is not None or room.host_id in people
    numbers = list(RoomMatch.objects.filter(room=room).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert RoomMatch.objects.filter(room=room, match__status=Match.Status.PLAYING).count() <= 1
    assert room.match_id is None or RoomMatch.objects.filter(room=room, match=room.match_id).exists()


@pytest.mark.django_db(transaction=True)
def test_a_room_called_after_somebody_does_not_stop_their_going(writing: None) -> None:
    """Their going takes the name out of the room while they, on another page, do something in it."""
    for number in range(ROUNDS * 2):
        room, people = crowd(number)
        host = people[0]
        results = at_once(
            lambda host=host: departures.delete_account(user=User.objects.get(pk=host.pk)),
            lambda host=host, room=room: services.say(user=host, code=room.code, text="안녕"),
            lambda host=host, room=room: services.add_bot(user=host, code=room.code),
            lambda host=host, room=room: services.leave_room(user=host, code=room.code),
        )
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, RoomError | User.DoesNotExist):
                raise result


@pytest.mark.django_db(transaction=True)
def test_what_is_made_once_may_be_pressed_and_taken_back_at_the_same_moment(
    writing: None, gale: User, pia: User
) -> None:
    match = finished_match(users=[gale, pia])
    for _ in range(ROUNDS):
        links = [lambda user=user: services.share_match(user=user, match=match) for user in (gale, pia, gale)]
        ends = [lambda: services.stop_sharing(user=gale, match=match)] * 2
        mutes = [lambda: services.mute(user=gale, person=pia.pk)] * 3
        voices = [lambda: services.unmute(user=gale, person=pia.pk)] * 2
        results = at_once(*links, *ends, *mutes, *voices)
        assert not [result for result in results if isinstance(result, Exception)]
        assert Share.objects.filter(match=match).count() <= 1
