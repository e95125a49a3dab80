"""Properties of every reachable state, on random matches with any subset of seats absent."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.actions import ConfirmHand, Next, Origin, Pass, Play, ReturnTax
from game.engine.cards import NUMBERS, card_ids, full_deck, parse_card_id, rank_counts
from game.engine.codec import encode_match
from game.engine.errors import Refusal
from game.engine.notation import format_match
from game.engine.observation import observe_public
from game.engine.rules import apply, deadline, legal_sets, owing, timeout_action, timing_out
from game.engine.sets import cards_for
from game.engine.state import Finished, Match, Playing

from . import naive
from .positions import time_out_to_end
from .walks import Walk, all_states, walks


def some_states(played: Walk, count: int, chance: random.Random) -> list[Match]:
    """A few states of a walk, its last one always."""
    states = list(all_states(played))
    return [*chance.sample(states, min(count, len(states))), played.match]


def accepted(match: Match, seat: int, action: object) -> bool:
    """Whether the rules take the action."""
    try:
        apply(match, seat, action, origin=Origin.PLAYER, at=match.opened_at)  # type: ignore[arg-type]
    except Refusal:
        return False
    return True


@pytest.mark.rule("3-deck")
@pytest.mark.rule("3-small-deck")
@given(walks(steps=1500))
def test_all_cards_are_always_accounted_for(played):
    """In the hands and, by rank, in the sets that everybody saw this round."""
    deck = full_deck(played.opening.options)
    for match in all_states(played):
        held = sum(match.hands)
        assert held & ~deck == 0
        assert held.bit_count() == sum(hand.bit_count() for hand in match.hands), "a card is held twice"
        seen = Counter(dict(enumerate(rank_counts(held))))
        for trick in observe_public(match).history:
            for turn in trick.turns:
                if turn.set is not None:
                    jesters = turn.set.jesters
                    seen[13] += jesters
                    if turn.set.count > jesters:
                        seen[turn.set.rank] += turn.set.count - jesters
        assert tuple(seen[rank] for rank in range(14)) == rank_counts(deck), format_match(match)


@pytest.mark.rule("3-deck")
@given(walks(steps=1500))
def test_a_card_laid_down_never_comes_back_in_its_round(played):
    gone, number = 0, 1
    for step, logged in zip(played.steps[1:], played.log, strict=True):
        if step.match.round.number != number:
            gone, number = 0, step.match.round.number
        if isinstance(logged.action, Play):
            assert not gone & logged.action.cards
            gone |= logged.action.cards
        assert not gone & sum(step.match.hands)


@pytest.mark.rule("5-lead")
@pytest.mark.rule("5-follow")
@given(walks(steps=900), st.integers(0, 2**32))
def test_the_listed_sets_are_those_of_the_second_opinion(played, number):
    for match in some_states(played, 30, random.Random(number)):
        for seat in range(played.opening.players):
            if match.phase != Playing(seat) or match.is_paused:
                assert legal_sets(match, seat) == ()
                continue
            top = match.table.top
            naive_top = None if top is None else naive.Form(top.rank, top.count, top.jesters)
            listed = [
                naive.Form(option.rank, option.count, option.jesters) for option in legal_sets(match, seat)
            ]
            assert listed == naive.legal(card_ids(match.hands[seat]), naive_top)


@pytest.mark.rule("5-follow")
@pytest.mark.rule("5-mixed")
@given(walks(steps=900), st.integers(0, 2**32))
def test_every_listed_set_is_accepted_and_every_other_choice_of_cards_refused(played, number):
    chance = random.Random(number)
    for match in some_states(played, 5, chance):
        if not isinstance(match.phase, Playing) or match.is_paused:
            continue
        seat, top = match.phase.current, match.table.top
        hand = card_ids(match.hands[seat])
        naive_top = None if top is None else naive.Form(top.rank, top.count, top.jesters)
        for option in legal_sets(match, seat):
            assert accepted(match, seat, Play(cards_for(match.hands[seat], option)))
        if len(hand) <= 8:
            choices = list(naive.subsets(hand))
        else:
            choices = [tuple(chance.sample(hand, chance.randint(0, len(hand)))) for _ in range(100)]
            choices += [tuple(chance.sample(hand, chance.randint(1, 3))) for _ in range(200)]
        for choice in choices:
            cards = sum(parse_card_id(name) for name in choice)
            assert accepted(match, seat, Play(cards)) == naive.fits(choice, naive_top)
        strange = chance.choice(card_ids(NUMBERS & ~match.hands[seat]))
        assert not accepted(match, seat, Play(parse_card_id(strange)))
        assert accepted(match, seat, Pass()) == (top is not None)


@pytest.mark.rule("7-reaches-end")
@given(walks(steps=1500))
def test_every_state_asks_exactly_one_question_or_has_ended(played):
    """Whoever owes can answer (their deadline can, too); nobody else can; and there is a deadline."""
    for match in list(all_states(played))[::7]:
        asked = timing_out(match)
        assert len(set(asked)) == len(asked)
        if isinstance(match.phase, Finished):
            assert asked == ()
            assert deadline(match) is None
            continue
        assert asked
        assert deadline(match) is not None
        for seat in range(played.opening.players):
            own = timeout_action(match, seat) if seat in asked else None
            assert (own is not None) == (seat in asked)
            if own is not None:
                assert accepted(match, seat, own)
            else:
                for action in (
                    ConfirmHand(),
                    ReturnTax(match.hands[seat]),
                    Play(match.hands[seat]),
                    Pass(),
                    Next(),
                ):
                    assert not accepted(match, seat, action)


@pytest.mark.rule("7-reaches-end")
@given(walks(steps=1500))
def test_from_every_state_a_match_left_alone_reaches_its_end(played):
    ended = time_out_to_end(played.match)
    assert isinstance(ended.phase, Finished)
    assert len(ended.results) == played.opening.options.rounds


@given(walks(steps=700), st.integers(0, 2**32))
def test_an_action_never_changes_its_input_taken_or_refused(played, number):
    chance = random.Random(number)
    for match in some_states(played, 8, chance):
        before = encode_match(match)
        actions = [ConfirmHand(), ConfirmHand(True), ReturnTax(1), Play(1 << 50), Pass(), Next()]
        for seat in range(played.opening.players):
            if seat in owing(match):
                actions.append(timeout_action(match, seat))
            for action in actions:
                accepted(match, seat, action)
                assert encode_match(match) == before


@given(walks(steps=1500))
def test_versions_count_actions_and_decisions_count_questions(played):
    for before, after, logged in zip(played.steps[:-1], played.steps[1:], played.log, strict=True):
        old, new = before.match, after.match
        assert new.version == old.version + 1 == logged.version
        assert new.decision - old.decision in (0, 1)
        asked_anew = new.decision != old.decision
        if not asked_anew:
            assert type(new.phase) is type(old.phase)
            if new.is_paused == old.is_paused:
                assert new.opened_at == old.opened_at
                assert set(owing(new)) <= set(owing(old))
        else:
            assert new.opened_at == logged.at
