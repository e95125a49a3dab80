"""Names and notices are user text: whatever they contain, they stay text."""

import msgspec

from game.rendering import SeatInfo, ack, public_fragments, stage, toast
from game.view import view_json
from tests.rendering.markup import only, read, text_of
from tests.rendering.scenes import NAMES, table_for

EVIL = "<img src=x onerror=alert(1)>"
QUOTES = "\"'><b>&amp;{n}%s"


def hostile_table(match, name):
    players = match.setup.players
    return table_for(
        match,
        seats=tuple(SeatInfo(name, None) for _ in range(players)),
        room_name=name,
    )


def test_s70_a_name_is_inert_on_every_screen(scenes):
    for scene in scenes.values():
        for name in (EVIL, QUOTES):
            table = hostile_table(scene.match, name)
            for html in (
                stage(scene.public, scene.own, table, "ko"),
                "".join(public_fragments(scene.public, table, public_events(scene), "en").values()),
            ):
                root = read(html)
                assert not root.find(tag="img")
                assert not any("onerror" in element.attributes for element in root.walk())
                assert name in text_of(root)


def test_s70_a_name_is_a_string_of_the_json_view(scenes):
    for name in (EVIL, QUOTES, "\u202e\u2028\x00{{7*7}}"):
        for scene in scenes.values():
            view = view_json(scene.public, scene.own, hostile_table(scene.match, name))
            read_again = msgspec.json.decode(msgspec.json.encode(view))
            assert {seat["name"] for seat in read_again["seats"]} == {name}


def public_events(scene):
    from game.engine.events import events_for

    return events_for(scene.events, None)


def test_names_are_isolated_from_the_direction_of_the_line(scenes):
    scene = scenes["follow"]
    shared = public_fragments(scene.public, table_for(scene.match), public_events(scene), "ko")
    for key in ("seats", "pile", "status"):
        isolated = {text_of(element) for element in only(shared[key]).find(tag="bdi")}
        assert isolated and isolated <= set(NAMES)


def test_a_name_with_braces_is_no_template(scenes):
    scene = scenes["wait"]
    table = hostile_table(scene.match, "{n} {name} {0}")
    html = public_fragments(scene.public, table, public_events(scene), "ko")
    assert "{n} {name} {0}" in text_of(only(html["status"]))


def test_a_toast_and_an_answer_escape_what_a_client_sent():
    item = only(toast(EVIL, "bad", "ko"))
    assert not item.find(tag="img") and EVIL in text_of(item)
    answer = only(ack('"><script>', accepted=False, version=3, code="malformed"))
    assert answer.attributes["data-id"] == '"><script>'
    assert answer.attributes["data-result"] == "rejected"
