"""The lines for statistics: gathered when a match ends, made again from its log, checked against it."""

from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from game.engine.actions import Next, Origin
from game.engine.observation import observe_public, observe_seat
from game.engine.rules import open_match as open_state
from game.engine.rules import owing, timeout_action
from game.facts import rebuild, stored_facts
from game.models import Match, Seat, SeatRound
from game.store import opening_of
from game.tables import tables
from game.verification import verify
from tests.game import helpers
from tests.game.stored import append, finished_match, open_stored, store_places
from tests.statistics.naive import naive_rounds


def hasty_match(*, players: int, number: int, **options: Any) -> Match:
    """A match in which every tenth answer comes from a deadline, and revolutions are declared by whoever can."""
    from game.bots import easy
    from game.engine.actions import ConfirmHand

    match = open_stored(players=players, seed=number.to_bytes(32, "big"), **options)
    opening = opening_of(match)
    state = open_state(players=players, options=opening.options, seed=opening.seed, at=0).match
    while asked := owing(state):
        seat = asked[-1]
        seen = observe_seat(state, seat, observe_public(state))
        if (state.version + number) % 10 == 0:
            state = append(match, state, seat, timeout_action(state, seat), Origin.TIMEOUT)
        elif seen.can_declare:
            state = append(match, state, seat, ConfirmHand(True), Origin.PLAYER)
        else:
            state = append(match, state, seat, easy.choose(seen), Origin.PLAYER)
    match.save()
    store_places(match)
    rebuild(match)
    return match


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(6))
def test_lines_say_what_the_engine_says(number: int) -> None:
    rounds, players = (1, 3, 5)[number % 3], 4 + number % 5
    options = {"removeHighCards": number == 3} if players <= 6 else {}
    match = hasty_match(players=players, number=number, rounds=rounds, **options)
    found = stored_facts(match.pk)
    assert found == naive_rounds(match)
    assert len(found) == rounds * players
    assert sum(line["timeouts"] for line in found) > 0
    for number_ in range(1, rounds + 1):
        round_ = [line for line in found if line["round"] == number_]
        assert sum(line["mixed"] + line["alone"] + line["kept"] for line in round_) == 2


@pytest.mark.django_db
def test_revolutions_are_those_who_declared_them() -> None:
    """Seeds are tried until both kinds have happened."""
    kinds = set()
    for number in range(100, 140):
        match = hasty_match(players=4, number=number, rounds=3)
        found = stored_facts(match.pk)
        assert found == naive_rounds(match)
        kinds |= {line["revolution"] for line in found}
        if kinds == {0, 1, 2}:
            return
    raise AssertionError(f"only {kinds} happened")


async def test_a_live_match_has_them_when_it_is_over(server: None) -> None:
    from asgiref.sync import sync_to_async

    match = await helpers.open_match([*helpers.bots(4)], rounds=3)
    actor = await tables().get(match.pk)
    for _ in range(5000):
        assert actor.public.phase == "finished" or await SeatRound.objects.acount() == 0
        if actor.public.phase == "finished":
            break
        await actor.act()
    found = await sync_to_async(stored_facts)(match.pk)
    assert found == await sync_to_async(naive_rounds)(match)
    assert len(found) == 12
    assert await SeatRound.objects.filter(match=match, seat__match=match, user=None).acount() == 12


@pytest.mark.django_db
def test_the_command_makes_them_again_from_the_log() -> None:
    first, second = finished_match(rounds=3), finished_match(rounds=1, players=5)
    before = stored_facts(first.pk), stored_facts(second.pk)
    SeatRound.objects.filter(seat__match=first).delete()
    SeatRound.objects.filter(seat__match=second).update(place=9)
    out = StringIO()
    call_command("rebuild_facts", "--missing", stdout=out)
    assert out.getvalue() == "1 matches rebuilt, 0 damaged\n"
    assert stored_facts(first.pk) == before[0]
    assert stored_facts(second.pk) != before[1]
    call_command("rebuild_facts", stdout=out)
    assert (stored_facts(first.pk), stored_facts(second.pk)) == before


@pytest.mark.django_db
def test_lines_know_the_person_of_their_seat_until_the_account_is_gone(gale: Any, pia: Any) -> None:
    match = finished_match(users=[gale, pia], rounds=3)
    held = SeatRound.objects.filter(match=match)
    assert held.filter(user=gale, seat__index=0).count() == held.filter(user=pia, seat__index=1).count() == 3
    assert held.filter(user=None).count() == 6
    gale.delete()
    assert held.filter(user=None, seat__user=None).count() == 9
    assert stored_facts(match.pk) == naive_rounds(match)


@pytest.mark.django_db
def test_running_matches_have_none() -> None:
    open_stored()
    call_command("rebuild_facts", stdout=StringIO())
    assert not SeatRound.objects.exists()


@pytest.mark.django_db
def test_verification_names_the_first_line_that_is_wrong() -> None:
    match = finished_match(rounds=3)
    assert verify(match.pk).differences == ()
    right = stored_facts(match.pk)[6]
    wrong = SeatRound.objects.get(seat__match=match, round=2, seat__index=2)
    SeatRound.objects.filter(pk=wrong.pk).update(mixed=7)
    said = f"facts: round 2, seat 2, mixed: stored 7, replayed {right['mixed']}"
    assert verify(match.pk).differences == (said,)
    wrong.delete()
    assert verify(match.pk).differences == ("facts: stored 11 lines, replayed 12",)


class TablesThen:
    """The models as a migration of before knows them: a line knew its seat only."""

    def get_model(self, app: str, name: str) -> Any:
        if name != "SeatRound":
            return apps.get_model(app, name)

        class Then:
            objects = SeatRound.objects

            def __new__(cls, **fields: Any) -> Any:
                return SeatRound(match_id=Seat.objects.get(pk=fields["seat_id"]).match_id, **fields)

        return Then


@pytest.mark.django_db
def test_old_matches_get_theirs_when_the_database_moves_on() -> None:
    from accounts.models import User

    person = User.objects.create_user("gale", "게일")
    match = finished_match(users=[person], rounds=3)
    open_stored()
    before = stored_facts(match.pk)
    SeatRound.objects.all().delete()
    Match.objects.update(people=0)
    loader = MigrationExecutor(connection).loader
    for operation in loader.get_migration("game", "0007_fill_seat_rounds").operations:
        operation.code(TablesThen(), None)
    assert not SeatRound.objects.filter(user=person).exists()
    for operation in loader.get_migration("game", "0010_fill_short_ways").operations:
        operation.code(apps, None)
    assert SeatRound.objects.filter(user=person, match=match, seat__user=person).count() == 3
    assert stored_facts(match.pk) == before
    assert list(Match.objects.order_by("pk").values_list("people", flat=True)) == [1, 0]


def test_readiness_is_no_answer_that_comes_late() -> None:
    from game.engine.facts import seat_rounds
    from game.engine.history import RoundResult
    from game.store import Entry

    order = (0, 1, 2, 3)
    results = [RoundResult(order, "none")] * 2
    log = [Entry(n + 1, seat, Next(), Origin.TIMEOUT, 0, key=None) for n, seat in enumerate(order)]
    assert [line.timeouts for line in seat_rounds(order, results, log)] == [0] * 8
