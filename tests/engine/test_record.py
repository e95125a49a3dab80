"""Records: exporting a finished match, playing it again, naming the first difference."""

import copy
import json
import random

import pytest
from hypothesis import given

from game.bots import easy
from game.bots.selfplay import match_seed, play
from game.engine.errors import Refusal
from game.engine.options import Options
from game.engine.record import (
    Opening,
    RecordError,
    StillRunning,
    build_record,
    replay,
    replay_record,
    result_of,
)
from game.engine.rules import owing

from .walks import walk, walks

NAMES = (("Gale", None), ("Pia", None), ("Easy 1", "easy"), ("Easy 2", "easy"))


def short_match():
    opening = Opening(4, Options(rounds=1), match_seed("record", 1), at=1000)
    steps = list(play(opening, easy.choose))
    return opening, [logged for logged, _ in steps if logged is not None], steps[-1][1].match


@pytest.fixture(scope="module")
def finished():
    return short_match()


@pytest.fixture
def record(finished):
    opening, log, _ = finished
    return copy.deepcopy(build_record(match="m", room=None, players=NAMES, opening=opening, actions=log))


@pytest.mark.rule("9-same-match")
@given(walks(steps=1500))
def test_the_log_replays_to_the_same_state(played):
    assert replay(played.opening, played.log) == played.match


def test_a_record_is_plain_json_and_replays_to_the_end(record, finished):
    again = json.loads(json.dumps(record))
    assert again == record
    assert replay_record(again) == finished[2]


def test_a_record_has_the_fields_of_the_protocol(record, finished):
    opening, log, match = finished
    assert (record["format"], record["engine"], record["match"], record["room"]) == (1, "1", "m", None)
    assert record["players"][2] == {"seat": 2, "name": "Easy 1", "bot": "easy"}
    assert (record["seed"], record["commitment"]) == (opening.seed.hex(), match.setup.commitment)
    assert [seat for seat, _ in record["draws"][0]] == [0, 1, 2, 3]
    assert record["rounds"][0]["order"] == list(match.round.order)
    hands = record["rounds"][0]["hands"]
    assert sorted(name for hand in hands.values() for name in hand)[-1] == "13-02"
    assert [len(hands[str(seat)]) for seat in range(4)] == [20] * 4
    assert record["actions"][0] == {
        "version": 1,
        "seat": 0,
        "type": "confirmHand",
        "payload": {"declareRevolution": False},
        "origin": "bot",
        "at": 2000,
    }
    assert len(record["actions"]) == len(log) == match.version
    assert record["result"] == result_of(match)


@pytest.mark.parametrize("revolution", [True, False])
def test_the_hands_of_a_record_are_those_before_the_tax(revolution):
    opening = Opening(5, Options(rounds=1, revolution=revolution), match_seed("dealt", 1), at=0)
    steps = list(play(opening, easy.choose))
    log = [logged for logged, _ in steps if logged is not None]
    record = build_record(match="m", room="r", players=[("x", "easy")] * 5, opening=opening, actions=log)
    assert [len(hand) for hand in record["rounds"][0]["hands"].values()] == [16] * 5


def test_a_running_match_has_no_record_and_no_result(finished):
    opening, log, _ = finished
    with pytest.raises(StillRunning):
        build_record(match="m", room=None, players=NAMES, opening=opening, actions=log[:-1])
    with pytest.raises(StillRunning):
        result_of(replay(opening, log[:10]))


def test_an_action_the_engine_refuses_cannot_be_replayed(finished):
    opening, log, _ = finished
    with pytest.raises(Refusal):
        replay(opening, [log[0], *log])


def at(record, path, value):
    """The record with one value changed; `path` is a list of keys."""
    inside = record
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (["result", "ranking", 1, "total"], 99, "result.ranking[1].total"),
        (["result", "rounds", 0, "revolution"], "great", "result.rounds[0].revolution"),
        (["rounds", 0, "order"], [9, 9, 9, 9], "rounds[0].order[0]"),
        (["rounds", 0, "hands", "0", 0], "13-02", "rounds[0].hands.0[0]"),
        (["commitment"], "00", "commitment"),
        (["draws", 0, 0, 1], "xx", "draws[0][0][1]"),
        (["actions", 3, "version"], 7, "actions[3].version"),
        (["actions", 2, "seat"], 0, "actions[2]"),
        (["actions", 2, "seat"], 11, "actions[2]"),
        (["actions", 2, "type"], "bet", "actions[2]"),
        (["actions", -1, "payload"], {"cardIds": []}, "actions[104]"),
        (["format"], 2, "format"),
        (["engine"], "0", "engine"),
        (["seed"], "zz", "seed or players"),
        (["players"], [], "seed or players"),
        (["options", "rounds"], 2, "record"),
        (["actions"], None, "record"),
        (["extra"], 1, "extra"),
    ],
)
def test_the_first_difference_is_named(record, path, value, where):
    if where == "actions[104]":
        where = f"actions[{len(record['actions']) - 1}]"
    with pytest.raises(RecordError) as wrong:
        replay_record(at(record, path, value))
    assert wrong.value.where == where


@pytest.mark.parametrize("key", ["seed", "actions", "players", "options", "result", "draws"])
def test_a_missing_part_is_named(record, key):
    del record[key]
    with pytest.raises(RecordError, match=key):
        replay_record(record)


def test_a_cut_off_record_is_refused(record):
    record["actions"].pop()
    with pytest.raises(RecordError) as wrong:
        replay_record(record)
    assert wrong.value.where == "actions"


def test_a_record_without_the_time_of_opening_is_as_good(record):
    del record["openedAt"]
    assert replay_record(record).version == len(record["actions"])


@given(walks(steps=20))
def test_any_finished_match_makes_a_record_that_replays(played):
    whole = walk(played.opening, random.Random(1), frozenset({0}), 20_000)
    assert owing(whole.match) == ()
    names = [("x", None)] * played.opening.players
    record = build_record(match="m", room=None, players=names, opening=played.opening, actions=whole.log)
    assert replay_record(json.loads(json.dumps(record))) == whole.match
