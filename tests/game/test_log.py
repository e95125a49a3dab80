"""The log: append-only by the database's word, once a version, once a key, and the state is its replay."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection, transaction

from game import writer as writer_module
from game.actor import Accepted, Rejected
from game.engine.actions import Origin
from game.engine.codec import encode_match
from game.engine.observation import observe_public
from game.engine.rules import apply, timeout_action
from game.models import Action, Match
from game.store import Entry, load
from game.tables import tables
from game.writer import Row, append_rows
from tests.game.helpers import act_as, another_process, bots, finish, open_match, people


@pytest.mark.parametrize("statement", ["UPDATE game_action SET seat = 3", "DELETE FROM game_action"])
async def test_the_database_refuses_to_change_or_delete_a_row(server: None, statement: str) -> None:
    match = await open_match(people(4))
    await act_as(await tables().get(match.pk), 0)

    def tamper() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)

    with pytest.raises(DatabaseError, match="append-only"):
        await sync_to_async(tamper)()
    assert await Action.objects.filter(match=match, seat=0).acount() == 1


async def test_a_match_with_a_log_cannot_be_deleted(server: None) -> None:
    match = await open_match(people(4))
    await act_as(await tables().get(match.pk), 0)
    with pytest.raises(DatabaseError):
        await match.adelete()


async def test_the_state_is_the_replay_of_the_log(server: None) -> None:
    match = await open_match(bots(5), rounds=1)
    await finish(match.pk)
    actor = await tables().get(match.pk)
    stored = await sync_to_async(load)(match.pk)
    assert encode_match(stored.state) == encode_match(actor.state)
    assert stored.row.version == actor.version


async def test_places_and_points_are_written_with_the_end_and_not_before(server: None) -> None:
    match = await open_match(bots(5), rounds=3)

    def written() -> list[tuple[int, int | None, int | None]]:
        return list(match.seats.order_by("index").values_list("index", "place", "points"))

    assert await sync_to_async(written)() == [(seat, None, None) for seat in range(5)]
    await finish(match.pk)
    await match.arefresh_from_db()
    ranking = match.result["ranking"] if match.result else []
    said = sorted((line["seat"], line["rank"], line["total"]) for line in ranking)
    assert await sync_to_async(written)() == said
    assert sorted(line["rank"] for line in ranking) == [1, 2, 3, 4, 5]


async def test_two_processes_that_act_at_once_both_get_an_answer_and_one_order(server: None) -> None:
    match = await open_match(people(4))
    here, there = await tables().get(match.pk), await another_process(match)
    answers = await asyncio.gather(act_as(here, 0), act_as(there, 1), act_as(here, 2), act_as(there, 3))
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert sorted(answer.version for answer in answers) == [1, 2, 3, 4]
    await here.refresh()
    await there.refresh()
    assert encode_match(here.state) == encode_match(there.state)


async def test_the_same_key_in_two_processes_happens_once(server: None) -> None:
    match = await open_match(people(4))
    here, there = await tables().get(match.pk), await another_process(match)
    answers = await asyncio.gather(*(act_as(actor, 0, key="k") for actor in (here, there) for _ in range(5)))
    assert {answer.version for answer in answers} == {1}
    assert sum(not answer.repeated for answer in answers) == 1
    assert await Action.objects.filter(match=match).acount() == 1


async def test_batches_of_two_connections_that_want_the_same_rows_share_them(server: None) -> None:
    matches = [(await open_match(people(4))).pk for _ in range(4)]

    def write(is_mine: bool) -> list[list[bool]]:
        try:
            return [
                append_rows([a_row(match, version) for match in (matches if is_mine else reversed(matches))])
                for version in range(1, 16)
            ]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        mine, theirs = await asyncio.to_thread(lambda: list(threads.map(write, (True, False))))
    for won, lost in zip(mine, theirs, strict=True):
        assert [a + b for a, b in zip(won, reversed(lost), strict=True)] == [1, 1, 1, 1]
    assert await Action.objects.acount() == 60
    assert {match.version async for match in Match.objects.all()} == {15}


async def test_of_two_rows_of_one_match_in_a_batch_one_is_written(server: None) -> None:
    match = await open_match(people(4))
    rows = [a_row(match.pk, 1), a_row(match.pk, 1), a_row(match.pk, 2)]
    assert await sync_to_async(append_rows)(rows) == [True, False, False]
    assert await Action.objects.filter(match=match).acount() == 1


def a_row(match: int, version: int) -> Row:
    """Something to write, which need not be allowed by the rules."""
    return Row(
        match=match, version=version, seat=0, type="pass", payload={}, origin="player", key=f"k{version}", at=version,
        link="0" * 64, decision=version, owing=1, deadline=version, due_at=None, status="playing",
        result=None, finished_at=None,
    )  # fmt: skip


async def test_the_slower_process_is_told_that_the_question_is_answered(server: None) -> None:
    match = await open_match(people(4))
    here, there = await tables().get(match.pk), await another_process(match)
    for seat in range(4):
        await act_as(here, seat)
    late = await act_as(there, 0)
    assert isinstance(late, Rejected)
    assert late.refusal.code == "stale_turn"
    assert late.version == 4


async def test_a_commit_of_unknown_outcome_is_looked_up_and_not_repeated(
    server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await open_match(people(4))
    actor = await tables().get(match.pk)
    original = writer_module.append_rows
    calls = []

    def commit_then_lose_the_connection(rows: list[Any]) -> list[bool]:
        calls.append(len(rows))
        won = original(rows)
        if len(calls) == 1:
            raise DatabaseError("the answer never came")
        return won

    monkeypatch.setattr(writer_module, "append_rows", commit_then_lose_the_connection)
    answer = await act_as(actor, 0)
    assert answer == Accepted(1)
    assert await Action.objects.filter(match=match).acount() == 1
    assert (await Match.objects.aget(pk=match.pk)).version == 1


async def test_a_batch_that_was_not_written_is_written_on_the_second_try(
    server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await open_match(people(4))
    original = writer_module.append_rows
    calls = []

    def fail_once(rows: list[Any]) -> list[bool]:
        calls.append(len(rows))
        if len(calls) == 1:
            raise DatabaseError("the database is away")
        return original(rows)

    monkeypatch.setattr(writer_module, "append_rows", fail_once)
    assert await act_as(await tables().get(match.pk), 0) == Accepted(1)


async def test_one_bad_row_does_not_take_the_others_with_it(server: None) -> None:
    from msgspec.structs import replace

    matches = [await open_match(people(4)) for _ in range(3)]
    rows = []
    for match in matches:
        actor = await tables().get(match.pk)
        action = timeout_action(actor.state, 0)
        step = apply(actor.state, 0, action, origin=Origin.PLAYER, at=actor.public.opened_at)
        public = observe_public(step.match)
        rows.append(
            actor._row_for(
                Entry(public.version, 0, action, Origin.PLAYER, public.opened_at, key=None),
                step.match,
                public,
            )
        )
    rows[1] = replace(rows[1], owing=-1)  # the table's own check refuses it
    answers = await asyncio.gather(
        *(writer_module.writer.append(row) for row in rows), return_exceptions=True
    )
    assert [answers[0], answers[2]] == [True, True]
    assert isinstance(answers[1], DatabaseError)
    assert await Action.objects.acount() == 2


async def test_a_database_that_stays_away_changes_nothing(
    server: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await open_match(people(4))
    actor = await tables().get(match.pk)

    def fail(rows: list[Any]) -> list[bool]:
        raise DatabaseError("the database is away")

    with monkeypatch.context() as away:
        away.setattr(writer_module, "append_rows", fail)
        with pytest.raises(DatabaseError):
            await act_as(actor, 0)
    assert actor.version == 0
    assert await act_as(actor, 0) == Accepted(1)
