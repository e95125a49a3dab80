"""State and actions as JSON, and back."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import Action, AskPause, Autoplay, ConfirmHand, Next, Pass, Play, Resume, ReturnTax
from game.engine.cards import DECK, card_ids
from game.engine.codec import decode_action, decode_match, encode_action, encode_match

from .walks import walks

card_sets = st.integers(1, DECK)
actions = st.one_of(
    st.builds(ConfirmHand, st.booleans()),
    st.builds(ReturnTax, card_sets),
    st.builds(Play, card_sets),
    st.just(Pass()),
    st.just(Next()),
    st.builds(Autoplay, st.booleans()),
    st.builds(AskPause, st.integers(0, 8)),
    st.builds(Resume, st.integers(0, 8)),
)


@given(walks(steps=1500))
def test_a_state_survives_being_written_and_read(played):
    match = played.match
    assert decode_match(encode_match(match)) == match
    json.loads(encode_match(match))


def test_a_state_that_cannot_be_read_is_an_error():
    with pytest.raises(msgspec.DecodeError):
        decode_match(b"{}")


@given(actions)
def test_an_action_survives_being_written_and_read(action: Action):
    kind, payload = encode_action(action)
    assert decode_action(kind, json.loads(json.dumps(payload))) == action


def test_an_action_names_its_cards_in_card_order_and_reads_them_in_any():
    kind, payload = encode_action(Play(0b1011))
    assert (kind, payload) == ("play", {"cardIds": ["01-01", "02-01", "03-01"]})
    assert decode_action("play", {"cardIds": payload["cardIds"][::-1]}) == Play(0b1011)


def test_a_declaration_is_off_unless_given():
    assert decode_action("confirmHand", {}) == ConfirmHand(False)
    assert decode_action("confirmHand", {"declareRevolution": True, "x": 1}) == ConfirmHand(True)


@pytest.mark.rule("10-duplicate-cards")
def test_a_card_named_twice_is_remembered_for_the_rules_to_refuse():
    assert decode_action("play", {"cardIds": ["01-01", "01-01"]}) == Play(1, repeated=True)
    assert decode_action("returnTax", {"cardIds": card_ids(DECK)}) == ReturnTax(DECK)
