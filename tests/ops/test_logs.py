"""What is written to the log, and what never is."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError
from django.test import Client

from accounts.models import User
from config.logs import REFUSALS_A_MINUTE, Json, Plain, Refusals, RoutesForPaths, without_values
from game import bots
from game import writer as writing
from game.engine.actions import Play, ReturnTax
from game.engine.observation import observe_seat
from game.models import Match
from game.store import load
from game.tables import tables
from game.threads import in_thread
from rooms import live
from rooms.models import Room
from tests.live.driving import play_to_the_end
from tests.sockets import Page, cookie_of

PASSWORD = "correct horse 7"
MAIL = "gale@example.org"


def writes_into(text: io.StringIO, formatter: logging.Formatter) -> logging.Handler:
    handler = logging.StreamHandler(text)
    handler.setFormatter(formatter)
    handler.addFilter(RoutesForPaths())
    handler.addFilter(Refusals())
    return handler


@pytest.fixture(params=[Json, Plain])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """All that the process logs, as a handler of the settings would write it."""
    import config.asgi  # noqa: F401  sets the handlers of the settings, once

    written = io.StringIO()
    handler = writes_into(written, request.param())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Bots, the database and the sockets fail now and then, with all they know in their mouths. The hands they saw."""
    seen: set[str] = set()
    failed: set[int] = set()
    choose, append = bots.choose, writing.append_rows

    def choose_or_fail(level: str, observation: Any, *more: Any) -> Any:
        seen.add(str(observation.hand))
        if observation.public.version % 3 == 0:
            raise RuntimeError(f"what to do with {observation!r}?")
        return choose(level, observation, *more)

    def append_or_fail(rows: list[writing.Row]) -> list[bool]:
        if rows[0].version % 5 == 0 and rows[0].version not in failed:
            failed.add(rows[0].version)
            raise DatabaseError(
                f"no room for {rows[0]!r}\nDETAIL:  Failing row contains ({rows[0].payload})."
            )
        return append(rows)

    async def resync_or_fail(socket: Any) -> None:
        for actor in tables()._actors.values():
            seen.update(str(hand) for hand in actor.state.hands)
            raise RuntimeError(f"{actor.state!r} {observe_seat(actor.state, 0)!r} {actor.row!r}")

    monkeypatch.setattr(bots, "choose", choose_or_fail)
    monkeypatch.setattr(writing, "append_rows", append_or_fail)
    monkeypatch.setattr(live, "resync", resync_or_fail)
    return seen


def browse(token: str) -> None:
    """Ask for what goes wrong, with secrets in addresses and forms."""
    visitor = Client(raise_request_exception=False)
    visitor.get(f"/j/{token}/")
    visitor.get(f"/s/{token}/")
    visitor.get(f"/nowhere/{token}/{MAIL}")
    visitor.post("/accounts/login/", {"account": MAIL, "password": PASSWORD + "x"})
    visitor.post("/accounts/password/reset/", {"email": MAIL})
    Client(enforce_csrf_checks=True).post(f"/j/{token}/", {"password": PASSWORD})


async def test_a_match_full_of_faults_writes_no_secret(
    server: None, room: Room, match: Match, gale: Any, pia: Any, log: io.StringIO, hands: set[str]
) -> None:
    await User.objects.filter(pk=gale.pk).aupdate(email=MAIL)
    cookies = [await cookie_of(gale), await cookie_of(pia)]
    one, two = [await Page.open(None, room.code, cookie=cookie) for cookie in cookies]
    await one.say(type="sync")
    await one.until("rejected", code="unavailable")
    await play_to_the_end(one, two)
    await sync_to_async(browse)(room.token)
    text = log.getvalue()
    for said in (
        "a easy bot failed",
        "the database says",
        "Not Found",
        "an address of nothing",
        "/s/<token:token>/",
    ):
        assert said in text, said
    assert match.secret is not None
    row = (await in_thread(load, match.pk)).row
    seed, secret = bytes(row.seed), bytes(row.secret or b"")
    many_cards = {hand for hand in hands if len(hand) > 8}
    assert len(many_cards) > 5
    secrets = {seed.hex(), secret.hex(), repr(seed), room.token, MAIL, PASSWORD, *cookies, *many_cards}
    for each in secrets:
        assert each not in text, each
    assert not re.search(r"['\"]\d\d-\d\d['\"]", text), "a card by its id"


def test_a_line_for_machines_is_one_json_object(log: io.StringIO) -> None:
    written = io.StringIO()
    logger = logging.Logger("here")
    logger.addHandler(writes_into(written, Json()))
    try:
        raise ValueError("게일\nline two")
    except ValueError:
        logger.exception("it %s", "broke", extra={"match": 7})
    (line,) = written.getvalue().splitlines()
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"], told["match"]) == ("ERROR", "here", "it broke", 7)
    assert "ValueError: 게일" in told["trace"]


def test_what_a_database_repeats_is_left_out() -> None:
    error = 'duplicate key value\nDETAIL:  Key (email)=(a@b.example) exists.\nand "more"\n\nThe above was the cause'
    assert without_values(error) == "duplicate key value\nDETAIL: left out\n\nThe above was the cause"


def test_actions_do_not_print_their_cards() -> None:
    assert repr(Play(12345)) == "<Play>"
    assert repr(ReturnTax(12345)) == "<ReturnTax>"


def test_the_lines_of_a_request_carry_its_id(db: None, log: io.StringIO) -> None:
    given = "0123456789abcdef"
    answer = Client().get("/nowhere/", headers={"x-request-id": given})
    assert answer["X-Request-ID"] == given
    other = Client().get("/", headers={"x-request-id": "not one\nof ours"})
    assert re.fullmatch("[0-9a-f]{32}", other["X-Request-ID"])
    if log.getvalue().startswith("{"):
        assert json.loads(log.getvalue().splitlines()[0])["request"] == given


def test_whoever_is_refused_fills_no_log(db: None, log: io.StringIO, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    client = Client()
    assert client.get("/", headers={"host": "x" * 3000}).status_code == 400
    assert client.post("/accounts/login/", {"account": "x" * 200}).status_code == 400
    lines = log.getvalue().splitlines()
    assert len(lines) == 2, "one line each"
    assert all("WARNING" in line and "Traceback" not in line and len(line) < 600 for line in lines), lines
    for _ in range(REFUSALS_A_MINUTE * 2):
        client.get("/", headers={"host": "evil.example"})
    assert len(log.getvalue().splitlines()) == REFUSALS_A_MINUTE
    assert "left out" in log.getvalue().splitlines()[-1]


def test_a_fault_of_ours_is_told_with_its_trace(log: io.StringIO) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", "/x/")
    assert "ERROR" in log.getvalue() and "Traceback" in log.getvalue()
