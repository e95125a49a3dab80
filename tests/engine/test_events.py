"""Events: public ones, private ones, their JSON."""

import json
import typing

import pytest
from hypothesis import given

from game.engine import events as module
from game.engine.actions import ConfirmHand
from game.engine.cards import CardSet, card_ids
from game.engine.events import (
    Event,
    GiftMoved,
    MatchEnded,
    MatchOpened,
    Passed,
    PublicEvent,
    RoundDealt,
    SetPlayed,
    TaxTaken,
    TributeMoved,
    event_dict,
    events_for,
    owners,
)
from game.engine.notation import parse_set
from game.engine.options import Options
from game.engine.rules import open_match

from .positions import SEED, answer_all, dealt, do
from .walks import walks


@pytest.mark.rule("8-copies")
@pytest.mark.rule("8-tax-cards")
def test_no_public_event_has_room_for_a_card():
    for kind in typing.get_args(PublicEvent):
        for name, hint in typing.get_type_hints(kind).items():
            assert name not in ("cards", "card_ids", "hand")
            assert "CardSet" not in str(hint)
    assert {kind for kind in typing.get_args(Event) if "cards" in kind.__struct_fields__} == {
        TributeMoved,
        GiftMoved,
    }
    assert CardSet is int  # so names have to tell, and they do


def test_every_event_of_the_module_belongs_to_the_union():
    structs = [value for value in vars(module).values() if hasattr(value, "__struct_config__")]
    kinds = {kind for kind in structs if kind.__module__ == module.__name__}
    assert kinds == set(typing.get_args(Event))


@pytest.mark.rule("8-tax-cards")
def test_a_private_event_reaches_its_two_owners_and_nobody_else():
    tribute, taken = TributeMoved(3, 0, 0b110), TaxTaken(3, 0, 2)
    assert owners(tribute) == (3, 0)
    assert owners(taken) is None
    for seat, seen in [(0, (taken, tribute)), (3, (taken, tribute)), (1, (taken,)), (None, (taken,))]:
        assert events_for((taken, tribute), seat) == seen


@given(walks(steps=200))
def test_what_a_spectator_gets_is_what_every_seat_gets_at_least(played):
    for step in played.steps:
        public = events_for(step.events, None)
        for seat in range(played.opening.players):
            own = events_for(step.events, seat)
            assert [event for event in own if owners(event) is None] == list(public)
            assert all(owners(event) is None or seat in owners(event) for event in own)


def test_the_json_of_events():
    assert event_dict(Passed(2)) == {"type": "passed", "seat": 2}
    assert event_dict(SetPlayed(1, parse_set("2x7+J"), 4)) == {
        "type": "setPlayed",
        "seat": 1,
        "set": {"rank": 7, "count": 3, "jesters": 1},
        "left": 4,
    }
    assert event_dict(TributeMoved(3, 0, 0b110)) == {
        "type": "tributeMoved",
        "payer": 3,
        "receiver": 0,
        "cardIds": ["02-01", "02-02"],
    }
    assert event_dict(GiftMoved(3, 0, 1))["type"] == "giftMoved"


@given(walks())
def test_every_event_is_plain_json_with_its_type(played):
    for step in played.steps:
        for event in step.events:
            fields = event_dict(event)
            assert json.loads(json.dumps(fields)).keys() == fields.keys()
            assert fields["type"] == type(event).__name__[0].lower() + type(event).__name__[1:]


def test_a_match_opens_with_its_commitment_and_a_dealt_round():
    step = open_match(players=4, options=Options(), seed=SEED, at=0)
    assert step.events == (MatchOpened(4, step.match.setup.commitment), RoundDealt(1, step.match.round.order))


@given(walks(steps=3000))
def test_a_match_that_ends_says_so_last_and_once(played):
    ends = [event for step in played.steps for event in step.events if isinstance(event, MatchEnded)]
    finished = played.match.phase.__class__.__name__ == "Finished"
    assert len(ends) == finished
    if finished:
        assert played.steps[-1].events[-1] == ends[0]


@pytest.mark.rule("8-tax-cards")
def test_the_events_of_a_tax_name_the_very_cards_that_moved():
    match = dealt("9 9", "8 8", "4 7", "5 6 6")
    for seat in range(3):
        match = do(match, seat, ConfirmHand()).match
    step = do(match, 3, ConfirmHand())
    moved = [event for event in step.events if isinstance(event, TributeMoved)]
    assert [card_ids(event.cards) for event in moved] == [["05-01", "06-01"], ["04-01"]]
    assert step.match == answer_all(match, ConfirmHand())
