"""The files of finished matches: record.json, record.txt and a room's records.jsonl."""

import json
import re
import subprocess
import sys

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from game.engine.record import replay_record
from game.models import Action, Match
from game.replay import _replayed
from rooms import services
from rooms.models import Membership, RoomMatch
from tests.game.stored import finished_match, tamper
from tests.rooms.conftest import old_match

ELSEWHERE = """
import json, sys
from game.engine.record import replay_record, result_of
record = json.load(sys.stdin)
print(json.dumps(result_of(replay_record(record)) == record["result"]))
"""


@pytest.fixture
def match(room, gale, pia):
    return played_in(room, [gale, pia], 1)


def played_in(room, users, number, **options):
    match = finished_match(users=users, **options)
    RoomMatch.objects.create(room=room, match=match, number=number)
    return match


def file_of(match, kind):
    return f"/m/{match.public_id}/record.{kind}"


def test_the_record_is_that_of_the_command_and_replays_in_another_process(match, browser_of, pia, room):
    answer = browser_of(pia).get(file_of(match, "json"))
    assert answer["Content-Type"] == "application/json" and answer["X-Content-Type-Options"] == "nosniff"
    record = answer.json()
    assert record["result"] == match.result and record["room"] is None and room.code not in answer.text
    replay_record(record)
    run = subprocess.run([sys.executable, "-c", ELSEWHERE], input=answer.text, capture_output=True, text=True)
    assert (run.stdout.strip(), run.stderr) == ("true", "")


def test_file_names_are_ours(match, room, browser_of, pia):
    Match.objects.filter(pk=match.pk).update(room_name='x"; filename="evil.html\r\n')
    for kind in ("json", "txt"):
        header = browser_of(pia).get(file_of(match, kind))["Content-Disposition"]
        assert re.fullmatch(rf'attachment; filename="kings-serfs-[\d-]+-[0-9a-f]{{8}}\.{kind}"', header)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_text_tells_names_deals_taxes_tricks_and_results(room, gale, pia, browser_of, language):
    gale.language = language
    gale.save()
    match = played_in(room, [gale, pia], 1, rounds=3, seed=bytes(range(32)))
    answer = browser_of(gale).get(file_of(match, "txt"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert "{" not in answer.text
    assert "0  게일" in lines and "1  피아" in lines
    plays = Action.objects.filter(match=match, type="play").count()
    passes = Action.objects.filter(match=match, type="pass").count()
    tricks = [line for line in lines if re.match(r" +\d+\. .*(\dx|–)", line)]
    assert sum(len(re.findall(r"\b[12]?\dx[\dJ]", line)) for line in tricks) == plays
    assert sum(line.count(" –") for line in tricks) == passes
    # Four hands of twenty cards a round; taxes of two and one card, both ways.
    assert len([line for line in lines if re.match(r"  \S[^→]*: [\dJ]", line)]) == 12
    assert len([line for line in lines if re.match(r"  \S[^:]* → [^:]*: [\dJ]", line)]) == 12
    best = min(match.result["ranking"], key=lambda line: (line["rank"], line["seat"]))
    assert lines[-4].startswith("  1. ") and f"  {best['total']}  " in lines[-4]


def test_refuses_a_stranger_a_visitor_and_a_running_match(
    match, room, gale, wim, browser_of, client, xan, ada
):
    running = services.start_match(user=gale, code=room.code)
    for kind in ("json", "txt"):
        assert [browser_of(who).get(file_of(match, kind)).status_code for who in (xan, ada)] == [404, 404]
        assert client.get(file_of(match, kind)).status_code == 302
        assert browser_of(wim).get(file_of(match, kind)).status_code == 200
        nothing = browser_of(gale).get(f"/m/{'0' * 32}/record.{kind}").content
        assert browser_of(gale).get(file_of(running, kind)).content == nothing


def test_of_a_damaged_or_strange_match_there_is_no_file(match, browser_of, pia):
    _replayed.cache_clear()
    Match.objects.filter(pk=match.pk).update(engine="0")
    assert [browser_of(pia).get(file_of(match, kind)).status_code for kind in ("json", "txt")] == [404, 404]
    Match.objects.filter(pk=match.pk).update(engine=match.engine)
    tamper("DELETE FROM game_action WHERE match_id = %s AND version > 20", match.pk)
    assert [browser_of(pia).get(file_of(match, kind)).status_code for kind in ("json", "txt")] == [404, 404]


async def records(user, room):
    client = AsyncClient()
    await client.aforce_login(user)
    return await client.get(f"/r/{room.code}/records.jsonl")


async def lines_of(answer):
    text = b"".join([part async for part in answer.streaming_content]).decode()
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.django_db(transaction=True)
async def test_a_room_has_a_line_a_finished_match_and_none_of_a_running_one(server, room, gale, pia, wim):
    first = await sync_to_async(played_in)(room, [gale, pia], 1)
    await sync_to_async(old_match)(room, [gale], [0, 1, 2, 3])  # its log is lost
    running = await sync_to_async(services.start_match)(user=gale, code=room.code)
    answer = await records(wim, room)
    assert answer.streaming and "attachment" in answer["Content-Disposition"]
    found = await lines_of(answer)
    assert found[0]["match"] == first.public_id and len(found) == 2
    replay_record(found[0])
    assert "problem" in found[1] and running.public_id not in str(found)


@pytest.mark.django_db(transaction=True)
async def test_a_rooms_file_is_for_its_members(server, room, gale, pia, xan):
    assert (await records(xan, room)).status_code == 404
    assert (await AsyncClient().get(f"/r/{room.code}/records.jsonl")).status_code == 302
    await sync_to_async(services.leave_room)(user=pia, code=room.code)
    assert not await Membership.objects.filter(room=room, user=pia).aexists()
    assert (await records(pia, room)).status_code == 404
