"""The review of a whole match: every round of a seat, what is counted against it and what is not."""

import msgspec
import pytest
from msgspec.structs import replace

from game.coach import review as reviewing
from game.coach.moments import moments_of
from game.coach.playouts import Checked, Effort
from game.coach.review import CHECKED_A_ROUND, MISTAKE, Judged, Review, confirmed, review
from game.engine.actions import Origin, Pass, Play, ReturnTax
from game.engine.observation import observe_seat
from tests.coach.helpers import played

SEAT = 0


@pytest.fixture(scope="module")
def match():
    return played(2, rounds=3)


def reviewed(match, log=None):
    states, own = match
    places = [result.order.index(SEAT) + 1 for result in states[-1].results]
    return review(moments_of(states, own if log is None else log, SEAT), places)


def test_it_has_every_round_and_every_real_choice_of_the_seat(match):
    states, log = match
    made = reviewed(match)
    assert [each.round for each in made.rounds] == [1, 2, 3] and made.players == 5
    chosen = [
        version
        for version, each in enumerate(log)
        if each.seat == SEAT
        and isinstance(each.action, Play | Pass | ReturnTax)
        and (isinstance(each.action, ReturnTax) or len(observe_seat(states[version], SEAT).legal) > 0)
    ]
    judged = [one.decision.version for each in made.rounds for one in each.judged]
    assert set(judged) <= set(chosen) and judged == sorted(judged)
    single_leads = len(chosen) - len(judged)
    assert 0 <= single_leads < 10
    for each in made.rounds:
        assert each.place == states[-1].results[each.round - 1].order.index(SEAT) + 1
        versions = [point.version for point in each.points]
        assert versions == sorted(versions) and all(1 <= point.place <= 5 for point in each.points)


def test_what_the_clock_or_a_bot_did_is_not_counted_against_the_seat(match):
    _, log = match
    for origin in (Origin.TIMEOUT, Origin.AUTOPLAY, Origin.BOT, Origin.ADMIN):
        made = reviewed(match, [replace(each, origin=origin) for each in log])
        assert all(not each.judged and each.points and each.accuracy is None for each in made.rounds)


def test_it_is_stored_as_json_and_comes_back_whole(match):
    made = reviewed(match)
    assert (
        msgspec.convert(msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(made))), Review) == made
    )


def test_the_dearest_are_played_out_and_only_what_is_sure_is_called_a_mistake(match, monkeypatch):
    asked = []

    def check(seen, chosen, better, seed, most):
        asked.append(seed)
        sure = len(asked) % 2 == 0
        return Effort(Checked(0.6, 0.2 if sure else 0.8, 40), 10)

    monkeypatch.setattr(reviewing, "check", check)
    monkeypatch.setattr(reviewing, "MISTAKE", 0.02)
    states, _ = match
    made = confirmed(reviewed(match), lambda version: observe_seat(states[version], SEAT), "m")
    for each in made.rounds:
        checked = [one for one in each.judged if one.checked]
        assert len(checked) <= CHECKED_A_ROUND
        others = [one.decision.lost for one in each.judged if not one.checked]
        assert max(others, default=0) <= min((one.decision.lost for one in checked), default=9)
        assert {one.label for one in checked} <= {"blunder", ""}
    assert len(asked) > 3 and len(set(asked)) == len(asked)


def test_what_was_not_played_out_is_called_a_slip_at_most(match):
    (decision, *_) = (one.decision for each in reviewed(match).rounds for one in each.judged)
    for lost, label in ((0.05, ""), (0.12, "slip"), (MISTAKE, ""), (0.9, "")):
        assert Judged(replace(decision, lost=lost)).label == label


def test_the_effort_ends_somewhere(match, monkeypatch):
    monkeypatch.setattr(reviewing, "MISTAKE", 0.0)
    monkeypatch.setattr(
        reviewing, "check", lambda *_, most: Effort(Checked(0, 1, 40), reviewing.MOST_CHOICES)
    )
    states, _ = match
    made = confirmed(reviewed(match), lambda version: observe_seat(states[version], SEAT), "m")
    assert sum(one.checked is not None for each in made.rounds for one in each.judged) == 1
