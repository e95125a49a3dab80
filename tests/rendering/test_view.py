"""The JSON view: the protocol's names, and ids for nobody but their owner."""

import json

import msgspec

from game.engine.cards import card_ids
from game.engine.observation import observe_public, observe_seat
from game.view import view_json
from tests.rendering.scenes import steps, table_for

TOP = [
    "match",
    "room",
    "status",
    "cutReason",
    "options",
    "round",
    "rounds",
    "phase",
    "seats",
    "order",
    "draws",
    "revolution",
    "revolutionBy",
    "taxes",
    "history",
    "trick",
    "current",
    "decision",
    "deadline",
    "pause",
    "endWish",
    "results",
    "ranking",
    "commitment",
    "head",
    "seed",
    "me",
]
SEAT = [
    "seat",
    "name",
    "bot",
    "standing",
    "cards",
    "passed",
    "lockedOut",
    "out",
    "total",
    "confirmed",
    "autoplay",
    "slow",
]


def view_of(match, seat):
    own = None if seat is None else observe_seat(match, seat)
    return view_json(observe_public(match), own, table_for(match))


def test_a_view_has_the_fields_of_the_protocol_in_every_phase():
    seen = set()
    for match, _events in steps(5, seed=2):
        view = view_of(match, 0)
        seen.add(view["phase"])
        assert set(view) == set(TOP)
        assert all(set(SEAT) <= set(line) for line in view["seats"])
        json.dumps(view)
    assert seen == {"revolutionCheck", "taxReturn", "playing", "roundOver", "finished"}


def test_a_player_reads_the_own_hand_and_what_may_be_played(scenes):
    scene = scenes["follow"]
    me = view_of(scene.match, scene.viewer)["me"]
    assert me["hand"] == card_ids(scene.match.hands[scene.viewer])
    assert me["owes"] == {"kind": "play", "count": 0}
    assert me["legal"] == [msgspec.to_builtins(played) for played in scene.own.legal]


def test_somebody_who_watches_has_no_part_of_their_own(scenes):
    view = view_of(scenes["follow"].match, None)
    assert view["me"] is None
    assert "13-0" not in json.dumps(view)


def test_a_trick_lists_all_its_sets_and_the_one_on_top(scenes):
    scene = scenes["follow"]
    trick = view_of(scene.match, None)["trick"]
    turns = scene.public.history[-1].turns
    assert [line["seat"] for line in trick["sets"]] == [turn.seat for turn in turns if turn.set]
    assert trick["top"] == trick["sets"][-1]
    assert set(trick["top"]) == {"seat", "rank", "count", "jesters"}


def test_before_a_lead_the_trick_is_empty_and_names_its_leader(scenes):
    scene = scenes["lead"]
    trick = view_of(scene.match, None)["trick"]
    assert trick == {"leader": scene.public.current, "top": None, "sets": []}


def test_the_seed_is_told_only_after_the_end(scenes):
    assert view_of(scenes["follow"].match, 0)["seed"] is None
    end = view_of(scenes["final"].match, 0)
    assert end["seed"] == scenes["final"].match.setup.seed.hex()
    assert [line["rank"] for line in sorted(end["ranking"], key=lambda line: line["rank"])] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
