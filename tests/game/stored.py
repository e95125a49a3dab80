"""Stored matches for tests: played by the real engine in one go, written as the server writes them."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from game import services
from game.bots import easy
from game.engine.actions import Action as Wish
from game.engine.actions import Origin
from game.engine.codec import encode_action
from game.engine.observation import SeatObservation, observe_public, observe_seat
from game.engine.options import parse_options
from game.engine.record import opening_link, result_of
from game.engine.rules import apply, deadline, owing
from game.engine.rules import open_match as open_state
from game.engine.state import Finished
from game.engine.state import Match as State
from game.facts import rebuild
from game.models import Action, Match, Shuffle
from game.services import NewPlayer
from game.store import Entry, linked, opening_of

STEP_MS = 1000
NAMES = ("게일", "피아", "봇 하나", "봇 둘", "봇 셋", "봇 넷", "봇 다섯", "봇 여섯")


def open_stored(
    *,
    users: Sequence[Any] = (),
    players: int = 4,
    seed: bytes | None = None,
    at: int = 0,
    shuffle: Shuffle | None = None,
    **options: Any,
) -> Match:
    """A match at version 0: these users first, then easy bots. `seed` and `at` (ms) replace chance and clock."""
    seats = [NewPlayer(user.pk, user.display_name, None) for user in users]
    seats += [NewPlayer(None, NAMES[seat], "easy") for seat in range(len(users), players)]
    match = services.open_match(
        players=seats,
        options=parse_options({"rounds": 1, **options}),
        room_code="AB23CD",
        room_name="주말 가족방",
        shuffle=shuffle,
    )
    if seed is not None:
        state = open_state(players=players, options=parse_options(match.options), seed=seed, at=at).match
        match.seed, match.commitment, match.opened_at = seed, state.setup.commitment, at
        match.secret, match.nonces = None, []
        match.deadline = match.due_at = deadline(state)
        match.save()
    return match


def append(match: Match, state: State, seat: int, wish: Wish, origin: Origin) -> State:
    """Commit one action to the log and move the row on. The time is a second after the one before."""
    at = match.opened_at + STEP_MS * (state.version + 1)
    after = apply(state, seat, wish, origin=origin, at=at).match
    kind, payload = encode_action(wish)
    before = Action.objects.filter(match=match, version=state.version).values_list("link", flat=True).first()
    link = linked(
        before or opening_link(match.public_id, opening_of(match)),
        [Entry(after.version, seat, wish, origin, at, key=None)],
    )
    Action.objects.create(
        match=match,
        version=after.version,
        seat=seat,
        type=kind,
        payload=payload,
        origin=origin.value,
        at=at,
        link=link,
    )
    match.version, match.decision = after.version, after.decision
    match.owing = sum(1 << seat for seat in owing(after))
    match.deadline = match.due_at = deadline(after)
    if isinstance(after.phase, Finished):
        match.status, match.result, match.finished_at = Match.Status.FINISHED, result_of(after), at
    return after


def play_stored(
    match: Match,
    *,
    until: Callable[[State], bool] = lambda state: False,
    choose: Callable[[SeatObservation], Wish] = easy.choose,
    people: Sequence[int] = (),
) -> State:
    """Play on from version 0 until the match ends or `until` says so; these seats act as people do.

    Returns the state reached.
    """
    opening = opening_of(match)
    state = open_state(
        players=opening.players, options=opening.options, seed=opening.seed, at=opening.at
    ).match
    while (asked := owing(state)) and not until(state):
        seat = asked[0]
        wish = choose(observe_seat(state, seat, observe_public(state)))
        state = append(match, state, seat, wish, Origin.PLAYER if seat in people else Origin.BOT)
    match.save()
    if match.result is not None:
        store_places(match)
        rebuild(match)
    return state


def store_places(match: Match) -> None:
    """Write places and points of the match's result beside its seats, as the writer does."""
    for line in match.result["ranking"]:
        match.seats.filter(index=line["seat"]).update(place=line["rank"], points=line["total"])


def finished_match(**opening: Any) -> Match:
    """A match played to its end."""
    match = open_stored(**opening)
    play_stored(match)
    return match


def tamper(statement: str, *params: object) -> None:
    """Change the log as nobody can: with its triggers out of the way for this one statement."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'game_action'"
            )
            triggers = cursor.fetchall()
            assert triggers
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
            cursor.execute(statement, params or None)
            for _, sql in triggers:
                cursor.execute(sql)
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks to come cannot be altered
            cursor.execute("ALTER TABLE game_action DISABLE TRIGGER USER")
            cursor.execute(statement, params or None)
            cursor.execute("ALTER TABLE game_action ENABLE TRIGGER USER")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
