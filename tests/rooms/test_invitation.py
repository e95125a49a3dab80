"""The page an invite link leads to."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rooms import services
from rooms.access import match_seat_for
from rooms.models import Membership


def page(room):
    return reverse("rooms:invitation", args=[room.token])


def test_it_says_who_invites_where_and_looking_makes_nobody_a_member(room, xan, browser_of):
    response = browser_of(xan).get(page(room))
    assert response.status_code == 200
    assert "주말 가족방" in response.text
    assert "게일 invites you" in response.text
    assert not Membership.objects.filter(room=room, user=xan).exists()


def test_the_button_makes_a_member(room, xan, browser_of):
    response = browser_of(xan).post(page(room))
    assert response["location"] == reverse("rooms:room", args=[room.code])
    assert Membership.objects.get(room=room, user=xan).seat == 4


def test_a_member_goes_straight_in(room, pia, browser_of):
    assert browser_of(pia).get(page(room))["location"] == reverse("rooms:room", args=[room.code])


FORM = {"username": "newcomer", "display_name": "새싹", "account": "xann", "password": "correct horse 7"}


def come_in(visitor, door, next_page):
    return visitor.post(reverse(f"accounts:{door}"), FORM | {"next": next_page}, follow=True)


@pytest.mark.parametrize("door", ["signup", "login"])
def test_who_comes_in_from_an_invitation_is_at_the_table_at_once(room, xan, door):
    visitor = Client(headers={"accept-language": "en"})
    text = visitor.get(page(room)).text
    assert f'name="door" value="{door}"' in text
    location = visitor.post(page(room), {"door": door})["location"]
    assert location == f"{reverse(f'accounts:{door}')}?next={quote(page(room), safe='')}"
    assert f'name="next" value="{page(room)}"' in visitor.get(location).text
    response = come_in(visitor, door, page(room))
    assert response.redirect_chain[-1] == (reverse("rooms:room", args=[room.code]), 302)
    name = "새싹" if door == "signup" else "Xan"
    assert Membership.objects.get(room=room, user__display_name=name).seat == 4


def test_the_wish_survives_a_change_of_doors_and_a_wrong_password(room, xan):
    visitor = Client()
    visitor.post(page(room), {"door": "signup"})
    assert (
        visitor.post(reverse("accounts:login"), FORM | {"password": "?", "next": page(room)}).status_code
        == 422
    )
    come_in(visitor, "login", page(room))
    assert Membership.objects.filter(room=room, user=xan).exists()


def test_a_link_to_the_door_alone_makes_nobody_a_member(room, xan):
    visitor = Client()
    visitor.get(page(room))
    assert come_in(visitor, "login", page(room)).status_code == 200
    assert not Membership.objects.filter(room=room, user=xan).exists()


@pytest.mark.parametrize("elsewhere", ["", "/", "/r/222222/", "/j/other/"])
def test_a_wish_that_somebody_else_left_in_the_browser_is_not_carried_out(room, xan, elsewhere):
    visitor = Client()
    visitor.post(page(room), {"door": "login"})
    come_in(visitor, "login", elsewhere)
    assert not Membership.objects.filter(room=room, user=xan).exists()
    assert "rooms.wish" not in visitor.session


def test_a_wish_for_a_full_room_is_refused_in_words(room, gale, xan):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    room.spectators_allowed = False
    room.save()
    visitor = Client()
    visitor.post(page(room), {"door": "login"})
    assert "All seats are taken." in come_in(visitor, "login", page(room)).text
    assert not Membership.objects.filter(room=room, user=xan).exists()


def test_a_wish_for_a_room_that_has_closed_still_lets_one_in_at_the_door(room, xan):
    visitor = Client()
    visitor.post(page(room), {"door": "login"})
    room.closed_at = timezone.now()
    room.save()
    assert come_in(visitor, "login", page(room)).status_code == 404
    assert visitor.session["_auth_user_id"] == str(xan.pk)


def test_a_post_without_an_account_joins_nobody(room):
    before = Membership.objects.count()
    assert Client().post(page(room)).status_code == 302
    assert Membership.objects.count() == before


def test_a_post_from_another_site_leaves_no_wish(room):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(page(room), {"door": "login"}).status_code == 403
    assert "rooms.wish" not in strict.session


def test_a_chat_shows_who_invites_where(room):
    text = Client(headers={"accept-language": "en"}).get(page(room)).text
    assert '<meta property="og:title" content="주말 가족방">' in text
    assert '<meta property="og:description" content="게일 invites you">' in text
    assert 'property="og:site_name"' in text
    assert room.code not in text


@pytest.mark.django_db
def test_an_unknown_link_is_no_page(client):
    answer = client.get(reverse("rooms:invitation", args=["x" * 32]))
    assert answer.status_code == 404 and "방장에게 새 링크를 부탁하세요" in answer.content.decode()


def test_a_link_that_was_replaced_gets_the_very_answer_of_an_unknown_one(room, gale, client):
    old = page(room)
    services.renew_token(user=gale, code=room.code)
    answers = [client.get(at) for at in (old, reverse("rooms:invitation", args=["x" * 32]))]
    said = [answer.content.decode().partition("<main")[2].partition("</main>")[0] for answer in answers]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert said[0] == said[1] and "방장에게" in said[0]


def test_the_page_is_neither_kept_nor_indexed_nor_told_to_other_sites(room, xan, browser_of):
    response = browser_of(xan).get(page(room))
    assert "no-store" in response["cache-control"]
    assert response["referrer-policy"] == "same-origin"
    assert "noindex" in response.text


def test_the_page_does_not_show_the_code_to_who_is_no_member(room, xan, browser_of):
    assert room.code not in browser_of(xan).get(page(room)).text


def test_s74_a_shared_link_never_carries_a_seat_right(room, gale, pia, xan, browser_of):
    match = services.start_match(user=gale, code=room.code)
    # Pia's own address, shared by mistake, is no page for Xan; the invite link makes him a spectator.
    assert browser_of(xan).get(reverse("rooms:room", args=[room.code])).status_code == 404
    browser_of(xan).post(page(room))
    assert match_seat_for(xan, match) is None
    assert Membership.objects.get(room=room, user=xan).seat is None
    response = browser_of(xan).get(reverse("rooms:room", args=[room.code]))
    assert 'data-me=""' in response.text
    assert 'class="grp' not in response.text
