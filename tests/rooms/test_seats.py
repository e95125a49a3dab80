"""Taking and leaving seats."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from rooms import services
from rooms.errors import EmptySeat, MatchRunning, NoSuchSeat, NotAMember, NotTheHost, SeatTaken
from rooms.models import Membership
from tests.rooms.conftest import at_once, finish, seats_of


def test_a_spectator_sits_down_and_gets_up(room, wim):
    assert services.take_seat(user=wim, code=room.code, seat=6).seat == 6
    assert services.leave_seat(user=wim, code=room.code).seat is None
    assert services.leave_seat(user=wim, code=room.code).seat is None


def test_somebody_seated_moves(room, pia):
    services.take_seat(user=pia, code=room.code, seat=7)
    assert seats_of(room).get(7) == pia.display_name
    assert 1 not in seats_of(room)


def test_taking_the_own_seat_again_is_fine(room, pia):
    assert services.take_seat(user=pia, code=room.code, seat=1).seat == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_a_taken_seat_is_refused(room, wim, seat):
    with pytest.raises(SeatTaken):
        services.take_seat(user=wim, code=room.code, seat=seat)


@pytest.mark.parametrize("seat", [-1, 8, 100])
def test_there_are_eight_seats(room, wim, seat):
    with pytest.raises(NoSuchSeat):
        services.take_seat(user=wim, code=room.code, seat=seat)


def test_a_stranger_gets_no_seat(room, xan):
    for service in (
        lambda: services.take_seat(user=xan, code=room.code, seat=5),
        lambda: services.leave_seat(user=xan, code=room.code),
    ):
        with pytest.raises(NotAMember):
            service()


def test_seats_rest_during_a_match_and_wake_after_it(room, gale, pia, wim):
    match = services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.take_seat(user=wim, code=room.code, seat=6)
    with pytest.raises(MatchRunning):
        services.leave_seat(user=pia, code=room.code)
    finish(match, [0, 1, 2, 3])
    assert services.take_seat(user=wim, code=room.code, seat=6).seat == 6


def test_the_host_orders_the_seats_and_nobody_is_lost(room, gale, pia):
    before = seats_of(room)
    for one, other in ((0, 1), (1, 2), (2, 3), (3, 0), (2, 0)):  # people, a person and a bot, bots
        services.swap_seats(user=gale, code=room.code, seat=one, other=other)
        before[one], before[other] = before[other], before[one]
        assert seats_of(room) == before
    services.swap_seats(user=gale, code=room.code, seat=1, other=7)
    before[7] = before.pop(1)
    assert seats_of(room) == before
    services.swap_seats(user=gale, code=room.code, seat=7, other=7)
    assert seats_of(room) == before


def test_bots_keep_their_level_when_they_change_places(room, gale):
    room.memberships.filter(seat=2).update(bot="hard")
    services.swap_seats(user=gale, code=room.code, seat=2, other=3)
    assert dict(room.memberships.filter(bot__isnull=False).values_list("seat", "bot")) == {
        2: "easy",
        3: "hard",
    }


@pytest.mark.parametrize(
    ("seat", "other", "error"),
    [(5, 1, EmptySeat), (1, 8, NoSuchSeat), (-1, 0, NoSuchSeat), (0, -1, NoSuchSeat)],
)
def test_only_seats_with_somebody_in_them_are_ordered(room, gale, seat, other, error):
    with pytest.raises(error):
        services.swap_seats(user=gale, code=room.code, seat=seat, other=other)


def test_players_and_strangers_order_no_seats_and_nobody_does_during_a_match(room, gale, pia, xan):
    for user, error in ((pia, NotTheHost), (xan, NotAMember)):
        with pytest.raises(error):
            services.swap_seats(user=user, code=room.code, seat=0, other=1)
    services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.swap_seats(user=gale, code=room.code, seat=0, other=1)


def test_the_order_of_the_seats_is_that_of_the_match(room, gale, pia):
    services.swap_seats(user=gale, code=room.code, seat=0, other=3)
    match = services.start_match(user=gale, code=room.code)
    assert match.seats.get(user=gale).index == 3


def test_the_buttons_order_the_seats_and_keep_their_names(room, gale, pia, browser_of):
    """A button's id goes with the person, so that whoever moves somebody by keyboard can go on doing so."""
    url, number = reverse("rooms:swap_seats", args=[room.code]), room.memberships.get(user=pia).pk
    page = browser_of(gale).get(reverse("rooms:room", args=[room.code])).text
    assert f'id="down-{number}" name="other" value="2"' in page
    answer = browser_of(gale, htmx=True).post(url, {"seat": "1", "other": "2"})
    assert f'id="down-{number}" name="other" value="3"' in answer.text
    assert seats_of(room)[2] == "피아"


@pytest.mark.django_db(transaction=True)
def test_two_orders_at_once_lose_nobody(room, gale):
    names = sorted(seats_of(room).values())
    orders = [lambda pair=pair: services.swap_seats(user=gale, code=room.code, seat=pair[0], other=pair[1])
              for pair in ((0, 1), (1, 2), (2, 3), (3, 0))]  # fmt: skip
    at_once(*orders)
    assert sorted(seats_of(room).values()) == names


@pytest.mark.django_db(transaction=True)
def test_of_two_people_who_want_one_seat_one_gets_it(room, pia, wim):
    results = at_once(
        *[lambda u=user: services.take_seat(user=u, code=room.code, seat=5) for user in (pia, wim)]
    )
    assert sorted(type(result).__name__ for result in results) == ["Membership", "SeatTaken"]
    assert Membership.objects.filter(room=room, seat=5).count() == 1


def test_the_database_itself_refuses_two_in_a_seat_a_double_member_and_a_ninth_seat(room, gale, pia):
    for values in (
        {"user": pia, "seat": 5},
        {"bot": "easy", "seat": 0},
        {"bot": "easy", "seat": 8},
        {"bot": "easy"},
        {"seat": 5},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.create(room=room, **values)


def test_every_change_is_told_once_and_only_after_the_commit(
    room, wim, changes, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        services.take_seat(user=wim, code=room.code, seat=6)
        assert changes == []
    assert changes == [room.code]


def test_a_refused_change_tells_nobody(room, wim, changes, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(SeatTaken):
        services.take_seat(user=wim, code=room.code, seat=0)
    assert changes == []


# ── the buttons ──


def test_the_empty_seat_is_a_button_that_works_without_htmx(room, wim, browser_of):
    response = browser_of(wim).post(reverse("rooms:take_seat", args=[room.code]), {"seat": "6"}, follow=True)
    assert response.redirect_chain == [(reverse("rooms:room", args=[room.code]), 302)]
    assert seats_of(room)[6] == wim.display_name
    browser_of(wim).post(reverse("rooms:leave_seat", args=[room.code]))
    assert 6 not in seats_of(room)


def test_with_htmx_it_answers_with_the_changed_pieces(room, wim, browser_of):
    response = browser_of(wim, htmx=True).post(reverse("rooms:take_seat", args=[room.code]), {"seat": "6"})
    assert response.status_code == 200
    for name in ("roomhead", "members", "invite", "standings", "options", "startbar"):
        assert f'id="{name}"' in response.text
    assert response.text.count("hx-swap-oob") == 6


@pytest.mark.parametrize("seat", ["", "x", "-1", "8", "9" * 500, "1.0", "²"])
def test_a_seat_that_is_none_is_refused_in_a_sentence(room, wim, browser_of, seat):
    response = browser_of(wim, htmx=True).post(reverse("rooms:take_seat", args=[room.code]), {"seat": seat})
    assert response.status_code == 400
    assert "그런 자리는 없어요." in response.text
    assert 'hx-swap-oob="beforeend"' in response.text


def test_without_htmx_a_refusal_is_the_room_page_with_the_reason(room, wim, browser_of):
    response = browser_of(wim).post(reverse("rooms:take_seat", args=[room.code]), {"seat": "0"})
    assert response.status_code == 409
    assert "방금 다른 사람이 그 자리에 앉았어요." in response.text
    assert 'data-stage="waiting"' in response.text
