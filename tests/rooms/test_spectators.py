"""Whether people without a seat may watch: the host's choice, enforced where they join and where they look."""

import pytest

from rooms import services
from rooms.errors import MatchRunning, NotTheHost, NoWatching, RoomFull
from rooms.models import Room
from rooms.snapshot import snapshot
from tests.rooms.conftest import finish
from tests.rooms.test_options import FORM


@pytest.fixture
def closed_doors(room, gale):
    """Gale's room, where nobody may watch."""
    services.set_options(user=gale, code=room.code, options={}, spectators=False)
    return room


def test_the_switch_is_the_hosts_and_rests_during_a_match(room, gale, pia, browser_of):
    with pytest.raises(NotTheHost):
        services.set_options(user=pia, code=room.code, options={}, spectators=False)
    browser = browser_of(gale)
    browser.post(f"/r/{room.code}/options/", FORM)
    assert not Room.objects.get().spectators_allowed
    browser.post(f"/r/{room.code}/options/", {**FORM, "spectators": "on"})
    assert Room.objects.get().spectators_allowed
    services.start_match(user=gale, code=room.code)
    with pytest.raises(MatchRunning):
        services.set_options(user=gale, code=room.code, options={}, spectators=False)


def test_saying_nothing_of_it_changes_nothing(closed_doors, gale):
    services.set_options(user=gale, code=closed_doors.code, options={"rounds": 5})
    assert not Room.objects.get().spectators_allowed


def test_everybody_reads_how_it_stands(closed_doors, gale, pia, browser_of):
    assert 'id="o-spectators" name="spectators" aria-describedby="help-spectators">' in (
        browser_of(gale).get(f"/r/{closed_doors.code}/").text
    )
    assert "<dt>구경 허용</dt><dd><b>끔</b>" in browser_of(pia).get(f"/r/{closed_doors.code}/").text


def test_joining_is_refused_for_the_reason_that_it_has(closed_doors, gale, xan, browser_of):
    services.start_match(user=gale, code=closed_doors.code)
    with pytest.raises(NoWatching):
        services.join_room(user=xan, code=closed_doors.code)
    response = browser_of(xan).post(f"/j/{closed_doors.token}/")
    assert response.status_code == 409
    assert "A game is running and this room has no spectators." in response.text
    finish(Room.objects.get().match, [0, 1, 2, 3])
    for _ in range(4):
        services.add_bot(user=gale, code=closed_doors.code)
    with pytest.raises(RoomFull):
        services.join_room(user=xan, code=closed_doors.code)


def test_a_member_without_a_seat_reads_a_sentence_instead_of_the_table(
    closed_doors, gale, pia, wim, browser_of
):
    """Whoever sits sees the table; whoever does not stays a member, and sees the result when it is over."""
    match = services.start_match(user=gale, code=closed_doors.code)
    page = browser_of(wim).get(f"/r/{closed_doors.code}/").text
    assert 'data-stage="behind"' in page
    assert "이 방은 구경할 수 없어요." in page
    for secret in (match.public_id, 'id="seats"', 'id="hand"'):
        assert secret not in page
    assert 'data-stage="table"' in browser_of(pia).get(f"/r/{closed_doors.code}/").text
    finish(match, [0, 1, 2, 3])
    assert 'data-stage="table"' in browser_of(wim).get(f"/r/{closed_doors.code}/").text


def test_not_even_a_host_without_a_seat_watches_there(closed_doors, gale, wim):
    services.leave_seat(user=gale, code=closed_doors.code)
    services.take_seat(user=wim, code=closed_doors.code, seat=0)
    match = services.start_match(user=gale, code=closed_doors.code)
    seen = snapshot(closed_doors.code)
    assert seen.match_for(gale.pk) is None
    assert seen.match_for(None) is None
    assert seen.match_for(wim.pk) == match.public_id


def test_where_watching_is_allowed_everybody_sees_the_table(room, gale, wim):
    match = services.start_match(user=gale, code=room.code)
    assert snapshot(room.code).match_for(wim.pk) == match.public_id
