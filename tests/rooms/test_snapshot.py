"""What the members of a room know of it, and its two renderings."""

import msgspec
import pytest

from rooms import services
from rooms.errors import NoSuchRoom, TooFewPlayers
from rooms.presence import renew_presence
from rooms.rendering import FRAGMENTS, error_toast, waiting_fragments, waiting_stage
from rooms.snapshot import room_json, snapshot, snapshots
from tests.rooms.conftest import finish


def test_members_come_by_seat_then_spectators(room, gale, pia, wim):
    seen = snapshot(room.code)
    assert [(m.user_id, m.bot, m.seat) for m in seen.members] == [
        (gale.pk, None, 0),
        (pia.pk, None, 1),
        (None, "easy", 2),
        (None, "easy", 3),
        (wim.pk, None, None),
    ]
    assert (seen.seated, seen.match, seen.playing) == (4, None, False)
    assert seen.member_of(wim.pk).name == "빔"
    assert seen.member_of(0) is None
    assert seen.member_of(None) is None
    assert seen.at_seat(5) is None


def test_bots_are_always_here_and_people_while_their_lease_runs(room, gale):
    assert [m.online for m in snapshot(room.code).members] == [False, False, True, True, False]
    renew_presence(code=room.code, user_id=gale.pk)
    assert [m.online for m in snapshot(room.code).members] == [True, False, True, True, False]


def test_the_match_is_there_while_it_runs_and_after(room, gale):
    match = services.start_match(user=gale, code=room.code)
    assert (snapshot(room.code).match, snapshot(room.code).playing) == (match.public_id, True)
    finish(match, [0, 1, 2, 3])
    assert (snapshot(room.code).match, snapshot(room.code).playing) == (match.public_id, False)


def test_no_room_no_snapshot(gale):
    with pytest.raises(NoSuchRoom):
        snapshot("222222")


def test_rooms_that_are_read_together_are_what_each_is_alone(room, gale, pia, wim, django_assert_num_queries):
    renew_presence(code=room.code, user_id=pia.pk)
    other = services.create_room(host=wim, name="옆방")
    for user in (gale, pia):
        services.join_room(user=user, token=other.token)
    match = services.start_match(user=gale, code=room.code)
    services.add_bot(user=wim, code=other.code)
    services.add_bot(user=wim, code=other.code)
    services.start_match(user=wim, code=other.code)
    with django_assert_num_queries(2):
        together = snapshots([room.code, other.code, "222222"])
    assert together == {code: snapshot(code) for code in (room.code, other.code)}
    assert together[room.code].match == match.public_id


def test_it_takes_few_queries_however_many_are_there(room, gale, django_assert_max_num_queries):
    for _ in range(4):
        services.add_bot(user=gale, code=room.code)
    with django_assert_max_num_queries(3):
        snapshot(room.code)


def test_the_json_is_that_of_the_protocol_and_holds_no_token_and_no_account(room, gale):
    said = room_json(snapshot(room.code))
    names = "code name host options kids orders practice shuffle members match standings"
    assert set(said) == set(names.split())
    assert said["host"] == room.memberships.get(user=gale).pk
    assert set(said["members"][0]) == {"member", "name", "bot", "seat", "ready", "online"}
    text = msgspec.json.encode(said).decode()
    assert room.token not in text
    assert gale.username not in text
    assert "user" not in text


def test_fragments_are_single_elements_with_their_names_as_ids(room, gale):
    pieces = waiting_fragments(snapshot(room.code), gale.pk, "ko")
    assert len(pieces) == len(FRAGMENTS)
    for name, piece in zip(FRAGMENTS, pieces, strict=True):
        assert f'id="{name}"' in piece.lstrip()[:60]
        assert piece.count("hx-swap-oob") == 1


def test_the_page_holds_the_very_fragments_the_socket_sends(room, pia):
    seen = snapshot(room.code)
    stage = waiting_stage(seen, pia.pk, "ko")
    for piece in waiting_fragments(seen, pia.pk, "ko"):
        assert piece.replace(' hx-swap-oob="true"', "").strip() in stage


def test_a_stage_that_replaces_another_is_out_of_band_and_its_parts_are_not(room, pia):
    stage = waiting_stage(snapshot(room.code), pia.pk, "ko", oob=True)
    assert stage.count("hx-swap-oob") == 1
    assert stage.lstrip().startswith('<div id="stage" data-stage="waiting" hx-swap-oob="true">')


def test_each_viewer_reads_their_own_language(room, gale, pia):
    seen = snapshot(room.code)
    assert "4 players will start" in waiting_stage(seen, pia.pk, "en")
    assert "4명이 함께 시작해요" in waiting_stage(seen, gale.pk, "ko")


def test_names_are_text_and_never_markup(room, gale):
    services.rename_room(user=gale, code=room.code, name='"><img src=x>')
    stage = waiting_stage(snapshot(room.code), gale.pk, "ko")
    assert "<img" not in stage
    assert "&lt;img src=x&gt;" in stage


def test_a_refusal_is_a_toast_in_the_viewers_language():
    assert "Need 4 players (now 2)" in error_toast(TooFewPlayers(seated=2), "en")
    assert "4명부터 시작할 수 있어요 (지금 2명)" in error_toast(TooFewPlayers(seated=2), "ko")
