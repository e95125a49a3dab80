"""The small fragments that scripts read: which version a frame shows, and what became of a command."""

from game.rendering import ack, pong, toast, version_marker
from tests.rendering.markup import only, text_of
from tests.rendering.scenes import NOW, table_for


def test_a_frame_ends_with_match_version_and_the_servers_clock(scenes):
    scene = scenes["follow"]
    table = table_for(scene.match)
    at = only(version_marker(scene.public, table))
    assert (at.id, at.attributes["hx-swap-oob"]) == ("at", "true")
    assert at.attributes["data-match"] == table.match
    assert at.attributes["data-version"] == str(scene.public.version)
    assert at.attributes["data-now"] == str(NOW)


def test_an_answer_names_the_command_it_answers():
    accepted = only(ack("abc", accepted=True, version=7))
    assert accepted.id == "ack"
    assert accepted.attributes["data-id"] == "abc"
    assert accepted.attributes["data-result"] == "accepted"
    assert accepted.attributes["data-version"] == "7"
    rejected = only(ack("abc", accepted=False, code="stale_turn"))
    assert (rejected.attributes["data-result"], rejected.attributes["data-code"]) == (
        "rejected",
        "stale_turn",
    )


def test_a_pong_gives_back_the_clients_number_and_the_newest_version():
    there = only(pong(123456789, now=NOW, match="m", version=4)).attributes
    assert (there["data-t"], there["data-now"]) == ("123456789", str(NOW))
    assert (there["data-match"], there["data-version"]) == ("m", "4")
    assert "data-version" not in only(pong(1.5, now=NOW)).attributes


def test_a_toast_is_added_to_those_that_are_there():
    box = only(toast("Pick cards first", "bad", "en"))
    assert (box.id, box.attributes["hx-swap-oob"]) == ("toast", "beforeend")
    assert "Pick cards first" in text_of(box)
    assert box.find(class_="bad")
