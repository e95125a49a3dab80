"""Coming into a room with a nickname only, and what guests may not: be host of a room, by any door."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Attempt, User
from accounts.services import make_guest
from accounts.throttle import ADDRESS_LIMITS
from game.models import Action, Seat
from game.words import DEPARTED
from rooms import services
from rooms.errors import GuestsCannotHost
from rooms.lobby import recent_matches
from rooms.models import Membership, Room
from tests.rooms.conftest import at_once, old_match

PASSWORD = "correct horse 7"


def page(room):
    return reverse("rooms:invitation", args=[room.token])


def page_of(room):
    return reverse("rooms:room", args=[room.code])


def come_in(room, name, browser=None, **headers):
    browser = browser or Client(headers={"accept-language": "en"} | headers)
    return browser, browser.post(page(room), {"door": "guest", "display_name": name})


@pytest.fixture
def jiwoo(room):
    """A guest in seat 4 of the room, and a browser in which only that guest can be."""
    browser, response = come_in(room, "지우")
    assert response.status_code == 302
    user = User.objects.get(display_name="지우")
    user.browser = browser
    return user


# ── coming in ──


def test_a_nickname_alone_leads_to_a_seat(room):
    browser, response = come_in(room, " 지우 ")
    assert response["location"] == page_of(room)
    guest = User.objects.get(display_name="지우")
    assert (guest.is_guest, guest.has_usable_password(), guest.email) == (True, False, None)
    assert guest.is_staff is guest.is_superuser is False
    guest.full_clean()  # the username keeps the rules of usernames
    assert Membership.objects.get(room=room, user=guest).seat == 4
    assert browser.get(page_of(room)).status_code == 200
    assert not browser.session.get_expire_at_browser_close()
    assert browser.session.get_expiry_age() > 80 * 24 * 3600


def test_the_page_offers_it_first_and_the_other_doors_beside_it(room):
    text = Client(headers={"accept-language": "ko"}).get(page(room)).text
    assert "별명만 쓰고 들어가기" in text
    places = [text.index(f'name="door" value="{door}"') for door in ("guest", "signup", "login")]
    assert places == sorted(places)


def test_somebody_logged_in_is_offered_no_second_name(room, xan, browser_of):
    text = browser_of(xan).get(page(room)).text
    assert 'value="guest"' not in text
    browser_of(xan).post(page(room), {"door": "guest", "display_name": "지우"})
    assert not User.objects.filter(is_guest=True).exists()
    assert Membership.objects.filter(room=room, user=xan).exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please fill this in."),
        ("지", "Nicknames are 2–8 characters. This one has 1."),
        ("가나다라마바사아자", "This one has 9."),
        ("\u202e지우", "Use only letters"),
        ("지\u200b우", "Use only letters"),
        ("<img src=x onerror=alert(1)>", "Use only letters"),
        ("지우\x00", "characters we cannot store"),
        ("게일", "That nickname is taken."),
    ],
)
def test_a_refused_name_is_said_beside_the_field_and_kept(room, name, sentence):
    browser, response = come_in(room, name)
    assert response.status_code == 422
    assert sentence in response.text[response.text.index('id="id_display_name_error"') :]
    assert response.context["form"]["display_name"].value() == name
    assert "<img src=x" not in response.text
    assert not User.objects.filter(is_guest=True).exists()
    assert "_auth_user_id" not in browser.session
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    ("taken", "wished", "suggested"),
    [
        (["지우"], "지우", "지우2"),
        (["지우", "지우2"], "지우", "지우3"),
        (["지우2"], "지우2", "지우3"),
        (["가나다라마바사아"], "가나다라마바사아", "가나다라마바사2"),
        (["Xanadu"], "xANADU", "xANADU2"),
        (["2024"], "2024", "20242"),
        (["지우 나"], "지우 나", "지우 나2"),
        (["가나다라마바 아"], "가나다라마바 아", "가나다라마바2"),
    ],
)
def test_a_taken_name_gets_a_free_one_suggested_and_nothing_happens_silently(room, taken, wished, suggested):
    for name in taken:
        User.objects.create_user(f"user{len(User.objects.all())}", name, PASSWORD)
    browser, response = come_in(room, wished)
    assert response.status_code == 422
    assert response.context["form"].suggestion == suggested
    assert f'name="display_name" value="{suggested}"' in response.text
    assert f"Come in as “<bdi>{suggested}</bdi>”" in response.text
    assert not User.objects.filter(is_guest=True).exists()
    assert come_in(room, suggested, browser)[1].status_code == 302
    assert User.objects.get(is_guest=True).display_name == suggested


def test_a_name_of_which_every_variant_is_taken_gets_no_suggestion(room):
    User.objects.bulk_create(
        User(username=f"user{n}", display_name=f"지우{n}", display_key=f"지우{n}") for n in range(2, 100)
    )
    User.objects.create_user("user1", "지우", PASSWORD)
    _, response = come_in(room, "지우")
    assert (response.status_code, response.context["form"].suggestion) == (422, "")


@pytest.mark.django_db(transaction=True)
def test_two_browsers_that_want_one_name_at_once_one_gets_it_and_one_a_suggestion(room):
    responses = at_once(*[lambda: come_in(room, "지우")[1]] * 2)
    assert sorted(response.status_code for response in responses) == [302, 422]
    (refused,) = [response for response in responses if response.status_code == 422]
    assert "지우2" in refused.text
    assert User.objects.filter(is_guest=True).count() == 1
    assert Membership.objects.filter(room=room, user__is_guest=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_guests_at_once_into_the_last_seat_one_sits_and_one_watches(room, gale):
    for _ in range(3):
        services.add_bot(user=gale, code=room.code)
    names = ["하나", "두리"]
    responses = at_once(*[lambda name=name: come_in(room, name)[1] for name in names])
    assert [response.status_code for response in responses] == [302, 302]
    seats = Membership.objects.filter(user__display_name__in=names).values_list("seat", flat=True)
    assert set(seats) == {7, None}


def test_a_full_room_makes_no_guest_and_logs_nobody_in(room, gale):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    room.spectators_allowed = False
    room.save()
    browser, response = come_in(room, "지우")
    assert response.status_code == 409
    assert "All seats are taken." in response.text
    assert 'value="지우"' in response.text
    assert not User.objects.filter(is_guest=True).exists()
    assert "_auth_user_id" not in browser.session
    assert not Attempt.objects.exists()


def test_a_crash_on_the_way_leaves_no_guest_behind(room, monkeypatch):
    from rooms import guests

    def fail(request, user):
        raise RuntimeError("the session store is away")

    monkeypatch.setattr(guests, "enter", fail)
    with pytest.raises(RuntimeError):
        come_in(room, "지우")
    assert not User.objects.filter(is_guest=True).exists()
    assert Membership.objects.filter(room=room, user__isnull=False).count() == 3


def test_during_a_match_a_guest_watches(room, gale):
    services.start_match(user=gale, code=room.code)
    browser, _ = come_in(room, "지우")
    assert Membership.objects.get(user__display_name="지우").seat is None
    assert 'data-me=""' in browser.get(page_of(room)).text


def test_a_closed_room_and_an_unknown_link_are_no_pages(room):
    room.closed_at = timezone.now()
    room.save()
    assert come_in(room, "지우")[1].status_code == 404
    assert Client().post(f"/j/{'x' * 32}/", {"door": "guest", "display_name": "지우"}).status_code == 404
    assert not User.objects.filter(is_guest=True).exists()


def test_a_form_from_elsewhere_makes_no_guest(room):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(page(room), {"door": "guest", "display_name": "지우"}).status_code == 403
    assert not User.objects.filter(is_guest=True).exists()


def test_looking_makes_no_guest(room):
    Client().get(page(room), {"door": "guest", "display_name": "지우"})
    assert not User.objects.filter(is_guest=True).exists()


def test_an_address_that_makes_too_many_guests_has_to_wait(room):
    limit = ADDRESS_LIMITS[Attempt.Door.SIGNUP].count
    Attempt.objects.bulk_create(
        Attempt(door=Attempt.Door.SIGNUP, account=str(n), address="127.0.0.1", at=timezone.now())
        for n in range(limit)
    )
    _, response = come_in(room, "지우")
    assert response.status_code == 429
    assert int(response["retry-after"]) > 0
    assert 'value="지우"' in response.text
    assert "Too many tries." in response.text
    assert not User.objects.filter(is_guest=True).exists()
    Attempt.objects.update(at=timezone.now() - timedelta(hours=2))
    assert come_in(room, "지우")[1].status_code == 302


def test_a_planted_session_key_is_worth_nothing_afterwards(room):
    browser = Client()
    browser.get(page(room))
    session = browser.session
    session["planted"] = True
    session.save()
    browser.cookies["sessionid"] = planted = session.session_key
    come_in(room, "지우", browser)
    assert browser.session.session_key != planted
    assert not Session.objects.filter(session_key=planted).exists()
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert thief.get(page_of(room))["location"].startswith(reverse("accounts:login"))


@pytest.mark.parametrize(
    ("accepts", "language"), [("ko-KR,en;q=0.5", "ko"), ("fr,en-GB", "en"), ("fr", "ko")]
)
def test_a_guest_is_spoken_to_as_the_browser_asks(room, accepts, language):
    browser, _ = come_in(room, "지우", **{"accept-language": accepts})
    assert User.objects.get(is_guest=True).language == language
    assert f'<html lang="{language}"' in browser.get(page_of(room)).text


def test_a_wish_for_another_door_is_forgotten(room):
    browser = Client()
    browser.post(page(room), {"door": "signup"})
    come_in(room, "지우", browser)
    assert "rooms.wish" not in browser.session


def test_the_page_of_an_address_makes_no_guests(room, client):
    for address in (page_of(room), reverse("rooms:join")):
        response = client.post(address, {"door": "guest", "display_name": "지우", "code": room.code})
        assert response.status_code in {302, 405}
    assert client.get(page_of(room))["location"].startswith(reverse("accounts:login"))
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_comes_back_without_being_asked(room, jiwoo):
    assert jiwoo.browser.get(page(room))["location"] == page_of(room)
    assert come_in(room, "두리", jiwoo.browser)[1]["location"] == page_of(room)
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_guest_joins_another_room_by_the_same_button_as_everybody(room, jiwoo, xan):
    other = services.create_room(host=xan, name="옆방")
    assert "Join" in jiwoo.browser.get(page(other)).text
    jiwoo.browser.post(page(other))
    assert Membership.objects.filter(room=other, user=jiwoo).exists()


# ── no host, by any door ──


def test_a_guest_makes_no_room(room, jiwoo):
    response = jiwoo.browser.get(reverse("rooms:new"), follow=True)
    assert response.redirect_chain == [("/accounts/register/?next=%2Frooms%2Fnew%2F", 302)]
    assert "Guests cannot host a room before they sign up." in response.text
    response = jiwoo.browser.post(reverse("rooms:new"), {"name": "내 방"})
    assert response.status_code == 403
    assert "Guests cannot host a room before they sign up." in response.text
    assert f'href="{reverse("accounts:register")}"' in response.text
    assert Room.objects.count() == 1


def test_a_guest_starts_no_practice(room, jiwoo):
    response = jiwoo.browser.post(reverse("rooms:quick"))
    assert response.status_code == 403
    assert "Guests cannot host a room before they sign up." in response.text
    assert f'href="{reverse("accounts:register")}"' in response.text
    assert Room.objects.count() == 1


def test_the_services_refuse_a_guest_too(jiwoo):
    with pytest.raises(GuestsCannotHost):
        services.create_room(host=jiwoo, name="내 방")
    with pytest.raises(GuestsCannotHost):
        services.quick_start(user=jiwoo, name="연습")


def test_no_room_is_handed_to_a_guest(room, gale, jiwoo):
    member = Membership.objects.get(room=room, user=jiwoo)
    with pytest.raises(GuestsCannotHost):
        services.hand_over(user=gale, code=room.code, member=member.pk)
    assert Room.objects.get().host == gale


def test_a_host_who_leaves_hands_over_past_a_guest(gale, wim):
    room = services.create_room(host=gale, name="방")
    come_in(room, "지우")
    services.join_room(user=wim, code=room.code)
    services.leave_room(user=gale, code=room.code)
    assert Room.objects.get().host == wim


@pytest.fixture
def orphaned(room, gale, pia, wim, jiwoo):
    """The room, after everybody but the guest has left."""
    for user in (pia, wim, gale):
        services.leave_room(user=user, code=room.code)
    room.refresh_from_db()
    return room


def test_a_room_of_guests_alone_stays_open_and_has_no_present_host(orphaned, jiwoo, gale):
    assert (orphaned.closed_at, orphaned.host) == (None, gale)
    text = jiwoo.browser.get(page_of(orphaned)).text
    assert "is-host" not in text
    assert orphaned.name in text


def test_guests_alone_may_start_the_next_match(orphaned, jiwoo):
    services.join_room(user=make_guest(display_name="두리", language="ko"), token=orphaned.token)
    services.join_room(user=make_guest(display_name="세미", language="ko"), token=orphaned.token)
    Membership.objects.filter(user=jiwoo).update(present_until=timezone.now() + timedelta(seconds=30))
    match = services.start_match(user=jiwoo, code=orphaned.code)
    assert Seat.objects.filter(match=match, user=jiwoo).exists()


def test_the_next_registered_person_takes_a_room_of_guests_over(orphaned, xan, gale):
    services.join_room(user=make_guest(display_name="두리", language="ko"), token=orphaned.token)
    assert Room.objects.get().host == gale
    services.join_room(user=xan, token=orphaned.token)
    assert Room.objects.get().host == xan


def test_an_old_host_who_comes_back_before_that_is_host_again(orphaned, gale, xan):
    services.join_room(user=gale, token=orphaned.token)
    services.join_room(user=xan, token=orphaned.token)
    assert Room.objects.get().host == gale


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_registers_takes_a_room_of_guests_over(orphaned, jiwoo):
    jiwoo.browser.post(
        reverse("accounts:register"), {"display_name": "지우", "username": "jiwoo", "password": PASSWORD}
    )
    assert Room.objects.get().host == jiwoo
    assert "is-host" in jiwoo.browser.get(page_of(orphaned)).text


def test_the_last_guest_closes_the_room(orphaned, jiwoo):
    services.leave_room(user=jiwoo, code=orphaned.code)
    assert Room.objects.get().closed_at is not None


def test_rooms_left_to_guests_do_not_use_up_a_hosts_rooms(orphaned, gale, monkeypatch):
    from rooms.services import lifetime

    monkeypatch.setattr(lifetime, "ROOMS_A_HOST", 1)
    services.create_room(host=gale, name="새 방")


# ── the lobby ──


def test_the_lobby_shows_a_guest_the_rooms_and_the_way_to_an_account_but_nothing_to_make(room, jiwoo):
    text = jiwoo.browser.get(reverse("rooms:lobby")).text
    assert room.name in text
    assert "Sign up and keep all this" in text
    assert reverse("rooms:new") not in text
    assert reverse("rooms:quick") not in text
    assert "You have finished a game!" not in text


def test_the_lobby_of_a_guest_without_rooms_offers_none(room, jiwoo):
    services.leave_room(user=jiwoo, code=room.code)
    text = jiwoo.browser.get(reverse("rooms:lobby")).text
    assert "No rooms yet" in text
    assert "Open an invite link, and the room shows up here." in text
    assert reverse("rooms:new") not in text


def test_after_a_finished_match_the_lobby_says_what_would_be_kept(room, gale, jiwoo):
    old_match(room, [gale, jiwoo], [1, 0, 2, 3])
    text = jiwoo.browser.get(reverse("rooms:lobby")).text
    assert "You have finished a game! Sign up, and its record stays yours." in text


def test_the_lobby_of_others_says_nothing_of_it(room, gale, browser_of):
    text = browser_of(gale).get(reverse("rooms:lobby")).text
    assert reverse("accounts:register") not in text
    assert reverse("rooms:new") in text


# ── what stays, what goes ──


def test_registering_keeps_seats_memberships_and_matches(room, gale, jiwoo):
    old_match(room, [gale, jiwoo], [1, 0, 2, 3])
    running = services.start_match(user=gale, code=room.code)
    seat = Seat.objects.get(match=running, user=jiwoo).index
    response = jiwoo.browser.post(
        reverse("accounts:register"),
        {"display_name": "지우", "username": "jiwoo", "password": PASSWORD, "next": page_of(room)},
    )
    assert response["location"] == page_of(room)
    account = User.objects.get(username="jiwoo")
    assert (account.pk, account.is_guest) == (jiwoo.pk, False)
    assert Membership.objects.get(room=room, user=account).seat == seat
    assert Seat.objects.get(match=running, user=account).index == seat
    assert [line.place for line in recent_matches(account)] == [1]
    assert f'data-me="{seat}"' in jiwoo.browser.get(page_of(room)).text
    elsewhere = Client()
    elsewhere.post(reverse("accounts:login"), {"account": "jiwoo", "password": PASSWORD})
    assert elsewhere.get(page_of(room)).status_code == 200
    assert elsewhere.post(reverse("rooms:new"), {"name": "내 방"}).status_code == 302


@pytest.mark.usefixtures("writing")
def test_logging_out_leaves_the_rooms_and_autoplay_takes_the_seat(room, gale, jiwoo):
    match = services.start_match(user=gale, code=room.code)
    seat = Seat.objects.get(match=match, user=jiwoo).index
    jiwoo.browser.post(reverse("accounts:logout"), {"sure": "1"})
    assert not Membership.objects.filter(user=jiwoo).exists()
    action = Action.objects.get(match=match)
    assert (action.type, action.seat, action.payload) == ("autoplay", seat, {"on": True})


@pytest.mark.usefixtures("writing")
def test_removing_an_unused_guest_keeps_matches_and_frees_seat_and_name(room, gale, jiwoo, changes, capsys):
    finished = old_match(room, [gale, jiwoo], [1, 0, 2, 3])
    running = services.start_match(user=gale, code=room.code)
    User.objects.filter(pk=jiwoo.pk).update(last_seen=timezone.now() - timedelta(days=31))
    changes.clear()
    call_command("remove_unused_guests")
    assert capsys.readouterr().out == "Removed 1 guest not seen for 30 days; 0 guests left.\n"
    assert not User.objects.filter(is_guest=True).exists()
    assert not Membership.objects.filter(room=room, seat=4).exists()
    for match in (finished, running):
        assert Seat.objects.get(match=match, name=DEPARTED).user is None
    assert Action.objects.get(match=running).type == "autoplay"
    assert changes == [room.code]
    jiwoo.browser.get("/")
    assert jiwoo.browser.get(page_of(room))["location"].startswith(reverse("accounts:login"))
    # The nickname is free again, for whoever comes next.
    assert come_in(room, "지우")[1].status_code == 302


@pytest.mark.usefixtures("writing")
def test_removing_the_last_guest_closes_the_room(orphaned, jiwoo):
    User.objects.filter(pk=jiwoo.pk).update(last_seen=timezone.now() - timedelta(days=31))
    call_command("remove_unused_guests", verbosity=0)
    assert Room.objects.get().closed_at is not None


# ── the people of a room ──


@pytest.mark.parametrize("where", ["rooms:room", "rooms:people"])
def test_a_host_sees_who_is_a_guest_and_is_not_offered_to_hand_over_to_one(
    room, gale, pia, jiwoo, browser_of, where
):
    seated = Membership.objects.get(room=room, user=jiwoo).pk
    text = browser_of(gale).get(reverse(where, args=[room.code])).text
    assert text.count("손님 · ") == 1
    handing = [part for part in text.split("<form") if reverse("rooms:hand_over", args=[room.code]) in part]
    assert len(handing) == 2, "to Pia and Wim"
    assert not any(f'value="{seated}"' in part for part in handing)


def test_a_guest_handed_a_room_by_a_form_from_before_is_refused_in_words(room, gale, jiwoo, browser_of):
    seated = Membership.objects.get(room=room, user=jiwoo).pk
    response = browser_of(gale).post(reverse("rooms:hand_over", args=[room.code]), {"member": seated})
    assert response.status_code == 403
    assert "손님은 가입해야 방장이 될 수 있어요." in response.text
    assert Room.objects.get().host == gale
