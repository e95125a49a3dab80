"""The doors of rooms and seats."""

import pytest
from django.utils import timezone

from rooms import services
from rooms.access import invited_room, match_seat_for, room_for
from rooms.errors import NoSuchRoom, NotAMember


def test_a_member_gets_the_room_however_the_code_is_typed(room, pia):
    entry = room_for(pia, f" {room.code[:3].lower()}-{room.code[3:]} ")
    assert (entry.room, entry.membership.user) == (room, pia)


def test_a_stranger_and_an_administrator_get_no_room(room, xan, ada):
    for outsider in (xan, ada):
        with pytest.raises(NotAMember):
            room_for(outsider, room.code)


def test_to_a_stranger_a_room_and_no_room_look_the_same(room, xan):
    with pytest.raises(NoSuchRoom) as there:
        room_for(xan, room.code)
    with pytest.raises(NoSuchRoom) as nowhere:
        room_for(xan, "222222")
    assert there.value.code == nowhere.value.code
    assert there.value.status == nowhere.value.status == 404
    assert there.value.sentence() == nowhere.value.sentence()


def test_a_closed_room_opens_to_nobody(room, gale):
    room.closed_at = timezone.now()
    room.save()
    with pytest.raises(NoSuchRoom):
        room_for(gale, room.code)
    with pytest.raises(NoSuchRoom):
        invited_room(room.token)


def test_a_link_finds_its_room_and_a_code_is_no_link(room):
    assert invited_room(room.token) == room
    with pytest.raises(NoSuchRoom):
        invited_room(room.code)


def test_the_seat_of_a_match_is_that_of_its_roster(room, gale, pia, wim, xan):
    match = services.start_match(user=gale, code=room.code)
    assert [match_seat_for(user, match) for user in (gale, pia, wim, xan)] == [0, 1, None, None]
