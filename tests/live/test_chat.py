"""What is said reaches the pages of those it is for: once each, in their language, and in no byte anybody else."""

import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from game.models import Match
from rooms import chat, hearing, live, pace, services
from rooms.models import Line, Room
from rooms.signals import chat_said, mutes_changed
from tests.conftest import make_user
from tests.live.driving import play_to_the_end
from tests.sockets import Page, eventually


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Nobody has said anything yet."""
    pace.forget_everybody()


def service(act: Callable[..., Any], **arguments: Any) -> Any:
    return sync_to_async(act)(**arguments)


async def say(page: Page, text: str, key: str = "") -> dict[str, Any]:
    """Say something as a machine does; the answer."""
    key = key or uuid4().hex
    await page.say(type="chat", text=text, id=key)
    return await page.until("accepted", "rejected", id=key)


async def texts_of(page: Page, last: str = "") -> list[str]:
    """What was written, in all JSON frames this page ever got, one by one; waits until it heard `last`."""
    while not any(last in frame for frame in page.frames):
        await page.receive()
    await page.settle()
    frames = [json.loads(frame) for frame in page.frames]
    lines = [
        line
        for frame in frames
        if frame["type"] == "chat"
        for line in frame.get("lines", [frame.get("line")])
    ]
    return [line["text"] for line in lines if line["kind"] == "text"]


async def test_a_line_is_answered_and_reaches_everybody_once_in_every_rendering(
    server: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    await sync_to_async(lambda: type(pia).objects.filter(pk=pia.pk).update(language="en"))()
    await pia.arefresh_from_db()
    machine = await Page.open(gale, room.code)
    tab = await Page.open(gale, room.code, machine=False)
    english = await Page.open(pia, room.code, machine=False)
    watcher = await Page.open(wim, room.code, machine=False)
    answer = await say(machine, "안녕하세요")
    assert answer["type"] == "accepted" and answer["line"] == (await Line.objects.aget(text="안녕하세요")).pk
    await machine.say(type="chat", preset="hi", id="p")
    line = (await machine.until("accepted", id="p"))["line"]
    for page, hello in ((tab, "안녕!"), (english, "Hi!"), (watcher, "안녕!")):
        text = await page.until_text(f'id="chat-{line}"')
        assert hello in text + "".join(page.frames)
        assert "".join(page.frames).count("안녕하세요") == 1
    assert await texts_of(machine, "안녕하세요") == ["안녕하세요"]


async def test_sender_room_and_time_come_from_the_session_s71_for_chat(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    page = await Page.open(pia, room.code)
    other = await service(services.create_room, host=gale, name="다른 방")
    await page.say(
        type="chat",
        text="나야 나",
        id="1",
        sender=gale.pk,
        name="게일",
        seat=0,
        room=other.code,
        at=0,
        kind="system",
    )
    await page.until("accepted", id="1")
    line = await Line.objects.aget(text="나야 나")
    assert (line.sender_id, line.name, line.room_id, line.kind) == (pia.pk, "피아", room.pk, "text")


async def test_the_same_id_on_two_tabs_is_one_line_and_two_equal_answers(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    tabs = [await Page.open(gale, room.code) for _ in range(2)]
    reader = await Page.open(pia, room.code)
    answers = [await say(tab, "한 번만", "same") for tab in (*tabs, *tabs)]
    assert len({json.dumps(answer) for answer in answers}) == 1
    assert await Line.objects.filter(text="한 번만").acount() == 1
    assert await texts_of(reader, "한 번만") == ["한 번만"]


async def test_refusals_are_told_to_the_sender_in_words(
    server: None, room: Room, gale: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rooms.pace.time", SimpleNamespace(monotonic=lambda: 1000.0)
    )  # however slow this machine is
    page = await Page.open(gale, room.code)
    assert (await say(page, " ", "e"))["code"] == "empty_line"
    assert (await say(page, "가" * 301, "l"))["message"] == "메시지는 300자까지 쓸 수 있어요"
    for number in range(6):
        await say(page, f"빨리 {number}")
    refused = await say(page, "더 빨리")
    assert (refused["code"], refused["message"]) == ("chat_too_fast", "조금 천천히 보내 주세요")
    html = await Page.open(gale, room.code, machine=False)  # the same person on another page
    await html.say(type="chat", text="여기서는?", id="h")
    answer = await html.until_text('data-id="h"')
    assert 'data-result="rejected"' in answer and "조금 천천히 보내 주세요" in answer
    await html.say(type="emote", emote="clap", id="one")
    await html.say(type="emote", emote="clap", id="two")
    assert 'data-code="emote_too_soon"' in await html.until_text('data-id="two"')
    for wrong in (
        {"type": "chat", "text": 5},
        {"type": "emote"},
        {"type": "order", "order": "tea", "to": 99},
    ):
        await page.say(**wrong, id="w")
        assert (await page.until("rejected", id="w"))["code"] == "malformed"


@pytest.mark.parametrize("machine", [True, False])
async def test_no_byte_of_a_watchers_line_reaches_a_player_while_the_match_runs(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any, machine: bool
) -> None:
    eve = await sync_to_async(make_user)("evee", "이브")
    await service(services.join_room, user=eve, code=room.code)
    players = [await Page.open(who, room.code, machine=machine) for who in (gale, pia, pia)]
    second = await Page.open(pia, room.code, machine=machine, query="?watch=1")
    watchers = [await Page.open(who, room.code, machine=machine) for who in (wim, eve)]
    await watchers[0].say(type="chat", text="게일 패가 좋네", id="1")
    await watchers[0].say(type="emote", emote="fire", id="2")
    for page in watchers:
        await page.until_text("게일 패가 좋네", "emote")
    latecomer = await Page.open(gale, room.code, machine=machine)
    await players[0].say(type="sync")
    await live.sweep()
    for page in (*players, second, latecomer):
        await page.settle()
        assert not any("패가 좋네" in frame or "emote" in frame for frame in page.frames)
    # A player's words reach everybody.
    await players[1].say(type="chat", text="제 차례인가요", id="3")
    for page in (*players, second, *watchers):
        await page.until_text("제 차례인가요")


async def test_a_page_loaded_by_a_player_holds_no_watchers_lines(
    patient_bots: None, room: Room, match: Match, pia: Any, wim: Any
) -> None:
    from django.test import Client

    await service(services.say, user=wim, code=room.code, text="관전석의 비밀")

    def load(user: Any, address: str) -> str:
        client = Client()
        client.force_login(user)
        return client.get(address, follow=True).text

    for address in (f"/r/{room.code}/", f"/r/{room.code}/people/", f"/r/{room.code}/watch/"):
        assert "관전석의 비밀" not in await sync_to_async(load)(pia, address)
    assert "관전석의 비밀" in await sync_to_async(load)(wim, f"/r/{room.code}/")


async def test_when_the_match_is_over_players_read_what_watchers_said(
    server: None, room: Room, match: Match, gale: Any, pia: Any, wim: Any
) -> None:
    await service(services.say, user=wim, code=room.code, text="끝나고 봐요")
    html = await Page.open(pia, room.code, machine=False)
    players = [await Page.open(who, room.code) for who in (gale, pia)]
    await play_to_the_end(*players)
    for page in players:
        lines = await page.until("chat")
        while "끝나고 봐요" not in [line["text"] for line in lines.get("lines", ())]:
            lines = await page.until("chat")
    await html.until_text("끝나고 봐요")
    # The results were told too, once.
    await live.sweep()
    told = [line.text async for line in Line.objects.filter(kind="system", match=match)]
    assert told == ["started", "round", "ended"]


async def test_results_are_told_when_the_database_is_back(
    server: None, room: Room, match: Match, gale: Any, pia: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing, told_of_end = iter([OperationalError("away")] * 3), list[Any]()

    def note_results(**facts: Any) -> None:
        if (error := next(failing, None)) is not None:
            raise error
        services.note_results(**facts)
        told_of_end.extend(facts["ranking"] or ())

    monkeypatch.setattr(hearing, "note_results", note_results)
    monkeypatch.setattr(hearing, "AGAIN_SECONDS", 0)
    await play_to_the_end(*[await Page.open(who, room.code) for who in (gale, pia)])
    await eventually(lambda: bool(told_of_end))
    told = [line.text async for line in Line.objects.filter(kind="system", match=match)]
    assert told == ["started", "round", "ended"]


async def test_s76_muting_hides_past_and_new_lines_on_all_my_pages_at_once(
    server: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    talker, other = await Page.open(pia, room.code), await Page.open(gale, room.code)
    await say(talker, "예전 말")
    mine = [await Page.open(wim, room.code, machine=False), await Page.open(wim, room.code, machine=False)]
    machine = await Page.open(wim, room.code)
    for page in (*mine, machine):
        await page.settle()
    await service(services.mute, user=wim, person=pia.pk)
    for page in mine:
        await page.until_text('<ol id="chat-log" class="chat-log" hx-swap-oob="true"')
        assert "예전 말" not in page.frames[-1]
    assert "예전 말" not in json.dumps((await machine.until("chat"))["lines"], ensure_ascii=False)
    await say(talker, "새 말")
    assert "새 말" in await texts_of(other, "새 말")
    for page in (*mine, machine):
        assert not any("새 말" in frame for frame in await page.settle())
    again = await Page.open(wim, room.code, machine=False)
    await again.settle()
    assert not any("예전 말" in frame or "새 말" in frame for frame in again.frames)
    await service(services.unmute, user=wim, person=pia.pk)
    for page in mine:
        await page.until_text("예전 말", "새 말")


async def test_clearing_empties_all_pages_and_those_that_come_back(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    page, machine = await Page.open(pia, room.code, machine=False), await Page.open(pia, room.code)
    await say(machine, "지울 말")
    shown = await page.until_text("지울 말")
    line = await Line.objects.aget(text="지울 말")
    await page.close()
    await machine.settle()
    await service(services.clear_chat, user=gale, code=room.code)
    assert (await machine.until("chat"))["line"]["key"] == "cleared"
    back = await Page.open(pia, room.code, machine=False, query=f"?chat={line.pk}.3")
    text = await back.until_text("방장이 대화를 지웠어요")
    assert "지울 말" not in text and "data-clears" in text and shown


async def test_a_page_that_shows_the_chat_already_is_told_nothing_twice(
    server: None, room: Room, gale: Any
) -> None:
    machine = await Page.open(gale, room.code)
    await say(machine, "다 본 말")
    lines = [line async for line in Line.objects.filter(room=room)]
    shown = f"{lines[-1].pk}.{sum(line.pk for line in lines)}"
    back = await Page.open(gale, room.code, machine=False, query=f"?chat={shown}")
    await back.settle()
    assert not any("chat-log" in frame for frame in back.frames)
    await say(machine, "새로운 말")
    await back.until_text("새로운 말")
    behind = await Page.open(gale, room.code, machine=False, query="?chat=1.1")
    await behind.until_text("다 본 말", "새로운 말")


async def test_a_silenced_person_is_told_kindly(server: None, room: Room, gale: Any, pia: Any) -> None:
    page = await Page.open(pia, room.code)
    await service(services.silence, user=gale, code=room.code, person=pia.pk)
    refused = await say(page, "들려요?")
    assert refused["code"] == "silenced" and "방장이" in refused["message"]


async def test_who_is_sent_away_hears_nothing_more(server: None, room: Room, gale: Any, pia: Any) -> None:
    page = await Page.open(pia, room.code)
    host = await Page.open(gale, room.code)
    await page.until("chat")
    member = (await room.memberships.aget(user=pia)).pk
    await service(services.kick, user=gale, code=room.code, member=member)
    await say(host, "이제 우리끼리")
    while await page.receive():
        pass
    assert page.closed == 4409 and not any("우리끼리" in frame for frame in page.frames)


async def test_an_order_is_judged_by_the_order_of_this_moment(
    patient_bots: None, room: Room, match: Match, gale: Any, pia: Any
) -> None:
    page = await Page.open(gale, room.code)
    view = (await page.until("view"))["view"]
    standing = view["order"]
    mine = standing.index(0)
    title = ("king", "noble", "tenant", "serf")[mine]
    from rooms.phrases import ORDERS

    order = next(iter(ORDERS[title]))
    if title != "king":
        await page.say(type="order", order=order, to=standing[0], id="up")
        answer = await page.until("accepted", "rejected", id="up")
        assert answer["type"] == ("accepted" if title == "serf" else "rejected")
        pace.forget_everybody()
    if title != "serf":
        await page.say(type="order", order=order, to=standing[-1], id="down")
        assert (await page.until("accepted", "rejected", id="down"))["type"] == "accepted"
    line = await Line.objects.aget(kind="order")
    assert line.seat == 0 and line.text == order


async def test_another_process_and_a_lost_hint_bring_the_same_lines(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    page, html = await Page.open(gale, room.code), await Page.open(gale, room.code, machine=False)
    await page.settle()
    chat_said.disconnect(hearing.pass_chat_on)
    mutes_changed.disconnect(hearing.show_chat_anew)
    try:
        await service(services.say, user=pia, code=room.code, text="다른 서버에서")
        assert await texts_of(page) == []
        await hearing.hear_chat({"type": "chat.said", "code": room.code})
        await html.until_text("다른 서버에서")
        assert await texts_of(page) == ["다른 서버에서"]
        await service(services.say, user=pia, code=room.code, text="힌트는 사라지고")
        await live.sweep()
        assert await texts_of(page) == ["다른 서버에서", "힌트는 사라지고"]
        await live.sweep()
        await hearing.hear_chat({"type": "chat.said", "code": room.code})
        assert await texts_of(page) == ["다른 서버에서", "힌트는 사라지고"]
        await service(services.mute, user=gale, person=pia.pk)
        await live.sweep()
        await html.settle()
        assert 'hx-swap-oob="true" data-shows' in html.frames[-2] and "다른" not in html.frames[-2]
    finally:
        chat_said.connect(hearing.pass_chat_on)
        mutes_changed.connect(hearing.show_chat_anew)


async def test_s70_text_names_and_targets_are_inert_in_every_frame(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    evil = "<img src=x onerror=alert(1)>"
    await sync_to_async(lambda: type(pia).objects.filter(pk=pia.pk).update(display_name="<i>x\u202e"))()
    page, machine = await Page.open(gale, room.code, machine=False), await Page.open(pia, room.code)
    await say(machine, f"{evil} https://example.com")
    await page.until_text("onerror")
    text = page.frames[-1]
    assert "<img" not in text and "<i>" not in text and "<a " not in text
    assert "&lt;img" in text and '<p dir="auto">' in text and "<bdi>&lt;i&gt;x" in text
    assert evil in (await texts_of(machine, evil))[0]


async def test_in_a_kids_room_free_text_is_refused_by_the_server(server: None, room: Room, gale: Any) -> None:
    await Room.objects.filter(pk=room.pk).aupdate(kids=True)
    page = await Page.open(gale, room.code)
    assert (await say(page, "자유롭게"))["code"] == "presets_only"
    await page.say(type="chat", preset="thanks", id="p")
    assert (await page.until("accepted", "rejected", id="p"))["type"] == "accepted"


async def test_a_pause_and_its_end_are_told(patient_bots: None, room: Room, match: Match, gale: Any) -> None:
    page, html = await Page.open(gale, room.code), await Page.open(gale, room.code, machine=False)
    await page.say(type="pause", on=True)
    await html.until_text("게일</bdi> 님이 부탁해서 잠깐 쉬어요")
    await page.say(type="pause", on=False)
    await html.until_text('class="fact">게임을 이어서 해요')
    told = [line.text async for line in Line.objects.filter(kind="system", match=match)]
    assert told == ["started", "paused", "resumed"]


async def test_pauses_are_told_in_the_order_in_which_they_came(
    patient_bots: None, room: Room, match: Match, gale: Any
) -> None:
    page, html = await Page.open(gale, room.code), await Page.open(gale, room.code, machine=False)
    for on in (True, False, True, False, True):
        await page.say(type="pause", on=on)
    await html.until_text("잠깐 쉬어요", "이어서 해요")
    await page.settle()
    hearing._noted.clear()  # the process is a new one: it did not see the pause begin
    await page.say(type="pause", on=False)
    facts = [f'"{fact}"' for fact in ("started", *("paused", "resumed") * 3)]
    while sum(frame.count('"resumed"') for frame in page.frames) < 3:
        await page.receive()
    told = [line.text async for line in Line.objects.filter(kind="system", match=match).order_by("pk")]
    assert [f'"{fact}"' for fact in told] == facts


async def test_a_room_without_spectators_tells_nobody_else_what_happens_in_the_match(
    server: None, room: Room, gale: Any, pia: Any, wim: Any
) -> None:
    await Room.objects.filter(pk=room.pk).aupdate(spectators_allowed=False)
    behind = [await Page.open(wim, room.code, machine=machine) for machine in (True, False)]
    for page in behind:
        await page.settle()
    await service(services.start_match, user=gale, code=room.code)
    players = [await Page.open(user, room.code) for user in (gale, pia)]
    await players[0].say(type="pause", on=True)
    while not any('"paused"' in frame for frame in players[1].frames):
        await players[1].receive()
    again = await Page.open(wim, room.code)
    for page in (*behind, again):
        await page.settle()
    told = "".join("".join(page.frames) for page in (*behind, again))
    assert '"started"' in told and '"paused"' not in told and "쉬어요" not in told
    await players[0].say(type="pause", on=False)
    await play_to_the_end(*players)
    while '"paused"' not in (whole := await behind[0].receive()):  # once it is over
        assert whole
    keys = [line["key"] for line in json.loads(whole)["lines"]]
    assert keys[keys.index("started") :] == ["started", "paused", "resumed", "round", "ended"]


async def test_a_mute_from_elsewhere_reaches_a_page_that_was_away(
    server: None, room: Room, gale: Any, pia: Any
) -> None:
    def talk() -> None:
        for number in range(chat.SHOWN + 10):
            pace.forget_everybody()
            who = pia if number == chat.SHOWN else gale
            services.say(user=who, code=room.code, text=f"말 {number}")

    await sync_to_async(talk)()
    page = await Page.open(gale, room.code, machine=False)
    shown = re.search('data-shows="([^"]+)"', await page.until_text("말 50", "말 59"))
    assert shown is not None
    await page.close()
    await service(services.mute, user=gale, person=pia.pk)
    back = await Page.open(gale, room.code, machine=False, query=f"?chat={shown[1]}")
    text = await back.until_text("data-shows")
    assert "말 59" in text and "말 50" not in text  # as many lines as before, and the same newest one
