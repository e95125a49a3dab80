"""What a member sends to friends: the link, its QR code, the code; and making old links useless."""

import re

import pytest
from django.urls import reverse

from rooms import services
from rooms.errors import NoSuchRoom, NotAMember, NotTheHost
from rooms.links import qr_svg
from rooms.models import Room
from rooms.rendering import waiting_stage
from rooms.snapshot import snapshot


def invite_panel(text):
    return text[
        text.index('<section id="invite"') : text.index("</section>", text.index('<section id="invite"'))
    ]


def test_the_panel_has_the_whole_link_its_qr_code_and_the_code(room, pia, browser_of):
    page = browser_of(pia).get(reverse("rooms:room", args=[room.code])).text
    link = f"http://testserver/j/{room.token}/"
    panel = invite_panel(page)
    assert f'id="link" readonly value="{link}"' in panel
    assert qr_svg(link) in panel
    assert f'translate="no">{room.code}</b>' in panel
    assert 'role="img" aria-label="초대 링크 QR 코드"' in panel


def test_behind_a_proxy_the_public_address_counts(room, pia, browser_of, settings):
    settings.PUBLIC_URL = "https://cards.example/"
    panel = invite_panel(browser_of(pia).get(reverse("rooms:room", args=[room.code])).text)
    assert qr_svg(f"https://cards.example/j/{room.token}/") in panel


def test_a_qr_code_is_one_drawing_that_any_content_policy_allows_and_is_made_once():
    drawing = qr_svg("http://testserver/j/x/")
    assert re.fullmatch(
        r'<svg viewBox="0 0 (\d+) \1"><path stroke="#000" d="[Mhvlmz0-9. -]+"/></svg>', drawing
    )
    assert qr_svg("http://testserver/j/x/") is drawing
    assert qr_svg("http://testserver/j/y/") != drawing


def test_where_the_site_is_unknown_there_is_no_wrong_picture(room, pia):
    panel = invite_panel(waiting_stage(snapshot(room.code), pia.pk, "ko"))
    assert "<svg viewBox" not in panel
    assert f'value="/j/{room.token}/"' in panel


def test_an_old_link_is_dead_at_once_and_members_stay(room, gale, xan, browser_of):
    old, members = room.token, list(room.memberships.values_list("pk", "seat"))
    new = services.renew_token(user=gale, code=room.code).token
    assert new != old
    assert list(room.memberships.values_list("pk", "seat")) == members
    with pytest.raises(NoSuchRoom):
        services.join_room(user=xan, token=old)
    browser = browser_of(xan)
    assert browser.get(reverse("rooms:invitation", args=[old])).status_code == 404
    assert browser.post(reverse("rooms:invitation", args=[old])).status_code == 404
    assert browser.post(reverse("rooms:invitation", args=[new])).status_code == 302


def test_only_the_host_makes_a_new_link(room, pia, xan, browser_of):
    for user, error in ((pia, NotTheHost), (xan, NotAMember)):
        with pytest.raises(error):
            services.renew_token(user=user, code=room.code)
    assert Room.objects.get().token == room.token
    assert reverse("rooms:renew_link", args=[room.code]) not in browser_of(pia).get(f"/r/{room.code}/").text


def test_the_button_shows_the_new_link(room, gale, browser_of):
    answer = browser_of(gale, htmx=True).post(reverse("rooms:renew_link", args=[room.code]))
    token = Room.objects.get().token
    assert token != room.token
    assert qr_svg(f"http://testserver/j/{token}/") in invite_panel(answer.text)


def test_s10_a_member_is_never_asked_again_not_even_after_a_new_link(room, gale, pia, browser_of):
    browser, seat = browser_of(pia), room.memberships.get(user=pia).seat
    response = browser.get(reverse("rooms:invitation", args=[room.token]))
    assert response["location"] == reverse("rooms:room", args=[room.code])
    new = services.renew_token(user=gale, code=room.code).token
    assert browser.get(reverse("rooms:room", args=[room.code])).status_code == 200
    assert browser.get(reverse("rooms:invitation", args=[new]))["location"] == f"/r/{room.code}/"
    assert browser.post(reverse("rooms:join"), {"code": room.code})["location"] == f"/r/{room.code}/"
    assert room.memberships.get(user=pia).seat == seat
