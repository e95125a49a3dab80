"""What a host does about people: sending away, banning, handing over, closing."""

import pytest
from django.urls import reverse

from game.engine.actions import Origin
from game.models import Action
from game.store import load
from rooms import services
from rooms.errors import Banned, HostStays, NoSuchRoom, NotAMember, NotTheHost, PersonGone
from rooms.models import Ban, Room
from tests.rooms.conftest import finish, seats_of

POWERS = (services.kick, services.ban, services.hand_over)


def number_of(room, user):
    return room.memberships.get(user=user).pk


def autoplay_of(match):
    return list(Action.objects.filter(match=match, type="autoplay").values_list("seat", "payload", "origin"))


@pytest.mark.parametrize("power", POWERS)
def test_only_the_host_has_powers_and_only_over_people_of_the_room(room, gale, pia, wim, xan, power):
    for user, error in ((pia, NotTheHost), (wim, NotTheHost), (xan, NotAMember)):
        with pytest.raises(error):
            power(user=user, code=room.code, member=number_of(room, wim))
    elsewhere = services.create_room(host=xan, name="옆방")
    bot = room.memberships.get(seat=2).pk
    for member in (0, -1, bot, number_of(elsewhere, xan)):
        with pytest.raises(PersonGone):
            power(user=gale, code=room.code, member=member)
    assert Room.objects.get(pk=room.pk).host == gale
    assert room.memberships.count() == 5


@pytest.mark.parametrize("power", [services.kick, services.ban])
def test_the_host_cannot_be_sent_away(room, gale, power):
    with pytest.raises(HostStays):
        power(user=gale, code=room.code, member=number_of(room, gale))


def test_somebody_sent_away_has_no_room_any_more_but_may_join_again(room, gale, pia, browser_of):
    assert services.kick(user=gale, code=room.code, member=number_of(room, pia)) == pia
    assert 1 not in seats_of(room)
    assert browser_of(pia).get(reverse("rooms:room", args=[room.code])).status_code == 404
    assert services.join_room(user=pia, code=room.code).seat == 1


def test_s67_a_ban_is_for_this_room_only_and_can_be_taken_back(room, gale, pia, xan, browser_of):
    services.ban(user=gale, code=room.code, member=number_of(room, pia))
    for where in ({"code": room.code}, {"token": room.token}):
        with pytest.raises(Banned):
            services.join_room(user=pia, **where)
    for url, form in ((reverse("rooms:join"), {"code": room.code}), (f"/j/{room.token}/", {})):
        response = browser_of(pia).post(url, form)
        assert response.status_code == 403
        assert "방장이 차단해서 이 방에 들어갈 수 없어요." in response.text
    elsewhere = services.create_room(host=xan, name="옆방")
    assert services.join_room(user=pia, code=elsewhere.code).seat == 1
    ban = Ban.objects.get()
    for user, error in ((xan, NotAMember), (pia, NotAMember)):
        with pytest.raises(error):
            services.unban(user=user, code=room.code, ban=ban.pk)
    services.unban(user=xan, code=elsewhere.code, ban=ban.pk)  # another room's ban is none of theirs
    assert Ban.objects.exists()
    for _ in range(2):
        services.unban(user=gale, code=room.code, ban=ban.pk)
    assert services.join_room(user=pia, code=room.code).seat == 1


@pytest.mark.usefixtures("writing")
def test_during_a_match_autoplay_takes_the_seat_until_the_person_joins_again(room, gale, pia):
    match = services.start_match(user=gale, code=room.code)
    services.kick(user=gale, code=room.code, member=number_of(room, pia))
    assert autoplay_of(match) == [(1, {"on": True}, Origin.ADMIN)]
    assert load(match.pk).state.attendance.autoplay[1]
    assert services.join_room(user=pia, token=room.token).seat == 1
    assert not load(match.pk).state.attendance.autoplay[1]


@pytest.mark.usefixtures("writing")
def test_s11_in_a_full_room_a_seat_owner_always_gets_back_in_and_no_watcher_takes_the_place(
    room, gale, pia, wim, xan, ada, browser_of
):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    assert services.join_room(user=ada, code=room.code).seat is None
    assert browser_of(pia).get(f"/j/{room.token}/")["location"] == f"/r/{room.code}/"
    services.start_match(user=gale, code=room.code)
    services.leave_room(user=pia, code=room.code)
    assert (
        services.join_room(user=xan, code=room.code).seat is None
    )  # the only free seat is not free for others
    Room.objects.update(spectators_allowed=False)
    assert services.join_room(user=pia, token=room.token).seat == 1
    for watcher in (wim, xan, ada):
        assert room.memberships.get(user=watcher).seat is None


def test_handing_over_makes_another_member_the_host_and_no_second_one(room, gale, pia):
    assert services.hand_over(user=gale, code=room.code, member=number_of(room, pia)) == pia
    assert Room.objects.get().host == pia
    with pytest.raises(NotTheHost):
        services.hand_over(user=gale, code=room.code, member=number_of(room, gale))
    services.kick(user=pia, code=room.code, member=number_of(room, gale))
    assert not room.memberships.filter(user=gale).exists()


def test_a_closed_room_is_closed_for_everybody(room, gale, pia, xan, browser_of):
    for user, error in ((pia, NotTheHost), (xan, NotAMember)):
        with pytest.raises(error):
            services.close_room(user=user, code=room.code)
    services.close_room(user=gale, code=room.code)
    for where in ({"code": room.code}, {"token": room.token}):
        with pytest.raises(NoSuchRoom):
            services.join_room(user=pia, **where)
    assert browser_of(pia).get(f"/r/{room.code}/").status_code == 404
    assert room.name not in browser_of(pia).get("/").text
    with pytest.raises(NoSuchRoom):
        services.close_room(user=gale, code=room.code)


@pytest.mark.usefixtures("writing")
def test_a_match_of_a_closed_room_is_left_to_autoplay(room, gale):
    match = services.start_match(user=gale, code=room.code)
    services.close_room(user=gale, code=room.code)
    assert sorted(seat for seat, _, _ in autoplay_of(match)) == [0, 1]
    assert all(load(match.pk).state.attendance.autoplay[seat] for seat in (0, 1))


# ── the pages ──


def test_the_waiting_room_has_a_menu_for_everybody_but_the_host(room, gale, pia, wim, browser_of):
    host = browser_of(gale).get(f"/r/{room.code}/").text
    for user in (pia, wim):
        number = number_of(room, user)
        for button in ("kick", "ban", "host"):
            assert f'id="{button}-{number}"' in host
    assert f'id="kick-{number_of(room, gale)}"' not in host
    assert f'id="open-{number_of(room, gale)}"' in host, "a host moves too"
    player = browser_of(pia).get(f"/r/{room.code}/").text
    assert "<details" not in player[player.index('id="members"') : player.index('id="options"')]


@pytest.mark.parametrize("action", ["kick", "ban"])
def test_the_menu_answers_with_the_room_without_them(room, gale, wim, browser_of, action):
    number = number_of(room, wim)
    answer = browser_of(gale, htmx=True).post(f"/r/{room.code}/{action}/", {"member": number})
    assert answer.status_code == 200
    assert "빔" not in answer.text
    again = browser_of(gale, htmx=True).post(f"/r/{room.code}/{action}/", {"member": number})
    assert again.status_code == 409
    assert "이제 이 방에 없는 사람이에요." in again.text


def test_the_page_of_the_people_works_during_a_match_and_without_javascript(room, gale, wim, browser_of):
    services.start_match(user=gale, code=room.code)
    browser, url = browser_of(gale), reverse("rooms:people", args=[room.code])
    assert browser.get(f"/r/{room.code.lower()}/people/")["location"] == url
    page = browser.get(url)
    assert "no-store" in page["cache-control"]
    assert "게임으로 돌아가기" in page.text
    form = {"member": number_of(room, wim), "back": "people"}
    response = browser.post(f"/r/{room.code}/ban/", form, follow=True)
    assert response.redirect_chain == [(url, 302)]
    assert "빔 님을 이 방에서 차단했어요." in response.text
    refused = browser.post(f"/r/{room.code}/kick/", form)
    assert refused.status_code == 409
    assert "이제 이 방에 없는 사람이에요." in refused.text
    assert 'id="people-h"' in refused.text
    ban = Ban.objects.get()
    assert f'name="ban" value="{ban.pk}" aria-label="빔 님 차단 풀기"' in refused.text
    response = browser.post(f"/r/{room.code}/unban/", {"ban": ban.pk, "back": "people"}, follow=True)
    assert "차단 풀기" not in response.text
    response = browser.post(
        f"/r/{room.code}/host/",
        {"member": room.memberships.get(seat=1).pk, "back": "people"},
        follow=True,
    )
    assert "이제 피아 님이 방장이에요." in response.text
    assert "/kick/" not in response.text


def test_members_see_who_is_there_and_nothing_to_press(room, gale, pia, wim, browser_of):
    services.ban(user=gale, code=room.code, member=number_of(room, wim))
    text = browser_of(pia).get(f"/r/{room.code}/people/").text
    assert "게일" in text and "피아" in text
    for power in ("kick", "ban", "unban", "host", "close"):
        assert f"/{power}/" not in text
    assert "빔" not in text, "who is banned is the host's business"


def test_closing_leads_to_the_lobby_and_says_so(room, gale, pia, browser_of):
    refused = browser_of(pia).post(f"/r/{room.code}/close/")
    assert refused.status_code == 403
    assert "방장만 할 수 있어요." in refused.text
    response = browser_of(gale).post(f"/r/{room.code}/close/", follow=True)
    assert response.redirect_chain == [("/", 302)]
    assert "‘주말 가족방’ 방을 닫았어요." in response.text
    assert browser_of(gale).post(f"/r/{room.code}/close/").status_code == 404


def test_a_room_closed_after_a_match_keeps_its_record(room, gale):
    finish(services.start_match(user=gale, code=room.code), [0, 1, 2, 3])
    services.close_room(user=gale, code=room.code)
    assert room.room_matches.count() == 1
