"""Starting a match, and another."""

import pytest
from django.urls import reverse

from game.models import Match
from rooms import services
from rooms.access import match_seat_for
from rooms.errors import MatchRunning, NotAMember, NotTheHost, TooFewPlayers
from rooms.models import Room, RoomMatch
from tests.rooms.conftest import at_once, finish, seats_of


def roster(match):
    return [
        (seat.index, seat.user.display_name if seat.user else None, seat.bot)
        for seat in match.seats.select_related("user")
    ]


def test_the_seated_play_in_seat_order_under_the_rooms_options(room, gale, pia):
    services.set_options(user=gale, code=room.code, options={"rounds": 5})
    match = services.start_match(user=gale, code=room.code)
    assert roster(match) == [(0, "게일", None), (1, "피아", None), (2, None, "easy"), (3, None, "easy")]
    assert match.options["rounds"] == 5
    assert (match.room_code, match.room_name) == (room.code, "주말 가족방")
    assert Room.objects.get().match == match
    assert RoomMatch.objects.get(match=match).number == 1


def test_seats_close_up_so_that_the_room_and_the_match_number_them_alike(room, gale, pia, wim):
    services.take_seat(user=gale, code=room.code, seat=7)
    services.take_seat(user=wim, code=room.code, seat=5)
    match = services.start_match(user=gale, code=room.code)
    assert list(seats_of(room)) == [0, 1, 2, 3, 4]
    for user, seat in ((pia, 0), (wim, 3), (gale, 4)):
        assert match_seat_for(user, match) == seat
        assert room.memberships.get(user=user).seat == seat


@pytest.mark.parametrize("extra", [0, 4])
def test_four_to_eight_may_play(room, gale, extra):
    for _ in range(extra):
        services.add_bot(user=gale, code=room.code)
    assert services.start_match(user=gale, code=room.code).players == 4 + extra


def test_three_are_too_few(room, gale):
    services.remove_bot(user=gale, code=room.code, seat=3)
    with pytest.raises(TooFewPlayers) as refused:
        services.start_match(user=gale, code=room.code)
    assert refused.value.params == {"seated": 3}
    assert not Match.objects.exists()


def test_a_host_may_start_without_playing(room, gale, wim):
    services.leave_seat(user=gale, code=room.code)
    services.take_seat(user=wim, code=room.code, seat=4)
    match = services.start_match(user=gale, code=room.code)
    assert match_seat_for(gale, match) is None


def test_players_and_strangers_cannot_start(room, pia, xan):
    with pytest.raises(NotTheHost):
        services.start_match(user=pia, code=room.code)
    with pytest.raises(NotAMember):
        services.start_match(user=xan, code=room.code)
    assert not Match.objects.exists()


def test_one_match_at_a_time(room, gale):
    services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.start_match(user=gale, code=room.code)


@pytest.mark.django_db(transaction=True)
def test_start_pressed_five_times_at_once_starts_one_match(room, gale):
    results = at_once(*[lambda: services.start_match(user=gale, code=room.code)] * 5)
    assert sorted(type(result).__name__ for result in results) == ["Match", *["MatchRunning"] * 4]
    assert Match.objects.count() == RoomMatch.objects.count() == 1


def test_s61_a_rematch_takes_permissions_and_seats_from_the_new_roster(room, gale, pia, xan):
    first = services.start_match(user=gale, code=room.code)
    finish(first, [0, 1, 2, 3])
    services.leave_room(user=pia, code=room.code)
    services.join_room(user=xan, code=room.code)
    services.take_seat(user=gale, code=room.code, seat=6)
    second = services.start_match(user=gale, code=room.code)
    assert second != first
    assert roster(second) == [(0, "Xan", None), (1, None, "easy"), (2, None, "easy"), (3, "게일", None)]
    assert [match_seat_for(user, second) for user in (gale, pia, xan)] == [3, None, 0]
    assert [match_seat_for(user, first) for user in (gale, pia, xan)] == [0, 1, None]
    assert [(line.number, line.match) for line in room.room_matches.all()] == [(1, first), (2, second)]
    assert Room.objects.get().match == second


def test_clearing_the_table_leads_back_to_the_waiting_room(room, gale, pia, xan):
    match = services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.clear_table(user=gale, code=room.code)
    finish(match, [0, 1, 2, 3])
    with pytest.raises(NotTheHost):
        services.clear_table(user=pia, code=room.code)
    with pytest.raises(NotAMember):
        services.clear_table(user=xan, code=room.code)
    services.clear_table(user=gale, code=room.code)
    assert Room.objects.get().match is None
    assert RoomMatch.objects.get().match == match


# ── the buttons ──


def test_the_start_button_leads_to_the_table(room, gale, browser_of):
    response = browser_of(gale).post(reverse("rooms:start", args=[room.code]), follow=True)
    assert response.redirect_chain == [(reverse("rooms:room", args=[room.code]), 302)]
    assert 'data-stage="table"' in response.text


def test_with_htmx_the_table_comes_over_the_socket(room, gale, browser_of):
    browser = browser_of(gale, htmx=True)
    response = browser.post(reverse("rooms:start", args=[room.code]))
    assert (response.status_code, response.content) == (204, b"")
    finish(Match.objects.get(), [0, 1, 2, 3])
    response = browser.post(reverse("rooms:clear", args=[room.code]))
    assert (response.status_code, response.content) == (204, b"")
    assert Room.objects.get().match is None


def test_a_start_that_cannot_be_says_why(room, gale, browser_of):
    services.remove_bot(user=gale, code=room.code, seat=3)
    response = browser_of(gale, htmx=True).post(reverse("rooms:start", args=[room.code]))
    assert response.status_code == 409
    assert "4명부터 시작할 수 있어요 (지금 3명)" in response.text
    page = browser_of(gale).post(reverse("rooms:start", args=[room.code]))
    assert page.status_code == 409
    assert "4명부터 시작할 수 있어요 (지금 3명)" in page.text
