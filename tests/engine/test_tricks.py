"""Playing: leads, follows, passes, ends of tricks, going out."""

import pytest

from game.engine.actions import Pass, Play
from game.engine.errors import CountMismatch, MustLead, NotInHand, RankTooHigh
from game.engine.events import Passed, SetPlayed, TrickWon, WentOut
from game.engine.history import Trick, Turn
from game.engine.notation import format_set, parse_set
from game.engine.observation import observe_public, observe_seat
from game.engine.rules import legal_sets, owing
from game.engine.sets import PlayedSet
from game.engine.state import Playing

from .positions import do, lay, pass_all, play, playing

FULL = "1 2 2 3x3 4x4 5x5 9x4 12x3 J J"


@pytest.mark.rule("5-lead")
@pytest.mark.parametrize("text", ["1x12", "3x12", "4x9+J", "1x1+2J", "1xJ", "2xJ", "2x5+2J"])
def test_a_lead_is_one_or_more_cards_of_one_rank_jesters_may_join(text):
    match = playing(FULL, "6", "7", "8")
    step = do(match, 0, play(match, 0, text))
    laid = parse_set(text)
    assert step.events == (SetPlayed(0, laid, 24 - laid.count),)
    assert (observe_public(step.match).top, observe_public(step.match).top_by) == (laid, 0)
    assert step.match.phase == Playing(1)


@pytest.mark.rule("5-must-lead")
@pytest.mark.rule("10-must-lead")
def test_a_leader_cannot_pass():
    match = playing(FULL, "6", "7", "8")
    with pytest.raises(MustLead):
        do(match, 0, Pass())
    assert observe_seat(match, 0).must_lead


@pytest.mark.rule("5-follow")
@pytest.mark.parametrize(
    ("follow", "top", "refusal"),
    [
        ("2x4", "2x5", None),
        ("3x4", "3x9", None),
        ("2x4", "3x9", CountMismatch),
        ("3x4", "2x5", CountMismatch),
        ("3x9", "3x9", RankTooHigh),
        ("2x12", "2x9", RankTooHigh),
        ("2x4+J", "3x9", None),
        ("1x1+2J", "3x9", None),
        ("2x4+J", "2x5", CountMismatch),
        ("1x4+J", "2x5", None),
        ("1x4+J", "2x4", RankTooHigh),
        ("1x1", "1xJ", None),
        ("1x12", "1xJ", None),
        ("2x12", "2xJ", None),
        ("1x1", "1x1", RankTooHigh),
    ],
)
def test_a_follow_needs_the_same_count_and_a_lower_rank(follow, top, refusal):
    match = playing(FULL, "6", "7", "8", top=top, by=3)
    listed = parse_set(follow) in legal_sets(match, 0)
    if refusal is None:
        after = lay(match, 0, follow)
        assert observe_public(after).top == parse_set(follow)
        assert listed
        return
    with pytest.raises(refusal) as refused:
        lay(match, 0, follow)
    assert not listed
    wanted = parse_set(top)
    expected = {"count": wanted.count} if refusal is CountMismatch else {"below": wanted.rank}
    assert refused.value.params == expected


@pytest.mark.rule("5-jesters")
@pytest.mark.parametrize(
    ("follow", "top"), [("1xJ", "1x12"), ("1xJ", "1xJ"), ("2xJ", "2x12"), ("2xJ", "2xJ")]
)
def test_jesters_alone_beat_nothing(follow, top):
    match = playing("5 J J", "6", "7", "8", top=top, by=3)
    with pytest.raises(RankTooHigh):
        lay(match, 0, follow)
    assert parse_set(follow) not in legal_sets(match, 0)


@pytest.mark.rule("5-jesters")
def test_a_single_jester_can_be_led_and_any_single_number_follows():
    match = lay(playing("9 J", "12", "7", "8"), 0, "1xJ")
    assert legal_sets(match, 1) == (PlayedSet(12, 1, 0),)


@pytest.mark.rule("5-pass")
def test_a_follower_may_pass_with_a_playable_hand_and_play_later_in_the_trick():
    match = playing("5 9", "1 4", "2 10", "3 11", current=1, top="1x12", by=0)
    step = do(match, 1, Pass())
    assert step.events == (Passed(1),)
    assert observe_public(step.match).passed == (False, True, False, False)
    after = pass_all(lay(step.match, 2, "1x10"), 3, 0)
    assert after.phase == Playing(1)
    assert observe_public(lay(after, 1, "1x4")).top == parse_set("1x4")


@pytest.mark.rule("5-trick-end")
def test_the_trick_ends_when_all_others_have_passed_since_the_top_set():
    match = playing("5 9 9", "1 4", "2 10", "3 11", current=1, top="1x12", by=0)
    match = pass_all(lay(match, 1, "1x4"), 2, 3)
    step = do(match, 0, Pass())
    assert step.events == (Passed(0), TrickWon(1, 1))
    seen = observe_public(step.match)
    assert (seen.top, seen.top_by, seen.current) == (None, None, 1)
    assert seen.passed == (False,) * 4
    turns = (
        Turn(0, parse_set("1x12")),
        Turn(1, parse_set("1x4")),
        Turn(2, None),
        Turn(3, None),
        Turn(0, None),
    )
    assert seen.history == (Trick(0, turns, 1),)
    assert observe_seat(step.match, 1).must_lead


@pytest.mark.rule("5-trick-end")
def test_the_example_of_five_players():
    """A leads 7 7, B 5 5, C passes, D 2 and a jester, then everybody passes and D leads."""
    match = playing("1 7 7", "5 5 9", "12 12", "2 8 J", "11 11")
    match = lay(match, 0, "2x7")
    match = lay(match, 1, "2x5")
    match = pass_all(match, 2)
    match = lay(match, 3, "1x2+J")
    match = pass_all(match, 4, 0, 1)
    assert match.phase == Playing(2)
    match = pass_all(match, 2)
    assert match.phase == Playing(3)
    assert observe_public(match).history[0].winner == 3


@pytest.mark.rule("5-trick-end")
def test_earlier_passes_do_not_count_once_a_new_set_lies_on_top():
    match = playing("5 9", "1 4", "2 10", "3 11", current=1, top="1x12", by=0)
    match = lay(pass_all(match, 1, 2), 3, "1x11")
    assert observe_public(match).passed == (False,) * 4
    assert match.phase == Playing(0)
    assert pass_all(match, 0, 1).phase == Playing(2)


@pytest.mark.rule("5-trick-end-out")
def test_when_the_winner_has_gone_out_the_next_with_cards_leads():
    match = playing("5 9", "4", "2 10", "3 11", current=1, top="1x12", by=0)
    step = do(match, 1, play(match, 1, "1x4"))
    assert step.events == (SetPlayed(1, parse_set("1x4"), 0), WentOut(1, 1))
    match = pass_all(step.match, 2, 3)
    step = do(match, 0, Pass())
    assert step.events[-1] == TrickWon(seat=1, leader=2)
    assert step.match.phase == Playing(2)


@pytest.mark.rule("5-trick-end-out")
@pytest.mark.parametrize(
    ("order", "out", "leader"),
    [((0, 2, 3, 1), {}, 0), ((0, 2, 3, 1), {0: 1}, 2), ((3, 0, 2, 1), {3: 1}, 0), ((1, 3, 0, 2), {3: 1}, 0)],
)
def test_the_lead_goes_round_the_corner_and_past_those_who_are_out(order, out, leader):
    hands = ["-" if seat in out else "9 10" for seat in range(4)]
    hands[1] = "4"
    owner = next(seat for seat in range(4) if seat not in (*out, 1))
    match = playing(*hands, current=1, order=order, top="1x5", by=owner, out=out)
    match = lay(match, 1, "1x4")
    while observe_public(match).top is not None:
        match = pass_all(match, *owing(match))
    assert match.phase == Playing(leader)


@pytest.mark.rule("5-going-out")
def test_who_is_out_has_the_next_place_and_no_more_turns():
    match = playing("1", "9 9", "12 12", "2 11", top="1x10", by=3)
    step = do(match, 0, play(match, 0, "1x1"))
    assert WentOut(0, 1) in step.events
    match = pass_all(step.match, 1, 2, 3)
    assert observe_public(match).out == (1, None, None, None)
    match = lay(match, 1, "2x9")
    assert observe_public(match).out == (1, 2, None, None)
    assert pass_all(match, 2).phase == Playing(3)
    assert pass_all(match, 2, 3).phase == Playing(2)  # both out: the next with cards after the winner


@pytest.mark.rule("4-turns")
@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 2, 0, 3, 1)])
def test_turns_follow_the_standing_round_and_round(order):
    match = playing(*["9 9 12"] * 2, *["8 8 12"] * 3, current=order[0], order=order)
    match = lay(match, order[0], "1x12")
    seen = []
    for _ in range(4):
        seen.append(match.phase.current)
        match = pass_all(match, match.phase.current)
    assert tuple(seen) == order[1:]
    assert match.phase == Playing(order[0])


@pytest.mark.rule("10-not-in-hand")
def test_cards_of_another_seat_or_of_the_table_cannot_be_laid():
    match = playing("9 9", "8 8", "7 7", "6 6")
    with pytest.raises(NotInHand):
        do(match, 0, Play(match.hands[1]))
    after = pass_all(lay(match, 0, "1x9"), 1, 2, 3)
    with pytest.raises(NotInHand):
        do(after, 0, Play(match.hands[0] & ~after.hands[0]))


@pytest.mark.rule("5-lead")
def test_the_legal_sets_of_a_lead_are_listed_by_rank_count_and_jesters():
    match = playing("3 3 J J", "5", "6", "7")
    assert [format_set(option) for option in legal_sets(match, 0)] == [
        "1x3",
        "2x3",
        "1x3+J",
        "2x3+J",
        "1x3+2J",
        "2x3+2J",
        "1xJ",
        "2xJ",
    ]
    assert legal_sets(match, 1) == ()
