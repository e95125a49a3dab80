"""Who starts when the host is away: nobody waits for one person."""

from datetime import timedelta

import pytest
from django.utils import timezone

from rooms import services
from rooms.deputy import ABSENCE, deputy_of
from rooms.errors import NotTheHost
from rooms.models import Membership, Room
from rooms.presence import renew_presence
from rooms.rendering import room_markers, waiting_fragments
from rooms.snapshot import snapshot
from tests.rooms.conftest import finish


def been_away(room, user, seconds):
    Membership.objects.filter(room=room, user=user).update(
        present_until=timezone.now() - timedelta(seconds=seconds)
    )


@pytest.fixture
def away(room, gale, pia, wim):
    """Gale went three minutes ago; Wim came before Pia, and both are here."""
    been_away(room, gale, 180)
    for user, days in ((wim, 9), (pia, 2)):
        renew_presence(code=room.code, user_id=user.pk)
        Membership.objects.filter(user=user).update(joined_at=timezone.now() - timedelta(days=days))
    return room


def test_s66_when_the_host_is_away_the_longest_standing_present_member_may_start(away, gale, pia, wim):
    assert snapshot(away.code).deputy_id == wim.pk
    with pytest.raises(NotTheHost):
        services.start_match(user=pia, code=away.code)
    match = services.start_match(user=wim, code=away.code)
    # The host is back, and what was started stays started.
    renew_presence(code=away.code, user_id=gale.pk)
    assert Room.objects.get().match == match
    assert Room.objects.get().host == gale
    finish(match, [0, 1, 2, 3])
    with pytest.raises(NotTheHost):
        services.start_match(user=wim, code=away.code)
    been_away(away, gale, 121)
    assert services.start_match(user=wim, code=away.code) != match


def test_a_deputy_goes_on_to_the_waiting_room_but_changes_nothing_else(away, gale, wim):
    finish(services.start_match(user=gale, code=away.code), [0, 1, 2, 3])
    services.clear_table(user=wim, code=away.code)
    pia_number = away.memberships.get(seat=1).pk
    for refused in (
        lambda: services.add_bot(user=wim, code=away.code),
        lambda: services.remove_bot(user=wim, code=away.code, seat=2),
        lambda: services.set_options(user=wim, code=away.code, options={}),
        lambda: services.rename_room(user=wim, code=away.code, name="x"),
        lambda: services.renew_token(user=wim, code=away.code),
        lambda: services.swap_seats(user=wim, code=away.code, seat=0, other=1),
        lambda: services.kick(user=wim, code=away.code, member=pia_number),
        lambda: services.hand_over(user=wim, code=away.code, member=pia_number),
        lambda: services.close_room(user=wim, code=away.code),
    ):
        with pytest.raises(NotTheHost):
            refused()


def test_it_takes_two_minutes(room, gale, pia):
    now, people = timezone.now(), list(room.memberships.order_by("joined_at", "pk"))
    host, player = (next(p for p in people if p.user_id == user.pk) for user in (gale, pia))
    player.present_until = now + timedelta(seconds=1)
    for ago, deputy in (
        (-timedelta(seconds=30), None),
        (timedelta(0), None),
        (ABSENCE - timedelta(milliseconds=1), None),
        (ABSENCE, pia.pk),
    ):
        host.present_until = now - ago
        assert deputy_of(gale.pk, people, now) == deputy
    player.present_until = now  # away themselves
    assert deputy_of(gale.pk, people, now) is None


def test_a_host_who_never_came_counts_from_the_joining(room, gale, pia):
    renew_presence(code=room.code, user_id=pia.pk)
    assert snapshot(room.code).deputy_id is None
    Membership.objects.filter(user=gale).update(joined_at=timezone.now() - timedelta(minutes=3))
    assert snapshot(room.code).deputy_id == pia.pk


def test_the_page_shows_the_button_to_whoever_may_and_says_whom_the_others_wait_for(away, gale, pia, wim):
    seen = snapshot(away.code)
    deputy, player, host = ("".join(waiting_fragments(seen, user.pk, "ko")) for user in (wim, pia, gale))
    assert 'id="start"' in deputy and 'id="start"' in host
    assert "방장이 자리를 비웠어요. 대신 시작할 수 있어요." in deputy
    assert 'id="start"' not in player
    assert "<bdi>빔</bdi> 님이 시작하기를 기다려요" in player
    assert "/options/" not in deputy and "<details" not in deputy
    assert "is-host" in room_markers(seen, wim.pk, "ko")
    assert "is-guest" in room_markers(seen, pia.pk, "ko")


def test_the_page_of_a_result_lets_the_deputy_play_again(away, gale, pia, wim, browser_of):
    finish(services.start_match(user=gale, code=away.code), [0, 1, 2, 3])
    for user, who in ((wim, "is-host"), (pia, "is-guest"), (gale, "is-host")):
        assert f'<data id="host" class="{who}' in browser_of(user).get(f"/r/{away.code}/").text
