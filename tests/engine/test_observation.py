"""Observations: what one viewer may know, and that nothing else can be told from it."""

import json
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from game.engine.cards import DECK, bits, card_ids, full_deck
from game.engine.codec import encode_observation
from game.engine.events import event_dict, events_for
from game.engine.observation import (
    Owed,
    PublicObservation,
    SeatObservation,
    observe_public,
    observe_seat,
)
from game.engine.rules import deadline, legal_sets, owing
from game.engine.state import Finished, Match, RevolutionCheck

from .positions import fresh, playing, time_out, time_out_to_end
from .walks import all_states, walks


def unlike(match: Match, viewer: int | None, chance: random.Random) -> Match:
    """Another state that the viewer (None: a spectator) must not be able to tell from this one."""
    own = 0 if viewer is None else match.hands[viewer]
    unseen = [1 << bit for bit in bits(full_deck(match.setup.options) & ~own)]
    chance.shuffle(unseen)
    hands = list(match.hands)
    for seat, hand in enumerate(hands):
        if seat != viewer:
            count = hand.bit_count()
            hands[seat], unseen = sum(unseen[:count]), unseen[count:]
    taxes = tuple(
        tax
        if viewer in (tax.payer, tax.receiver)
        else replace(
            tax, tribute=other_cards(tax.tribute, chance), gift=tax.gift and other_cards(tax.gift, chance)
        )
        for tax in match.round.taxes
    )
    phase = match.phase
    if isinstance(phase, RevolutionCheck) and phase.declared_by != viewer:
        others = [seat for seat, done in enumerate(phase.confirmed) if done and seat != viewer]
        phase = replace(phase, declared_by=chance.choice([None, *others]))
    missed = tuple(chance.randrange(3, 9) if slow else chance.randrange(3) for slow in match.attendance.slow)
    seed = match.setup.seed if isinstance(match.phase, Finished) else chance.randbytes(32)
    drawings = tuple(
        tuple((seat, chance.randrange(80)) for seat, _ in drawing) for drawing in match.setup.drawings
    )
    return replace(
        match,
        hands=tuple(hands),
        round=replace(match.round, taxes=taxes),
        phase=phase,
        attendance=replace(match.attendance, missed=missed),
        setup=replace(match.setup, seed=seed, drawings=drawings),
    )


def other_cards(cards: int, chance: random.Random) -> int:
    """As many cards, other ones perhaps."""
    return sum(1 << bit for bit in chance.sample(range(80), cards.bit_count()))


@pytest.mark.rule("8-same-view")
@pytest.mark.rule("8-own-hand")
@given(walks(steps=1200), st.integers(0, 2**32))
def test_states_that_differ_in_unseen_cards_only_look_the_same_to_the_last_byte(played, number):
    chance = random.Random(number)
    states = list(all_states(played))
    for match in chance.sample(states, min(len(states), 12)):
        for viewer in (None, *range(played.opening.players)):
            other = unlike(match, viewer, chance)
            assert encode_observation(observe_public(match)) == encode_observation(observe_public(other))
            assert owing(match) == owing(other)
            assert deadline(match) == deadline(other)
            if viewer is not None:
                left, right = observe_seat(match, viewer), observe_seat(other, viewer)
                assert encode_observation(left) == encode_observation(right)


@pytest.mark.rule("8-own-hand")
@pytest.mark.rule("8-copies")
@given(walks(steps=800))
def test_the_only_card_ids_a_seat_ever_sees_are_its_own(played):
    for match in list(all_states(played))[::25]:
        assert card_texts(encode_observation(observe_public(match))) == set()
        for seat in range(played.opening.players):
            seen = observe_seat(match, seat)
            own_tax = seen.tax and seen.tax.tribute | (seen.tax.gift or 0)
            allowed = match.hands[seat] | (own_tax or 0)
            assert card_texts(encode_observation(seen)) <= set(card_ids(allowed))


def card_texts(data: bytes) -> set[str]:
    """All card ids in a piece of JSON."""
    text = data.decode()
    return {name for name in card_ids(DECK) if name in text}


@pytest.mark.rule("8-seed")
@given(walks(steps=3000))
def test_the_seed_shows_only_after_the_end_and_its_hash_from_the_beginning(played):
    for match in [*list(all_states(played))[::50], played.match]:
        seen = observe_public(match)
        assert seen.commitment == match.setup.commitment
        finished = isinstance(match.phase, Finished)
        assert seen.seed == (played.opening.seed.hex() if finished else None)
        assert (played.opening.seed.hex().encode() in encode_observation(seen)) == finished


@pytest.mark.rule("8-public")
def test_a_spectator_sees_the_whole_table_without_cards():
    match = playing(
        "5 9 9", "1 4", "-", "3 11", current=3, order=(1, 3, 0, 2), top="2x12+J", by=1, out={2: 1}
    )
    seen = observe_public(match)
    assert asdict(seen) == {
        "options": match.setup.options,
        "players": 4,
        "version": 0,
        "decision": 1,
        "phase": "playing",
        "round": 1,
        "order": (1, 3, 0, 2),
        "counts": (3, 2, 0, 2),
        "passed": (False,) * 4,
        "locked_out": (False,) * 4,
        "out": (None, None, 1, None),
        "totals": (0, 0, 0, 0),
        "confirmed": (False,) * 4,
        "autoplay": (False,) * 4,
        "slow": (False,) * 4,
        "draws": match.setup.draws,
        "revolution": "none",
        "revolution_by": None,
        "taxes": (),
        "history": (match.table.trick,),
        "top": match.table.top,
        "top_by": 1,
        "current": 3,
        "owing": (3,),
        "opened_at": 0,
        "seconds": 20,
        "results": (),
        "ranking": None,
        "commitment": match.setup.commitment,
        "seed": None,
        "pause": None,
    }


@pytest.mark.rule("8-public")
@given(walks())
def test_every_field_of_a_public_observation_has_the_type_it_says(played):
    """The observation is built by position: a swapped pair of fields would show here or above."""
    for match in list(all_states(played))[::20]:
        seen = observe_public(match)
        assert msgspec.convert(msgspec.to_builtins(seen), PublicObservation) == seen
        assert (seen.version, seen.decision, seen.opened_at) == (
            match.version,
            match.decision,
            match.opened_at,
        )
        assert seen.counts == tuple(hand.bit_count() for hand in match.hands)
        assert seen.owing == owing(match)
        if seen.is_paused:
            continue
        assert seen.current == (owing(match)[0] if seen.phase == "playing" else None)
        opened = None if seen.seconds is None else seen.opened_at + 1000 * seen.seconds
        assert opened == deadline(match)
        assert seen.totals == match.totals
        assert seen.results == match.results


@pytest.mark.rule("8-own-hand")
def test_a_seat_observation_has_room_for_one_hand():
    assert SeatObservation.__struct_fields__ == (
        "public",
        "seat",
        "hand",
        "can_declare",
        "owes",
        "legal",
        "must_lead",
        "tax",
    )
    assert not {"hand", "hands", "cards"} & set(PublicObservation.__struct_fields__)


@given(walks())
def test_a_seat_is_told_what_it_owes_and_may_play(played):
    kinds = {"revolutionCheck": "confirm", "taxReturn": "returnTax", "playing": "play", "roundOver": "next"}
    for match in list(all_states(played))[::20]:
        public = observe_public(match)
        for seat in range(played.opening.players):
            seen = observe_seat(match, seat)
            assert seen == observe_seat(match, seat, public)
            assert seen.hand == match.hands[seat]
            assert seen.legal == legal_sets(match, seat)
            assert (seen.owes is None) == (seat not in owing(match))
            if seen.owes is not None:
                assert seen.owes.kind == kinds[public.phase]
                assert seen.owes.count == (
                    sum(t.count for t in public.taxes if t.receiver == seat)
                    if public.phase == "taxReturn"
                    else 0
                )
            may_act = public.current == seat and not public.is_paused
            assert seen.must_lead == (may_act and public.top is None)


def test_nobody_owes_anything_after_the_end():
    match = time_out_to_end(fresh())
    assert [observe_seat(match, seat).owes for seat in range(4)] == [None] * 4


def test_a_seat_that_has_answered_owes_nothing():
    match = fresh()
    assert observe_seat(match, 1).owes == Owed("confirm", 0)
    assert observe_seat(time_out(match), match.round.order[2]).owes is None


@pytest.mark.rule("8-public")
@given(walks(steps=500))
def test_observations_and_events_are_plain_json(played):
    match = played.match
    assert json.loads(encode_observation(observe_public(match)))["version"] == match.version
    seen = json.loads(encode_observation(observe_seat(match, 0)))
    assert seen["hand"] == card_ids(match.hands[0])
    for event in events_for(played.steps[-1].events, 0):
        json.dumps(event_dict(event))
