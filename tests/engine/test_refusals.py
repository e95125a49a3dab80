"""Every code of a refusal, the order of checks, and that a refused action changes nothing."""

import re
from pathlib import Path

import pytest

from game.engine import errors
from game.engine.actions import AskPause, Autoplay, ConfirmHand, Next, Origin, Pass, Play, Resume, ReturnTax
from game.engine.codec import decode_action, encode_match
from game.engine.errors import Refusal
from game.engine.options import Options
from game.engine.rules import apply, owing

from .positions import answer_all, dealt, do, fresh, lay, pass_all, play, playing, time_out_to_end

ACTIONS = (ConfirmHand(), ReturnTax(1), Play(1), Pass(), Next())


def refused(match, seat, action, **more):
    """The code and parameters of a refusal that leaves the match as it was."""
    before = encode_match(match)
    with pytest.raises(Refusal) as caught:
        apply(match, seat, action, origin=Origin.PLAYER, at=99, **more)
    assert encode_match(match) == before
    return caught.value.code, caught.value.params


def round_over():
    return lay(playing("4", "9 9", "-", "-", out={2: 1, 3: 2}), 0, "1x4")


def test_every_refusal_has_its_own_code_and_they_are_all_known():
    subclasses = Refusal.__subclasses__()
    assert len({kind.code for kind in subclasses}) == len(subclasses)
    assert {kind.code for kind in subclasses} == {
        "not_your_turn",
        "paused",
        "not_paused",
        "wrong_phase",
        "stale_turn",
        "not_in_hand",
        "duplicate_cards",
        "empty_set",
        "mixed_ranks",
        "count_mismatch",
        "rank_too_high",
        "must_lead",
        "locked_out",
        "already_confirmed",
        "needs_both_jesters",
        "wrong_tax_count",
        "no_tax_owed",
        "match_over",
        "malformed",
    }


def test_the_tree_in_the_module_names_every_refusal():
    assert errors.__doc__ is not None
    drawn = set(re.findall(r"[├└]── (\w+)", errors.__doc__))
    assert drawn == {kind.__name__ for kind in Refusal.__subclasses__()}


def test_the_rules_page_has_every_code():
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
    for kind in Refusal.__subclasses__():
        assert f"| **10-{kind.code.replace('_', '-')}** | `{kind.code}` |" in page


def test_a_refusal_can_be_printed():
    assert str(errors.CountMismatch(count=3)) == "count_mismatch count=3"


@pytest.mark.rule("10-malformed")
@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("bet", {}),
        ("", {}),
        ("play", {}),
        ("play", {"cardIds": None}),
        ("play", {"cardIds": "07-01"}),
        ("play", {"cardIds": ["07-08"]}),
        ("play", {"cardIds": [7]}),
        ("returnTax", {"cardIds": {}}),
        ("confirmHand", {"declareRevolution": 1}),
        ("confirmHand", {"declareRevolution": None}),
        ("autoplay", {}),
        ("autoplay", {"on": "yes"}),
        ("pause", {}),
        ("pause", {"needed": True}),
        ("resume", {"needed": "1"}),
    ],
)
def test_what_is_no_action_is_malformed(kind, payload):
    with pytest.raises(errors.Malformed) as caught:
        decode_action(kind, payload)
    assert (caught.value.code, caught.value.params) == ("malformed", {})


@pytest.mark.rule("10-match-over")
@pytest.mark.parametrize("action", [*ACTIONS, Autoplay(True), AskPause(1), Resume(1)])
def test_nothing_can_be_done_after_the_end(action):
    assert refused(time_out_to_end(fresh()), 0, action) == ("match_over", {})


@pytest.mark.rule("10-stale-turn")
def test_an_answer_to_another_question_is_stale():
    match = playing("9 9", "8 8", "7 7", "6 6")
    for other in (match.decision - 1, match.decision + 1, 0, -1):
        assert refused(match, 0, play(match, 0, "1x9"), decision=other) == ("stale_turn", {})
    step = apply(match, 0, play(match, 0, "1x9"), origin=Origin.PLAYER, at=0, decision=match.decision)
    assert step.match.version == match.version + 1


@pytest.mark.rule("10-stale-turn")
def test_the_same_action_twice_is_stale_the_second_time():
    match = playing("9 9", "8 8", "7 7", "6 6")
    action = play(match, 0, "1x9")
    after = apply(match, 0, action, origin=Origin.PLAYER, at=0, decision=match.decision).match
    assert refused(after, 0, action, decision=match.decision) == ("stale_turn", {})


@pytest.mark.rule("7-autoplay")
def test_autoplay_is_never_stale():
    match = fresh()
    step = apply(match, 0, Autoplay(True), origin=Origin.PLAYER, at=0, decision=match.decision + 7)
    assert step.match.attendance.autoplay[0]


@pytest.mark.rule("10-wrong-phase")
@pytest.mark.parametrize(
    ("match", "allowed"),
    [
        (fresh(), ConfirmHand),
        (answer_all(fresh(), ConfirmHand()), ReturnTax),
        (playing("9 9", "8 8", "7 7", "6 6"), (Play, Pass)),
        (round_over(), Next),
    ],
)
def test_every_phase_refuses_what_belongs_to_another(match, allowed):
    for action in ACTIONS:
        if not isinstance(action, allowed):
            for seat in range(4):
                assert refused(match, seat, action) == ("wrong_phase", {})


@pytest.mark.rule("10-not-your-turn")
def test_only_the_seat_whose_turn_it_is_may_act():
    match = playing("9 9", "8 8", "-", "6 6", top="1x10", by=3, out={2: 1})
    for seat in (1, 2, 3):
        assert refused(match, seat, Pass()) == ("not_your_turn", {})
        assert refused(match, seat, Play(match.hands[seat])) == ("not_your_turn", {})


@pytest.mark.rule("10-locked-out")
def test_a_locked_out_seat_is_told_why():
    hands = ("5 9", "1 4", "2 10", "3 11")
    match = playing(*hands, current=1, top="1x12", by=0, options=Options(pass_locks_out=True))
    assert refused(pass_all(match, 1), 1, Pass()) == ("locked_out", {})


@pytest.mark.rule("10-must-lead")
def test_a_lead_cannot_be_passed():
    assert refused(playing("9 9", "8 8", "7 7", "6 6"), 0, Pass()) == ("must_lead", {})


@pytest.mark.rule("10-already-confirmed")
def test_confirming_and_pressing_next_are_done_once():
    match = do(fresh(), 2, ConfirmHand()).match
    assert refused(match, 2, ConfirmHand()) == ("already_confirmed", {})
    assert refused(match, 2, ConfirmHand(True)) == ("already_confirmed", {})
    over = do(round_over(), 1, Next()).match
    assert refused(over, 1, Next()) == ("already_confirmed", {})


@pytest.mark.rule("10-needs-both-jesters")
def test_a_revolution_needs_both_jesters():
    match = dealt("1 J", "2 J", "3 3", "4 4")
    assert [refused(match, seat, ConfirmHand(True)) for seat in range(4)] == [("needs_both_jesters", {})] * 4


@pytest.mark.rule("10-no-tax-owed")
@pytest.mark.rule("10-wrong-tax-count")
def test_a_gift_is_owed_by_two_seats_and_has_its_number_of_cards():
    match = answer_all(dealt("9 9 10", "8 8", "4 7", "5 6 6"), ConfirmHand())
    assert refused(match, 3, ReturnTax(match.hands[3])) == ("no_tax_owed", {})
    assert refused(match, 0, ReturnTax(match.hands[0])) == ("wrong_tax_count", {"count": 2})
    assert refused(match, 1, ReturnTax(match.hands[1])) == ("wrong_tax_count", {"count": 1})


@pytest.mark.rule("10-empty-set")
def test_a_set_has_cards():
    assert refused(playing("9 9", "8", "7", "6"), 0, Play(0)) == ("empty_set", {})


@pytest.mark.rule("10-duplicate-cards")
@pytest.mark.parametrize("kind", ["play", "returnTax"])
def test_a_card_is_named_once(kind):
    twice = decode_action(kind, {"cardIds": ["09-01", "09-01"]})
    match = (
        playing("9 9", "8", "7", "6")
        if kind == "play"
        else answer_all(dealt("9 9", "8", "7", "6 6"), ConfirmHand())
    )
    assert refused(match, 0, twice) == ("duplicate_cards", {})


@pytest.mark.rule("10-mixed-ranks")
def test_ranks_are_not_mixed():
    match = playing("8 9 J", "7", "6", "5")
    assert refused(match, 0, Play(match.hands[0])) == ("mixed_ranks", {})


@pytest.mark.rule("10-count-mismatch")
@pytest.mark.rule("10-rank-too-high")
def test_a_follow_is_told_how_many_and_below_what():
    match = playing("3 3 9 9 10 10", "7", "6", "5", top="2x9", by=3)
    assert refused(match, 0, play(match, 0, "1x3")) == ("count_mismatch", {"count": 2})
    assert refused(match, 0, play(match, 0, "2x9")) == ("rank_too_high", {"below": 9})


@pytest.mark.rule("7-check-order")
def test_the_first_check_that_fails_names_the_refusal():
    """Every action here breaks the rule under test and all later ones."""
    over = time_out_to_end(fresh())
    match = playing("3 9 9 10 10", "1 7 8", "6", "5", top="2x9", by=3)
    foreign, mixed = match.hands[1], match.hands[0]
    three = [Play(cards) for cards in (foreign, mixed)]
    steps = [
        (over, 0, ConfirmHand(True), over.decision + 1, "match_over"),
        (match, 1, Next(), match.decision + 1, "stale_turn"),
        (match, 1, ReturnTax(0, repeated=True), match.decision, "wrong_phase"),
        (match, 1, Play(0, repeated=True), match.decision, "not_your_turn"),
        (match, 0, Play(0, repeated=True), match.decision, "empty_set"),
        (match, 0, Play(foreign, repeated=True), match.decision, "duplicate_cards"),
        (match, 0, three[0], match.decision, "not_in_hand"),
        (match, 0, three[1], match.decision, "mixed_ranks"),
        (match, 0, play(match, 0, "1x10"), match.decision, "count_mismatch"),
        (match, 0, play(match, 0, "2x10"), match.decision, "rank_too_high"),
    ]
    for state, seat, action, decision, code in steps:
        assert refused(state, seat, action, decision=decision)[0] == code


def test_a_seat_that_does_not_exist_is_a_fault_of_the_caller():
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="no seat"):
            do(fresh(), seat, ConfirmHand())


def test_a_refusal_does_not_tell_what_anybody_holds():
    """The same refused action against two deals of the unseen cards gets the same answer."""
    left = playing("9 9", "8 8", "7 7", "6 6")
    right = playing("9 9", "1 2", "3 12", "J J")
    for action in (Play(left.hands[1] | 1), Pass(), ConfirmHand(True), ReturnTax(1), Next()):
        assert refused(left, 0, action) == refused(right, 0, action)
    assert owing(left) == owing(right)
